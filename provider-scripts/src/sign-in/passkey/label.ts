/** The name under which a user finds a passkey among the account's others; Keycloak requires that they differ. */

/** Returns the name, with a number if the account has it already; names differ in more than case. */
export function distinctLabel(name: string, taken: readonly string[]): string {
  const used = taken.map((label) => label.trim().toLowerCase());
  for (let number = 1; ; number++) {
    const label = number === 1 ? name : `${name} ${number}`;
    if (!used.includes(label.toLowerCase())) return label;
  }
}
