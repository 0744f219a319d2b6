/** Writes a client's attributes and emits the admin event. */
import type { ClientModel } from 'keycloak';
import { toJava } from '../../../engine/to-java.ts';
import { newAdminEvent } from '../../../events/admin-event.ts';
import { setAttributes } from '../../../keycloak/stored.ts';
import type { AdminCall } from '../../../request/admin-call.ts';

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
