/** Reads the text of a request to a REST endpoint, bounded in size. */
import type { InputStream, KeycloakSession } from 'keycloak';
import { type Problem, problemFor } from '../errors/problem.ts';
import { refusal } from '../errors/admin-rejection.ts';

const JavaString = Java.type('java.lang.String');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** The largest body of a REST request (contract, section 8.1). */
const MAX_JSON_BYTES = 16_384;

/** The body as text, or why it isn't read. */
export function readJsonText(
  session: KeycloakSession,
  body: InputStream,
): { text: string } | { problem: Problem } {
  return readText(session, body, 'application/json', MAX_JSON_BYTES);
}

/** The same of another media type, and of another size. */
export function readText(
  session: KeycloakSession,
  body: InputStream,
  mediaType: 'application/json' | 'text/csv',
  maxBytes: number,
): { text: string } | { problem: Problem } {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  const [type = ''] = (headers.getHeaderString('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== mediaType) {
    const wrong = refusal('media-type', `Content-Type: use ${mediaType}`, { type: mediaType });
    return { problem: problemFor('ValidationError', wrong, 415) };
  }
  const message = `the body is larger than ${maxBytes} bytes`;
  const tooLarge = problemFor(
    'ValidationError',
    refusal('body-too-large', message, { bytes: maxBytes }),
    413,
  );
  // A body declared to be larger isn't waited for.
  if (Number(headers.getHeaderString('Content-Length') ?? 0) > maxBytes) return { problem: tooLarge };
  const bytes = body.readNBytes(maxBytes + 1);
  if (bytes.length > maxBytes) return { problem: tooLarge };
  return { text: String(new JavaString(bytes, StandardCharsets.UTF_8)) };
}
