/**
 * Finds control characters in what Keycloak decodes from a parameter: JSON and its escapes, Base64, the path of a URI. Lenient
 * where parsers differ: Keycloak's ignores what follows a JSON value, and invalid UTF-8.
 */
import {
  hasControlCharacters,
  hasControlCharactersInLines,
} from '../../platform/engine/control-characters.ts';

/** Possible control characters in UTF-8: up to `%1F`, `%7F`, or a sequence of several bytes. */
const ENCODED = /%[01][0-9a-f]|%7f|%c2|%e2/i;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const JSON_VALUE = /^[\s\ufeff]*[{["]/;
/** A part of a random token begins like this only by chance: one in 65,536. */
const JSON_OBJECT = /^\s*\{\s*"/;

/** Whether a text is JSON with control characters, escaped or not; line breaks between its parts don't count. */
export function hasControlCharactersInJson(text: string): boolean {
  if (!JSON_VALUE.test(text)) return false;
  return hasControlCharactersInLines(text) || hasControlCharacters(unescaped(text.replace(/[\t\n\r]/g, ' ')));
}

/** Whether a token's header (RFC 7515, section 4) has control characters, or, unless `headerOnly`, its claims. */
export function hasControlCharactersInToken(text: string, headerOnly: boolean): boolean {
  const [header = '', ...rest] = text.split('.');
  if (rest.length === 0) return false;
  const first = fromBase64(header);
  if (!JSON_OBJECT.test(first)) return false;
  return (
    hasControlCharactersInJson(first) ||
    (!headerOnly && hasControlCharactersInJson(fromBase64(rest[0] ?? '')))
  );
}

/**
 * Whether Base64-encoded text has control characters, also in the redirect URI that Keycloak stores there (`ClientData`, member
 * `ru`).
 */
export function hasControlCharactersInBase64(text: string): boolean {
  const decoded = unescaped(fromBase64(text));
  if (hasControlCharacters(decoded)) return true;
  const [, ...members] = decoded.split(/"ru"\s*:\s*"/);
  return members.some((member) => hasControlCharactersInUri(member.split('"', 1)[0] ?? ''));
}

/** Whether a URI's path, as Java decodes it, has control characters. */
export function hasControlCharactersInUri(uri: string): boolean {
  const [path = ''] = uri.split(/[?#]/, 1);
  if (!ENCODED.test(path)) return false;
  try {
    return hasControlCharacters(decodeURIComponent(path));
  } catch {
    // Java replaces what isn't UTF-8 and decodes the rest.
    return /%[01][0-9a-f]|%7f|%c2%[89][0-9a-f]|%e2%80%a[89]/i.test(path);
  }
}

/** Decodes JSON's escapes. */
function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|[\s\S])/gi, (_, sequence: string) => {
    if (sequence.length > 1) return String.fromCharCode(Number.parseInt(sequence.slice(1), 16));
    return 'bfnrt'.includes(sequence) ? '\n' : sequence;
  });
}

/** Decodes Base64, of either alphabet, to ASCII and control characters; U+FFFD for anything else. */
function fromBase64(text: string): string {
  const bytes: string[] = [];
  let bits = 0;
  let buffer = 0;
  for (const character of text.split('')) {
    const value = ALPHABET.indexOf(character === '+' ? '-' : character === '/' ? '_' : character);
    if (value < 0) continue;
    buffer = ((buffer << 6) | value) & 0x3fff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(String.fromCharCode((buffer >> bits) & 0xff));
  }
  return bytes
    .join('')
    .replace(/\xc2[\x80-\x9f]/g, '\u2028')
    .replace(/\xe2\x80[\xa8\xa9]/g, '\u2028')
    .replace(/[\x80-\xff]/g, '\ufffd');
}
