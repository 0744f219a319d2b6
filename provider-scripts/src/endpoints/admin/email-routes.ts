/** The routes of the realm's emails, as this node knows them. */
import type { KeycloakSession, Response } from 'keycloak';
import { emailRoutes, routeStates } from '../../email/route.ts';
import type { AdminCall } from '../../http/request/admin-call.ts';
import { jsonResponse } from '../../http/response/responses.ts';
import { releaseConnection } from '../../platform/database/sql.ts';
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { secretsOf } from '../../realm/settings/email-routes.ts';
import { REALM } from '../../realm/settings/table.ts';

const Secrets = Java.type('org.linkgate.host.Secrets');

/** Lists the routes: which one sends, which rest, and whether the vault gives their secrets; null for one that needs none. */
export function getEmailRoutes({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  const found = secretsFound(session);
  const routes = routeStates(session).map((route, index) => ({ ...route, has_secret: found[index] ?? null }));
  return jsonResponse(200, { routes }).build();
}

/** The findings about routes that can't send. */
export function routeFindings(session: KeycloakSession): Finding[] {
  const found = secretsFound(session);
  return emailRoutes(session)
    .filter((_, index) => found[index] === false)
    .map(({ name }) => finding('route-secret-missing', { setting: REALM.emailRoutes.name, route: name }));
}

/** Whether the vault, which may be slow, gives the secrets of each route; null for one that needs none. */
function secretsFound(session: KeycloakSession): (boolean | null)[] {
  const secrets = emailRoutes(session).map(secretsOf);
  if (secrets.some(({ length }) => length > 0)) releaseConnection(session);
  return secrets.map((own) =>
    own.length === 0 ? null : own.every((secret) => Secrets.has(session, secret)),
  );
}
