/** Counts requests by IP, and refuses those of a caller who sends too many. */
import type { KeycloakSession, Response } from 'keycloak';
import type { MemoryPolicy } from '../limits/limits.ts';
import { refuseByPage, wantsPage } from '../pages/refuse-by-page.ts';
import { countCall } from '../rate-limit/count.ts';
import type { ErrorFormat } from '../response/error-body.ts';
import { problemResponse } from '../response/responses.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');

/** Counts the request; the refusal if it is one too many. A browser gets a page; scripts of any origin may read why they are refused. */
export function refuseExcess(
  session: KeycloakSession,
  policy: MemoryPolicy,
  format: ErrorFormat,
): Response | null {
  const excess = countCall(session, policy);
  if (excess === null) return null;
  if (wantsPage(session)) return refuseByPage(session, excess, format);
  return Cors.builder().auth().allowAllOrigins().add(problemResponse(format, excess));
}
