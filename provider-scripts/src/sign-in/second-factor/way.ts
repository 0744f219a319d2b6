/** How a client can ask a user who has a second factor for it, and what the client is given for that. */
import type { AuthenticationFlowModel, ClientModel, KeycloakSession, UserModel } from 'keycloak';
import { secondFactorsOf } from '../../accounts/second-factor.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { lockRealm } from '../../platform/keycloak/stored.ts';
import { SECOND_FACTOR_FLOW } from '../../realm/levels/made-flows.ts';
import { giveFlow, mayGiveFlow, type SideEffect } from './bind.ts';
import { emitEffects } from './effects.ts';
import { factorsOfFlow, factorsOfMadeFlow } from './flows.ts';

const AdminAuth = Java.type('org.keycloak.services.resources.admin.AdminAuth');

/** `asks`: its flow does; `give`: once it is given Linkgate's; `none`: an administrator has to help. */
export type WayToFactor = 'asks' | 'give' | 'none';

/**
 * Finds it.
 *
 * @param flow the flow that signs users in at the client
 * @param isChosen whether a client policy chose it for the request
 */
export function wayToFactor(
  session: KeycloakSession,
  client: ClientModel,
  user: UserModel,
  flow: AuthenticationFlowModel | null,
  isChosen: boolean,
): WayToFactor {
  const factors = secondFactorsOf(user);
  const accepts = (types: readonly string[]) => types.some((type) => factors.includes(type));
  if (flow !== null && accepts(factorsOfFlow(session, flow.getId()))) return 'asks';
  if (isChosen || !mayGiveFlow(session, client)) return 'none';
  const made = requireRealm(session).getFlowByAlias(SECOND_FACTOR_FLOW);
  const given =
    made === null ? factorsOfMadeFlow(session, SECOND_FACTOR_FLOW) : factorsOfFlow(session, made.getId());
  return accepts(given) ? 'give' : 'none';
}

/** Gives a client the flow, in a transaction of its own; the user who needs it causes the admin events. */
export function giveFactorFlow(session: KeycloakSession, client: ClientModel, user: UserModel): void {
  const clientId = client.getClientId();
  let effects: SideEffect[] = [];
  inOwnTransaction(session, (own) => {
    const stored = lockRealm(own, realmIdOf(own));
    if (stored !== null) effects = giveFlow(own, stored, clientId);
  });
  const auth = new AdminAuth(requireRealm(session), null, user, client);
  emitEffects({ session, auth: { adminAuth: () => auth } }, effects);
}
