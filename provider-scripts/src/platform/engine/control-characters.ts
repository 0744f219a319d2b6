/** Control characters, which no name, address or identifier may contain. */
import { isControl } from './one-line.ts';

/**
 * What Keycloak also removes from a parameter (`StringUtil.removeControlCharacters`): escaped control characters and terminal
 * colours.
 */
const REMOVED = /%[01][0-9a-f]|%7f|\[[0-9;]*m/i;
/** What Keycloak decodes when it logs a redirect URI: C1 and Unicode's separators, in UTF-8. */
const DECODED = /%c2%[89][0-9a-f]|%e2%80%a[89]/i;

/** Whether Keycloak would alter the text when storing it, or break a line of its log by it. */
export function isAlteredByKeycloak(text: string): boolean {
  return hasControlCharacters(text) || REMOVED.test(text) || DECODED.test(text);
}

/** Whether a text has a control character or a Unicode line or paragraph separator. */
export function hasControlCharacters(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return true;
  return false;
}

/** The same for a text of several lines, such as a form's text area. */
export function hasControlCharactersInLines(text: string): boolean {
  return hasControlCharacters(text.replace(/[\t\n\r]/g, ''));
}
