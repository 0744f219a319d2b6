/** Checks the realm's setting `sslRequired` for our own endpoints; Keycloak's check it themselves. */
import type { KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../errors/problem.ts';
import { requireRealm } from './realm.ts';

/** Rejects an http request from a host for which the realm requires https (contract, section 5). */
export function checkHttps(session: KeycloakSession): Problem | null {
  const context = session.getContext();
  if (context.getUri().getBaseUri().getScheme() === 'https') return null;
  if (!requireRealm(session).getSslRequired().isRequired(context.getConnection())) return null;
  return problem('https_required');
}
