/** Control characters: in no name, no address and no identifier. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Whether a text has one. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}
