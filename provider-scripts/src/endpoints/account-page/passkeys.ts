/** A user's passkeys on the page: Keycloak's own credentials. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { newEvent } from '../../observability/events/event.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { passkeysOf } from '../../sign-in/passkey/credentials.ts';

const Details = Java.type('org.keycloak.events.Details');
const EventType = Java.type('org.keycloak.events.EventType');

/** A passkey; its name is the user's, or of its authenticator. */
export interface ListedPasskey {
  id: string;
  name: string | null;
  /** Unix seconds. */
  createdAt: number;
}

export function listPasskeys(user: UserModel): ListedPasskey[] {
  return passkeysOf(user).map((passkey) => ({
    id: passkey.getId(),
    name: passkey.getUserLabel(),
    createdAt: Math.floor(Number(passkey.getCreatedDate() ?? 0) / MILLIS_PER_SECOND),
  }));
}

/** Removes one, with the event that Keycloak's own pages emit; false if there is no such passkey. */
export function removePasskey(session: KeycloakSession, user: UserModel, id: string): boolean {
  const passkey = passkeysOf(user).find((one) => one.getId() === id);
  if (passkey === undefined || !user.credentialManager().removeStoredCredentialById(id)) return false;
  const event = newEvent(session)
    .event(EventType.REMOVE_CREDENTIAL)
    .user(user)
    .detail(Details.CREDENTIAL_TYPE, passkey.getType())
    .detail(Details.SELECTED_CREDENTIAL_ID, id);
  const label = passkey.getUserLabel();
  if (label !== null) event.detail(Details.CREDENTIAL_USER_LABEL, label);
  event.success();
  return true;
}
