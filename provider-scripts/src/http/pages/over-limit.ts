/** Counts requests by IP, and rejects those over the limit. */
import type { KeycloakSession, Response } from 'keycloak';
import type { MemoryLimit } from '../../platform/limits/limits.ts';
import { countCall } from '../../realm/limits/count.ts';
import type { ErrorFormat } from '../response/error-body.ts';
import { problemResponse } from '../response/responses.ts';
import { rejectByPage, wantsPage } from './reject-by-page.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');

/** Counts the request; returns the rejection if it exceeds the limit: a page for browsers, otherwise readable by scripts of any origin. */
export function rejectOverLimit(
  session: KeycloakSession,
  policy: MemoryLimit,
  format: ErrorFormat,
): Response | null {
  const excess = countCall(session, policy);
  if (excess === null) return null;
  if (wantsPage(session)) return rejectByPage(session, excess, format);
  return Cors.builder().auth().allowAllOrigins().add(problemResponse(format, excess));
}
