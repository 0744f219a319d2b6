/** Who registered a client, and when: attributes that registration writes and no client can change. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { currentTime } from '../platform/engine/clock.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { CLIENT } from '../realm/settings/table.ts';

/** The user who registered a client; null for the holder of an initial access token, or a document. */
export interface Registrant {
  userId: string | null;
}

/** The attributes of a client that is registered now. */
export function newRegistration({ userId }: Registrant): Record<string, string> {
  return {
    [CLIENT.registeredAt.name]: String(currentTime()),
    ...(userId === null ? {} : { [CLIENT.registeredBy.name]: userId }),
  };
}

/** A registration, as JSON; null for a client that an administrator or a file created. */
export function registrationOf(session: KeycloakSession, client: ClientModel) {
  const at = Number(client.getAttribute(CLIENT.registeredAt.name) ?? '');
  if (!(at > 0)) return null;
  const userId = client.getAttribute(CLIENT.registeredBy.name);
  const user = userId === null ? null : session.users().getUserById(requireRealm(session), userId);
  return {
    at,
    by:
      client.getAttribute(CLIENT.documentExpiresAt.name) !== null
        ? 'document'
        : userId === null
          ? 'initial-access-token'
          : 'user',
    username: user === null ? null : user.getUsername(),
  };
}
