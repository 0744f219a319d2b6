/** The routes of the realm's emails, as this node knows them. */
import type { KeycloakSession, Response } from 'keycloak';
import { emailRoutes, isAllowed, routeStates } from '../../email/route.ts';
import type { AdminCall } from '../../http/request/admin-call.ts';
import { jsonResponse } from '../../http/response/responses.ts';
import { releaseConnection } from '../../platform/database/sql.ts';
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ownAddressOf, secretsOf } from '../../realm/settings/email-routes.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';

const Senders = Java.type('org.linkgate.host.ScriptSenderFactory');
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
  const setting = REALM.emailRoutes.name;
  const findings: Finding[] = [];
  emailRoutes(session).forEach((route, index) => {
    const { name } = route;
    if (found[index] === false) findings.push(finding('route-secret-missing', { setting, route: name }));
    if (!isAllowed(route))
      findings.push(finding('route-address', { setting, route: name, address: ownAddressOf(route) ?? '' }));
  });
  const allEmails = REALM.allEmails;
  if (settingOf(requireRealm(session), allEmails) && !Senders.isUsed(session))
    findings.push(finding('all-emails-unused', { setting: allEmails.name }));
  return findings;
}

/** Whether the vault, which may be slow, gives the secrets of each route; null for one that needs none. */
function secretsFound(session: KeycloakSession): (boolean | null)[] {
  const secrets = emailRoutes(session).map(secretsOf);
  if (secrets.some(({ length }) => length > 0)) releaseConnection(session);
  return secrets.map((own) =>
    own.length === 0 ? null : own.every((secret) => Secrets.has(session, secret)),
  );
}
