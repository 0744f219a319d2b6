/** Control characters: in no name, no address and no identifier. */
import { isControl } from '../engine/one-line.ts';

/** What else Keycloak leaves out of a parameter (`StringUtil.removeControlCharacters`): escaped ones, and what colours a terminal. */
const REMOVED = /%[01][0-9a-f]|%7f|\[[0-9;]*m/i;
/** What it decodes into others when it logs a redirect URI: C1 and Unicode's separators, in UTF-8. */
const DECODED = /%c2%[89][0-9a-f]|%e2%80%a[89]/i;

/** Whether Keycloak would store another text than this one, or break a line of its log by it. */
export function isAlteredByKeycloak(text: string): boolean {
  return hasControlCharacters(text) || REMOVED.test(text) || DECODED.test(text);
}

/** Whether a text has one, or one of Unicode's separators of lines and paragraphs. */
export function hasControlCharacters(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return true;
  return false;
}

/** The same for a text that may have several lines, as a form's text area sends it. */
export function hasControlCharactersInLines(text: string): boolean {
  return hasControlCharacters(text.replace(/[\t\n\r]/g, ''));
}
