/** Reads the JSON text of a request to a REST endpoint, bounded in size. */
import type { InputStream, KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../errors/problem.ts';

const JavaString = Java.type('java.lang.String');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** The largest body of a REST request (contract, section 8.1). */
const MAX_JSON_BYTES = 16_384;
const TOO_LARGE = problem('ValidationError', `the body is larger than ${MAX_JSON_BYTES} bytes`, 413);

/** The body as text, or why it isn't read. */
export function readJsonText(
  session: KeycloakSession,
  body: InputStream,
): { text: string } | { problem: Problem } {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  const type = headers.getHeaderString('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { problem: problem('ValidationError', 'Content-Type: use application/json', 415) };
  }
  // A body declared to be larger isn't waited for.
  if (Number(headers.getHeaderString('Content-Length') ?? 0) > MAX_JSON_BYTES) return { problem: TOO_LARGE };
  const bytes = body.readNBytes(MAX_JSON_BYTES + 1);
  if (bytes.length > MAX_JSON_BYTES) return { problem: TOO_LARGE };
  return { text: String(new JavaString(bytes, StandardCharsets.UTF_8)) };
}
