/** Revokes the open links that were returned to a client (contract, section 4.14): what a backend whose secret has leaked may hold. */
import type { Response } from 'keycloak';
import { inOwnTransaction } from '../../../database/sql.ts';
import { toJava } from '../../../engine/to-java.ts';
import { newAdminEvent } from '../../../events/admin-event.ts';
import { ADMIN_RESOURCE } from '../../../ids.ts';
import { revokeLinksReturnedTo } from '../../../magic-link/revoke-returned.ts';
import type { AdminCall } from '../../../request/admin-call.ts';
import { jsonResponse, notFoundResponse } from '../../../response/responses.ts';
import { managedClient } from './find.ts';

const OperationType = Java.type('org.keycloak.events.admin.OperationType');

/** Revokes them; links that the client had sent by email stay. */
export function revokeClientLinks(call: AdminCall): Response {
  const { session, auth } = call;
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  const id = client.getId();
  const revoked = inOwnTransaction(session, (own) => revokeLinksReturnedTo(own, id));
  newAdminEvent(session, auth, 'LINKGATE_LINK', `${ADMIN_RESOURCE}/clients/${id}/links/revoke`)
    .operation(OperationType.ACTION)
    .representation(toJava({ revoked }))
    .success();
  return jsonResponse(200, { revoked }).build();
}
