/**
 * The levels of authentication that a request calls essential (`acr` in `claims`; OpenID Connect Core, section 5.5.1.1): those that no sign-in at the
 * client can reach are dropped, and a request with no other is rejected before the user is asked for anything.
 */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { parseUntrustedJson } from '../../platform/engine/json.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { readFlow } from '../../platform/keycloak/flow-tree.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { boundFlow } from '../../realm/flow/flow.ts';
import { policyFlows } from '../../realm/flow/policy-flows.ts';
import { grantedLevels } from '../../realm/levels/granted.ts';
import { levelOf } from '../../realm/levels/requested-level.ts';

const AcrUtils = Java.type('org.keycloak.protocol.oidc.utils.AcrUtils');

/** The level of a sign-in in a flow without levels. */
const WITHOUT_LEVELS = 1;

/** Returns `claims` with the essential values that can be met: the same text if all can, or null if there are some and none can. */
export function withReachableLevels(
  session: KeycloakSession,
  client: ClientModel,
  claims: string,
): string | null {
  const values: string[] = [];
  for (const value of AcrUtils.getRequiredAcrValues(claims)) values.push(value);
  if (values.length === 0) return claims;
  const max = highestLevel(session, client);
  const met = values.filter((value) => {
    const level = levelOf(client, value);
    return level !== null && level <= max && !isBelowMinimum(client, value);
  });
  if (met.length === values.length) return claims;
  return met.length === 0 ? null : withEssentialValues(claims, met);
}

/** Whether Keycloak would replace the value by the client's minimum. */
function isBelowMinimum(client: ClientModel, value: string): boolean {
  return !AcrUtils.enforceMinimumAcr(toJava([value]) as never, client).contains(value);
}

function withEssentialValues(claims: string, values: readonly string[]): string {
  const all = parseUntrustedJson(claims) as { id_token: Record<string, unknown> };
  return JSON.stringify({ ...all, id_token: { ...all.id_token, acr: { essential: true, values } } });
}

/**
 * The highest level that the client's flow grants, or one that a client policy may choose, or that an identity provider's post login
 * flow does.
 */
function highestLevel(session: KeycloakSession, client: ClientModel): number {
  let highest = WITHOUT_LEVELS;
  for (const id of flowsOf(session, client))
    for (const level of grantedLevels(readFlow(session, id))) highest = Math.max(highest, level);
  return highest;
}

function flowsOf(session: KeycloakSession, client: ClientModel): string[] {
  const realm = requireRealm(session);
  const ids: (string | null | undefined)[] = [boundFlow(realm, client)?.getId()];
  for (const { alias } of policyFlows(session) ?? []) ids.push(realm.getFlowByAlias(alias)?.getId());
  for (const provider of session.identityProviders().getAllStream().toList())
    if (provider.isEnabled()) ids.push(provider.getPostBrokerLoginFlowId());
  return ids.filter((id): id is string => typeof id === 'string' && id !== '');
}
