/** Counts and revokes the open links that were returned to a client (contract, section 4.14): what a backend whose secret has leaked may hold. */
import type { Response } from 'keycloak';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { jsonResponse, notFoundResponse } from '../../../http/response/responses.ts';
import { countLinksReturnedTo, revokeLinksReturnedTo } from '../../../links/magic-link/revoke-returned.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { managedClient, viewedClient } from './find.ts';

/** Counts them. */
export function countClientLinks(call: AdminCall): Response {
  const client = viewedClient(call);
  if (client === null) return notFoundResponse();
  return jsonResponse(200, { open: countLinksReturnedTo(call.session, client.getId()) }).build();
}

/** Revokes them; links that the client had sent by email stay. */
export function revokeClientLinks(call: AdminCall): Response {
  const { session } = call;
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  const id = client.getId();
  const revoked = inOwnTransaction(session, (own) => revokeLinksReturnedTo(own, id));
  emitAdminEvent(call, 'ACTION', 'LINKGATE_LINK', `${ADMIN_RESOURCE}/clients/${id}/links/revoke`, {
    revoked,
  });
  return jsonResponse(200, { revoked }).build();
}
