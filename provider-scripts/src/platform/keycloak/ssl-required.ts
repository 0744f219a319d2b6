/** Checks the realm's setting `sslRequired` for our own endpoints; Keycloak's check it themselves. */
import type { KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../errors/problem.ts';
import { cachedWithRealm } from '../session/cached-with-realm.ts';
import { baseUrl } from './base-url.ts';
import { requireRealm } from './realm.ts';

/** Rejects an http request from a host for which the realm requires https (contract, section 5). */
export function checkHttps(session: KeycloakSession): Problem | null {
  if (baseUrl(session).startsWith('https:')) return null;
  const realm = requireRealm(session);
  const required = cachedWithRealm(realm, 'ssl-required', () => realm.getSslRequired());
  if (!required.isRequired(session.getContext().getConnection())) return null;
  return problem('https_required');
}
