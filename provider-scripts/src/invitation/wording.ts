/** What somebody who invites may say: one line of plain text that no mail program makes a link of. */
import { type AdminRejection, adminRejection } from '../errors/problem.ts';
import { hasControlCharacters } from '../request/control-characters.ts';
import { MAX_TEXT_LENGTH, MAX_USER_LENGTH } from './invitation.ts';

/**
 * What mail programs make links of: schemes, `www.`, addresses with `@`, and names with a dot in them that isn't the end of a sentence.
 * A dot between digits is a number, one before a single letter an abbreviation; the dots of other scripts count, too (RFC 3490, section 3.1).
 * IP addresses and the paths of shares are linked by some programs, with nothing else around them.
 */
const LINK =
  /:\/\/|www[.\u3002\uff0e\uff61]|\S@\S|[^\s.,;:!?()"'\u3002\uff0e\uff61][.\uff0e\uff61][^\s\d.,;:!?()"'][^\s.,;:!?()"']|mailto:|\\\\|\b\d{1,3}(\.\d{1,3}){3}\b|\[[\da-f]*:[\da-f:]+\]/i;

/** What can't be seen, or turns what stands beside it around. */
const HIDDEN = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/;

/** What is wrong with a text, or null. */
export function problemWithText(text: string): AdminRejection | null {
  return problemWith(text, MAX_TEXT_LENGTH);
}

/** What is wrong with a user's name, or null. */
export function problemWithName(name: string): AdminRejection | null {
  return problemWith(name, MAX_USER_LENGTH);
}

function problemWith(text: string, max: number): AdminRejection | null {
  if (text.length > max) return adminRejection('too_long', { max });
  if (hasControlCharacters(text) || HIDDEN.test(text)) return adminRejection('text_not_plain');
  return LINK.test(text) ? adminRejection('text_with_link') : null;
}

/** A user's name as an email may say it; null where it can't. */
export function sayableName(name: string): string | null {
  const trimmed = name.trim();
  return trimmed === '' || problemWithName(trimmed) !== null ? null : trimmed;
}
