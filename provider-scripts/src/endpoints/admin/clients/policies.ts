/** Lets the realm's client policies judge what an administrator does to a client, as Keycloak's own admin API does. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';

const AdminClientUnregisterContext = Java.type(
  'org.keycloak.services.clientpolicy.context.AdminClientUnregisterContext',
);
const AdminClientUpdateContext = Java.type(
  'org.keycloak.services.clientpolicy.context.AdminClientUpdateContext',
);
const AdminClientUpdatedContext = Java.type(
  'org.keycloak.services.clientpolicy.context.AdminClientUpdatedContext',
);
const ClientPolicyException = Java.type('org.keycloak.services.clientpolicy.ClientPolicyException');
const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const ModelToRepresentation = Java.type('org.keycloak.models.utils.ModelToRepresentation');
const RepresentationToModel = Java.type('org.keycloak.models.utils.RepresentationToModel');

/**
 * For a change that its transaction has just written: a policy may reject it, or change the client further. Returns why it is rejected; the caller
 * then rolls back.
 */
export function judgeUpdate(own: KeycloakSession, { auth }: AdminCall, written: ClientModel): Problem | null {
  const proposed = ModelToRepresentation.toRepresentation(written, own);
  const asWritten = JsonSerialization.writeValueAsString(proposed);
  const rejected = judge(own, new AdminClientUpdateContext(proposed, written, auth.adminAuth()));
  if (rejected !== null) return rejected;
  if (JsonSerialization.writeValueAsString(proposed) !== asWritten)
    RepresentationToModel.updateClient(proposed, written, own);
  return judge(own, new AdminClientUpdatedContext(proposed, written, auth.adminAuth()));
}

/** For a removal, before it. */
export function judgeRemoval({ session, auth }: AdminCall, client: ClientModel): Problem | null {
  return judge(session, new AdminClientUnregisterContext(client, auth.adminAuth()));
}

function judge(session: KeycloakSession, context: unknown): Problem | null {
  try {
    // The types take an interface of one method for a function.
    session.clientPolicy().triggerOnEvent(context as never);
    return null;
  } catch (failure) {
    if (!(failure instanceof ClientPolicyException)) throw failure;
    return problem('client_policy', { reason: String(failure.getErrorDetail()) });
  }
}
