/** Where a link that no page requested enters a client's own flow, in a stock realm, and whether it can begin without a request of the client's. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { type AdminRejection, adminRejection } from '../../platform/errors/problem.ts';
import type { Execution } from '../../platform/keycloak/execution.ts';
import { readFlow } from '../../platform/keycloak/flow-tree.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { entryOf } from './entry.ts';
import { boundFlow } from './flow.ts';
import { findStep, type OwnStep } from './own-step.ts';
import { policyFlowsForClient } from './policy-flows.ts';

/** The step that such a link completes, and its flow. */
export interface ClientEntry {
  step: OwnStep;
  flow: readonly Execution[];
}

/**
 * Finds it; null if a client's flow has none.
 *
 * @param chosenFlow the alias of the flow that a client policy chose instead of the one bound for the client
 */
export function entryOfClient(
  session: KeycloakSession,
  client: ClientModel,
  chosenFlow: string | null = null,
): ClientEntry | null {
  const bound = boundFlow(requireRealm(session), client, chosenFlow);
  const flow = bound === null ? [] : readFlow(session, bound.getId());
  const id = entryOf(flow);
  const step = id === null ? null : findStep(session, id);
  return step === null ? null : { step, flow };
}

/** Why a sign-in without a request of the client's can't begin: a client policy may choose the flow by that request. Null if it can. */
export function rejectPolicyChoice(session: KeycloakSession, client: ClientModel): AdminRejection | null {
  if (policyFlowsForClient(session, client)?.length === 0) return null;
  return adminRejection('rejected_by_keycloak', {
    reason: 'a client policy may choose the flow, and needs a redirect_uri to decide',
  });
}
