/** Writes a client's attributes and emits the admin event. */
import type { ClientModel } from 'keycloak';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { newAdminEvent } from '../../../observability/events/admin-event.ts';
import { toJava } from '../../../platform/engine/to-java.ts';
import { setAttributes } from '../../../platform/keycloak/stored.ts';

const OperationType = Java.type('org.keycloak.events.admin.OperationType');

/** Sets a client's attributes (an empty text removes one) without an event. */
export function writeAttributes(client: ClientModel, attributes: Record<string, string>): void {
  setAttributes(client, attributes);
  client.updateClient();
}

/** Emits the event of a changed client, as Keycloak's own API would. */
export function emitAttributes(
  { session, auth }: AdminCall,
  client: ClientModel,
  attributes: Record<string, string>,
): void {
  newAdminEvent(session, auth, 'CLIENT', `clients/${client.getId()}`)
    .operation(OperationType.UPDATE)
    .representation(toJava({ clientId: client.getClientId(), attributes }))
    .success();
}
