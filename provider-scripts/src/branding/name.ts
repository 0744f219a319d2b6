/** Names that others gave, as people are shown them. */

/** A name without line breaks and other control characters; Keycloak's own bound for it is 255 characters. */
export function nameInOneLine(name: string): string {
  const units = name.split('').map((unit) => (isBlank(unit.charCodeAt(0)) ? ' ' : unit));
  return units.join('').replace(/ +/g, ' ').trim();
}

/** Blanks, control characters, and what Unicode has to separate lines. */
function isBlank(code: number): boolean {
  return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0x2028 || code === 0x2029;
}
