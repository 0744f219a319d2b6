/**
 * Which flows the client policies of a realm and of the server may choose for a client. Keycloak's own manager evaluates them at
 * `/auth` only.
 */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { flowsOfPolicies, mayApply, type Policy, type PolicyFlow, type Profile } from './policies.ts';

const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const SecurityProfileProvider = Java.type('org.keycloak.securityprofile.SecurityProfileProvider');

/** The realm attributes in which Keycloak stores the policies as JSON. */
const POLICIES_ATTRIBUTE = 'client-policies.policies';
const PROFILES_ATTRIBUTE = 'client-policies.profiles';

/** All flows that enabled policies may choose; null if the policies can't be read. */
export function policyFlows(session: KeycloakSession): readonly PolicyFlow[] | null {
  const realm = requireRealm(session);
  return cachedWithRealm<{ flows: readonly PolicyFlow[] | null }>(realm, 'policy flows', () => {
    const serverProfile = session.getProvider(SecurityProfileProvider.class);
    const toPlain = (value: unknown) => JSON.parse(JsonSerialization.writeValueAsString(value)) as never[];
    try {
      const own = JSON.parse(realm.getAttribute(POLICIES_ATTRIBUTE) ?? '{}') as { policies?: Policy[] };
      const profiles = JSON.parse(realm.getAttribute(PROFILES_ATTRIBUTE) ?? '{}') as { profiles?: Profile[] };
      return {
        flows: flowsOfPolicies(
          [...(own.policies ?? []), ...toPlain(serverProfile.getDefaultClientPolicies())],
          [...(profiles.profiles ?? []), ...toPlain(serverProfile.getDefaultClientProfiles())],
        ),
      };
    } catch {
      log.warn(`realm "${realm.getName()}": its client policies can't be read; no link is sent or used`);
      return { flows: null };
    }
  }).flows;
}

/** The aliases of the flows that policies may choose for a client; null if the policies can't be read. */
export function policyFlowsForClient(
  session: KeycloakSession,
  client: ClientModel,
): readonly string[] | null {
  const flows = policyFlows(session);
  if (flows === null) return null;
  if (flows.length === 0) return [];
  const properties = policyClient(client);
  const chosen: string[] = [];
  for (const { alias, conditions } of flows)
    if (!chosen.includes(alias) && mayApply(conditions, properties)) chosen.push(alias);
  return chosen;
}

function policyClient(client: ClientModel) {
  const accessType = client.isPublicClient()
    ? ('public' as const)
    : client.isBearerOnly()
      ? ('bearer-only' as const)
      : ('confidential' as const);
  return { attribute: (name: string) => client.getAttribute(name), accessType };
}
