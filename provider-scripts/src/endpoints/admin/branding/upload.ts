/** Reads an uploaded logo: a picture by its bytes, not by what the caller calls it. */

import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { LOGO_LIMITS } from '../../../realm/branding/branding.ts';
import type { StoredLogo } from '../../../realm/branding/logo-rows.ts';
import { readPicture } from '../../../realm/branding/picture.ts';

const Base64 = Java.type('java.util.Base64');

/** The largest request: Base64 takes four characters for three bytes. */
export const MAX_UPLOAD_BYTES = 180_000;

/** The logo in Base64, or why it isn't stored. */
export function readLogo(content: unknown): { logo: StoredLogo } | { wrong: FieldProblem } {
  const bytes = typeof content === 'string' ? decoded(content) : null;
  if (bytes === null) return { wrong: NOT_A_PICTURE };
  if (bytes.length > LOGO_LIMITS.bytes)
    return { wrong: fieldProblem('content', 'logo_too_large', { bytes: LOGO_LIMITS.bytes }) };
  const picture = readPicture(bytes);
  if (picture === null) return { wrong: NOT_A_PICTURE };
  if (picture.width > LOGO_LIMITS.pixels || picture.height > LOGO_LIMITS.pixels)
    return { wrong: fieldProblem('content', 'logo_too_many_pixels', { max: LOGO_LIMITS.pixels }) };
  return { logo: { type: picture.type, content: content as string } };
}

const NOT_A_PICTURE: FieldProblem = fieldProblem('content', 'logo_not_a_picture');

function decoded(text: string) {
  try {
    return Base64.getDecoder().decode(text);
  } catch {
    return null;
  }
}
