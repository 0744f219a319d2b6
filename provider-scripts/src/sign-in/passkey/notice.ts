/**
 * The emails that tell an account's address that a passkey is added or was removed: nobody does either by the mailbox, or a session, without a
 * word to its owner.
 */

import type { ClientModel, KeycloakSession, UserModel } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import { BUILT_IN_CLIENTS } from '../../clients/built-in-clients.ts';
import { accountTransport, sendAccountEmail } from '../../email/account-email.ts';
import { deliverAccountNotice } from '../../email/delivery/account-notice.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { passkeysPageUrl } from '../../realm/settings/account-page-policy.ts';

/** What happens to a passkey: the template's name, and the subject. */
const CHANGES = {
  added: { template: 'passkey-added', subject: 'linkgatePasskeyAddedSubject' },
  removed: { template: 'passkey-removed', subject: 'linkgatePasskeyRemovedSubject' },
} as const;

/** A change of an account's passkeys. */
export interface PasskeyChange {
  kind: keyof typeof CHANGES;
  user: UserModel;
  /** The client in whose sign-in it happens; null for none. */
  client: ClientModel | null;
  /** The passkey's name; null if it has none yet. */
  label: string | null;
  /** Whether an administrator changes it, whose browser, network and language aren't the user's. */
  byAdministrator: boolean;
}

/** Sends it; returns whether it was sent. */
export function sendPasskeyNotice(session: KeycloakSession, change: PasskeyChange): boolean {
  const { kind, user, label, byAdministrator } = change;
  const to = shownAddress(user);
  if (to === null) return false;
  // At Keycloak's own pages, the user knows the realm.
  const client = isOwnPage(change.client) ? null : change.client;
  const attributes = { link: passkeysPageUrl(session), label };
  const email = { ...CHANGES[kind], user, to, client, attributes, byAdministrator };
  const transport = accountTransport(session, client);
  const outcome = deliverAccountNotice(session, to, transport, () =>
    sendAccountEmail(session, email, transport),
  );
  if (outcome === 'limited')
    log.warn(`realm "${requireRealm(session).getName()}": too many notices to the address of an account`);
  return outcome === 'sent';
}

function isOwnPage(client: ClientModel | null): boolean {
  return client === null || BUILT_IN_CLIENTS.includes(client.getClientId());
}
