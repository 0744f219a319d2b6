/** Finds the flow that signs users in at a client. */
import type { AuthenticationFlowModel, ClientModel, RealmModel } from 'keycloak';

const AuthenticationFlowResolver = Java.type('org.keycloak.models.utils.AuthenticationFlowResolver');

/** The client note with the alias of the flow that a client policy chose for the request. */
export const CHOSEN_FLOW_NOTE = 'linkgate.flow';

/** The client note with the level that the policy gave that flow. */
export const FLOW_LEVEL_NOTE = 'linkgate.flow-level';

/**
 * The flow chosen for the request by alias, else the client's own, else the realm's; null if the chosen one doesn't exist or
 * nothing is bound. Keycloak ignores a client's own flow that doesn't exist.
 */
export function boundFlow(
  realm: RealmModel,
  client: ClientModel | null,
  chosen: string | null = null,
): AuthenticationFlowModel | null {
  if (chosen !== null) return realm.getFlowByAlias(chosen);
  const own =
    client === null
      ? null
      : AuthenticationFlowResolver.resolveBindingOverrideFlowForClient(client, 'browser');
  return own ?? realm.getBrowserFlow();
}
