/** Names that others gave, as people are shown them. */

/** The longest, in characters. */
export const MAX_NAME_LENGTH = 100;

/** A name without line breaks and other control characters, cut where it is too long. */
export function nameInOneLine(name: string): string {
  const line = Array.from(name, (character) => (isBlank(character.charCodeAt(0)) ? ' ' : character)).join('');
  return Array.from(line.replace(/ +/g, ' ').trim()).slice(0, MAX_NAME_LENGTH).join('');
}

/** Blanks, control characters, and what Unicode has to separate lines. */
function isBlank(code: number): boolean {
  return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0x2028 || code === 0x2029;
}
