/** Validates an inviter's text: one line of plain text that no mail program turns into a link. */

import { problemWithLabel } from '../../http/request/label.ts';
import { type AdminRejection, adminRejection } from '../../platform/errors/problem.ts';
import { looksLikeLink } from '../../realm/settings/link-like.ts';
import { MAX_TEXT_LENGTH, MAX_USER_LENGTH } from './invitation.ts';

/** Why an inviter's text is rejected, or null. */
export function problemWithText(text: string): AdminRejection | null {
  return validateLine(text, MAX_TEXT_LENGTH);
}

/** Characters that Keycloak accepts in no first or last name (`PersonNameProhibitedCharactersValidator`): the user would be stopped by a form. */
const NOT_IN_NAMES = /[<>&"$%!#?\u00a7;*~/\\|^=[\]{}()]/;

/** Why a name of a user's account is rejected, or null. */
export function problemWithName(name: string): AdminRejection | null {
  const [character] = NOT_IN_NAMES.exec(name) ?? [];
  return (
    validateLine(name, MAX_USER_LENGTH) ??
    (character === undefined ? null : adminRejection('name_with_character', { character }))
  );
}

/** Why one line of plain text is rejected, or null. */
export function validateLine(text: string, max: number): AdminRejection | null {
  return problemWithLabel(text, max) ?? (looksLikeLink(text) ? adminRejection('text_with_link') : null);
}

/** Returns an inviter's name if an email may contain it, or null. */
export function emailSafeName(name: string): string | null {
  const trimmed = name.trim();
  return trimmed === '' || validateLine(trimmed, MAX_USER_LENGTH) !== null ? null : trimmed;
}
