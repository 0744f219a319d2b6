/** Validates an inviter's text: one line of plain text that no mail program turns into a link. */
import { type AdminRejection, adminRejection } from '../errors/problem.ts';
import { hasControlCharacters } from '../request/control-characters.ts';
import { MAX_TEXT_LENGTH, MAX_USER_LENGTH } from './invitation.ts';

/**
 * Text that mail programs turn into links: schemes, `www.`, addresses with `@`, and names that contain a dot, unless it ends a sentence. A dot
 * between digits belongs to a number, one before a single letter to an abbreviation; dots of other scripts count, too (RFC 3490, section 3.1).
 * Some programs also link bare IP addresses and paths of network shares.
 */
const LINK =
  /:\/\/|www[.\u3002\uff0e\uff61]|\S@\S|[^\s.,;:!?()"'\u3002\uff0e\uff61][.\uff0e\uff61][^\s\d.,;:!?()"'][^\s.,;:!?()"']|mailto:|\\\\|\b\d{1,3}(\.\d{1,3}){3}\b|\[[\da-f]*:[\da-f:]+\]/i;

/** Invisible characters, and those that change the direction of text. */
const HIDDEN = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/;

/** Why an inviter's text is rejected, or null. */
export function problemWithText(text: string): AdminRejection | null {
  return validateLine(text, MAX_TEXT_LENGTH);
}

/** Why a user's name is rejected, or null. */
export function problemWithName(name: string): AdminRejection | null {
  return validateLine(name, MAX_USER_LENGTH);
}

function validateLine(text: string, max: number): AdminRejection | null {
  if (text.length > max) return adminRejection('too_long', { max });
  if (hasControlCharacters(text) || HIDDEN.test(text)) return adminRejection('text_not_plain');
  return LINK.test(text) ? adminRejection('text_with_link') : null;
}

/** Returns a user's name if an email may contain it, or null. */
export function emailSafeName(name: string): string | null {
  const trimmed = name.trim();
  return trimmed === '' || problemWithName(trimmed) !== null ? null : trimmed;
}
