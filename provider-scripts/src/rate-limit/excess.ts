/** Counts requests by IP, and rejects those over the limit. */
import type { KeycloakSession, Response } from 'keycloak';
import type { MemoryPolicy } from '../limits/limits.ts';
import { rejectByPage, wantsPage } from '../pages/reject-by-page.ts';
import { countCall } from '../rate-limit/count.ts';
import type { ErrorFormat } from '../response/error-body.ts';
import { problemResponse } from '../response/responses.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');

/** Counts the request; returns the rejection if it exceeds the limit: a page for browsers, otherwise readable by scripts of any origin. */
export function rejectOverLimit(
  session: KeycloakSession,
  policy: MemoryPolicy,
  format: ErrorFormat,
): Response | null {
  const excess = countCall(session, policy);
  if (excess === null) return null;
  if (wantsPage(session)) return rejectByPage(session, excess, format);
  return Cors.builder().auth().allowAllOrigins().add(problemResponse(format, excess));
}
