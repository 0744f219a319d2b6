/** What proves a user beside the email: Keycloak's own credentials, as the page lists, sets up and removes them. */
import type { CredentialModel, KeycloakSession, UserModel } from 'keycloak';
import { newEvent } from '../../observability/events/event.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { PASSKEY_ACTION } from '../../platform/keycloak/provider-ids.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { SECOND_FACTOR_TYPES } from '../../realm/levels/granted.ts';
import { credentialsOf, passkeysOf } from '../../sign-in/passkey/credentials.ts';
import { passkeyOffer } from '../../sign-in/passkey/offer.ts';
import { inRealm } from '../../sign-in/passkey/question.ts';

const Details = Java.type('org.keycloak.events.Details');
const EventType = Java.type('org.keycloak.events.EventType');

/** A credential; its name is the user's, or of its authenticator. */
export interface ListedCredential {
  id: string;
  type: string;
  name: string | null;
  /** Unix seconds; null if that isn't known. */
  createdAt: number | null;
  /** Of recovery codes, how many are left; null of anything else. */
  codesLeft: number | null;
}

export function listPasskeys(user: UserModel): ListedCredential[] {
  return passkeysOf(user).map(listed);
}

/** The second factors that Keycloak stores; those of a user store can't be changed here. */
export function listSecondFactors(user: UserModel): ListedCredential[] {
  return secondFactorModels(user).map(listed);
}

function secondFactorModels(user: UserModel): CredentialModel[] {
  const found: CredentialModel[] = [];
  for (const type of SECOND_FACTOR_TYPES) found.push(...credentialsOf(user, type));
  return found;
}

function listed(credential: CredentialModel): ListedCredential {
  const created = Number(credential.getCreatedDate() ?? 0);
  return {
    id: credential.getId(),
    type: credential.getType(),
    name: credential.getUserLabel(),
    createdAt: created > 0 ? Math.floor(created / MILLIS_PER_SECOND) : null,
    codesLeft: codesLeft(credential),
  };
}

/** Keycloak counts them in what it stores beside the secret, and reads both names; of no other kind. */
function codesLeft(credential: CredentialModel): number | null {
  const { remaining, remainingCodes = remaining } = JSON.parse(credential.getCredentialData()) as {
    remaining?: number;
    remainingCodes?: number;
  };
  return remainingCodes ?? null;
}

/** Removes a passkey, with the event that Keycloak's own pages emit; false if there is no such passkey. */
export function removePasskey(session: KeycloakSession, user: UserModel, id: string): boolean {
  return remove(session, user, passkeysOf(user), id);
}

/** Removes a second factor in the same way. */
export function removeSecondFactor(session: KeycloakSession, user: UserModel, id: string): boolean {
  return remove(session, user, secondFactorModels(user), id);
}

function remove(
  session: KeycloakSession,
  user: UserModel,
  among: readonly CredentialModel[],
  id: string,
): boolean {
  const found = among.find((one) => one.getId() === id);
  if (found === undefined || !user.credentialManager().removeStoredCredentialById(id)) return false;
  const event = newEvent(session)
    .event(EventType.REMOVE_CREDENTIAL)
    .user(user)
    .detail(Details.CREDENTIAL_TYPE, found.getType())
    .detail(Details.SELECTED_CREDENTIAL_ID, id);
  const label = found.getUserLabel();
  if (label !== null) event.detail(Details.CREDENTIAL_USER_LABEL, label);
  event.success();
  return true;
}

/** The paths below the page that lead to one of Keycloak's actions and back. */
const SET_UPS = {
  'add-passkey': PASSKEY_ACTION,
  'set-up-app': 'CONFIGURE_TOTP',
  'set-up-codes': 'CONFIGURE_RECOVERY_AUTHN_CODES',
} as const;

export type SetUp = keyof typeof SET_UPS;

/** The action's alias in the realm; null for another path, or if the realm doesn't let its users do it. */
export function setUpAction(session: KeycloakSession, path: string): string | null {
  if (!Object.hasOwn(SET_UPS, path)) return null;
  if (path === 'add-passkey' && passkeyOffer(inRealm(session), 'policy') !== 'offered') return null;
  const wanted: string = SET_UPS[path as SetUp];
  for (const one of requireRealm(session).getRequiredActionProvidersStream().toList())
    if (one.getProviderId() === wanted && one.isEnabled()) return one.getAlias();
  return null;
}

/** The paths of the ones that the realm lets its users do. */
export function setUpPaths(session: KeycloakSession): SetUp[] {
  return (Object.keys(SET_UPS) as SetUp[]).filter((path) => setUpAction(session, path) !== null);
}
