/** Who registered a client, and when: attributes that registration writes and no client can change. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { currentTime } from '../platform/engine/clock.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import {
  DOCUMENT_EXPIRES_ATTRIBUTE,
  REGISTERED_AT_ATTRIBUTE,
  REGISTERED_BY_ATTRIBUTE,
} from './registration-attributes.ts';

/** The user who registered a client; null for the holder of an initial access token, or a document. */
export interface Registrant {
  userId: string | null;
}

/** The attributes of a client that is registered now. */
export function newRegistration({ userId }: Registrant): Record<string, string> {
  return {
    [REGISTERED_AT_ATTRIBUTE]: String(currentTime()),
    ...(userId === null ? {} : { [REGISTERED_BY_ATTRIBUTE]: userId }),
  };
}

/** A registration, as JSON; null for a client that an administrator or a file created. */
export function registrationOf(session: KeycloakSession, client: ClientModel) {
  const at = Number(client.getAttribute(REGISTERED_AT_ATTRIBUTE) ?? '');
  if (!(at > 0)) return null;
  const userId = client.getAttribute(REGISTERED_BY_ATTRIBUTE);
  const user = userId === null ? null : session.users().getUserById(requireRealm(session), userId);
  return {
    at,
    by:
      client.getAttribute(DOCUMENT_EXPIRES_ATTRIBUTE) !== null
        ? 'document'
        : userId === null
          ? 'initial-access-token'
          : 'user',
    username: user === null ? null : user.getUsername(),
  };
}
