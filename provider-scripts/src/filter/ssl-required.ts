/** Whether a realm's setting `sslRequired` lets a request through. Each of Keycloak's endpoints asks that itself; this is for ours. */
import type { KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../errors/problem.ts';
import { requireRealm } from '../keycloak/realm.ts';

/** What is wrong with a request by http from a machine of which the realm requires https (contract, section 5). */
export function checkHttps(session: KeycloakSession): Problem | null {
  const context = session.getContext();
  if (context.getUri().getBaseUri().getScheme() === 'https') return null;
  if (!requireRealm(session).getSslRequired().isRequired(context.getConnection())) return null;
  return problem('https_required');
}
