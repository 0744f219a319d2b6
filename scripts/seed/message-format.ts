/** Texts that Keycloak's pages show by Java's MessageFormat. */

/** The pattern that shows exactly this text: apostrophes are doubled, and a text with braces is quoted. */
export function asMessageFormat(text: string): string {
  const doubled = text.replaceAll("'", "''");
  return /[{}]/.test(text) ? `'${doubled}'` : doubled;
}
