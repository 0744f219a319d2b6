/** Untrusted names as shown to users. */

import { hasControlCharacters } from '../../platform/engine/control-characters.ts';
import { isControl } from '../../platform/engine/one-line.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';

/** Invisible characters and those that change text direction, except joiners, which some scripts and emoji need. */
const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/;

/** The beginning of an encoded word (RFC 2047), which mail programs decode, and users see as another text than administrators. */
const ENCODED = '=?';

/** The beginning of a key of Keycloak's messages. */
const KEY = '${';

/**
 * A name in one line that reads the same everywhere: without line breaks, control characters, hidden characters and encoded
 * words. Keycloak limits it to 255 characters.
 */
export function nameInOneLine(name: string): string {
  const units = name
    .split('')
    .map((unit) => (isBlank(unit.charCodeAt(0)) ? ' ' : HIDDEN.test(unit) ? '' : unit));
  return withoutEncodedWords(units.join('').replace(/ +/g, ' ').trim());
}

/** A header's text without encoded words: administrators see it as the recipient does. */
export function withoutEncodedWords(text: string): string {
  return text.split(ENCODED).join('= ?');
}

/** The message key if the whole name is one (`${key}`), or null. */
export function messageKeyIn(name: string): string | null {
  return /^\$\{([^{}]+)\}$/.exec(name)?.[1] ?? null;
}

/** Why a name isn't allowed in a registration, or null. */
export function problemWithGivenName(parameter: string, name: string): Problem | null {
  if (hasControlCharacters(name)) return problem('name_not_one_line', { parameter });
  if (HIDDEN.test(name)) return problem('name_with_hidden_characters', { parameter });
  if (name.includes(KEY)) return problem('name_with_markup', { parameter, markup: KEY });
  return name.includes(ENCODED) ? problem('name_with_markup', { parameter, markup: ENCODED }) : null;
}

/** Whitespace, control characters and Unicode's line separators. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0xa0 || isControl(code);
}
