/** Reads the text of a request to a REST endpoint, bounded in size. */
import type { InputStream, KeycloakSession } from 'keycloak';
import { textOf } from '../../platform/engine/bytes.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { headerOf } from '../../platform/session/headers.ts';

/** The largest body of a REST request (contract, section 8.1). */
const MAX_JSON_BYTES = 16_384;

/** The body as text, or why it isn't read. */
export function readJsonText(
  session: KeycloakSession,
  body: InputStream,
  maxBytes = MAX_JSON_BYTES,
): { text: string } | { problem: Problem } {
  return readText(session, body, 'application/json', maxBytes);
}

/** The same for another media type and size. */
export function readText(
  session: KeycloakSession,
  body: InputStream,
  mediaType: 'application/json' | 'text/csv',
  maxBytes: number,
): { text: string } | { problem: Problem } {
  const [type = ''] = (headerOf(session, 'Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== mediaType)
    return { problem: problem('media_type_not_supported', { type: mediaType }) };
  return readBounded(session, body, maxBytes);
}

/** The same of any media type. */
export function readBounded(
  session: KeycloakSession,
  body: InputStream,
  maxBytes: number,
): { text: string } | { problem: Problem } {
  const tooLarge = problem('body_too_large', { bytes: maxBytes, code: 'ValidationError' });
  // A body declared to be larger isn't waited for.
  if (Number(headerOf(session, 'Content-Length') ?? 0) > maxBytes) return { problem: tooLarge };
  const bytes = body.readNBytes(maxBytes + 1);
  if (bytes.length > maxBytes) return { problem: tooLarge };
  return { text: textOf(bytes) };
}
