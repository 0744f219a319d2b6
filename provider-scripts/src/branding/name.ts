/** Names that others gave, as people are shown them. */
import { isControl } from '../engine/one-line.ts';
import { hasControlCharacters } from '../request/control-characters.ts';

/** What can't be seen, or turns what stands beside it around; joiners apart, which some scripts and emoji need. */
const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/;

/** The beginning of an encoded word (RFC 2047), which mail programs decode, and people see as another text than administrators. */
const ENCODED = '=?';

/** The beginning of a key of Keycloak's messages. */
const KEY = '${';

/**
 * A name in one line that reads the same everywhere: without line breaks and other control characters, what is hidden, and encoded words.
 * Keycloak's own bound for it is 255 characters.
 */
export function nameInOneLine(name: string): string {
  const units = name
    .split('')
    .map((unit) => (isBlank(unit.charCodeAt(0)) ? ' ' : HIDDEN.test(unit) ? '' : unit));
  return withoutEncodedWords(units.join('').replace(/ +/g, ' ').trim());
}

/** A header's text in which mail programs decode nothing: administrators see what its reader sees. */
export function withoutEncodedWords(text: string): string {
  return text.split(ENCODED).join('= ?');
}

/** The key of Keycloak's messages that a name is as a whole; null for any other name. */
export function messageKeyIn(name: string): string | null {
  return /^\$\{([^{}]+)\}$/.exec(name)?.[1] ?? null;
}

/** Why somebody who registers may not call anything that, or null. */
export function problemWithGivenName(name: string): string | null {
  if (hasControlCharacters(name)) return 'must be one line without control characters';
  if (HIDDEN.test(name)) return 'must not have characters that are hidden or turn text around';
  if (name.includes(KEY)) return `must not have ${KEY}`;
  return name.includes(ENCODED) ? `must not have ${ENCODED}` : null;
}

/** Blanks, control characters, and what Unicode has to separate lines. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0xa0 || isControl(code);
}
