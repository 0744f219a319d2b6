/** Validates a label: one line of plain text, such as a file's name or an administrator's note. */

import { hasControlCharacters } from '../../platform/engine/control-characters.ts';
import { type AdminRejection, adminRejection } from '../../platform/errors/problem.ts';

/** Invisible characters, and those that change the direction of text. */
const HIDDEN = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/;

/** Why a label is rejected, or null. */
export function problemWithLabel(text: string, max: number): AdminRejection | null {
  if (text.length > max) return adminRejection('too_long', { max });
  return hasControlCharacters(text) || HIDDEN.test(text) ? adminRejection('text_not_plain') : null;
}
