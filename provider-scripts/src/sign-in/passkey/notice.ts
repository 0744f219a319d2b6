/**
 * The emails that tell an account's address that a passkey is added or was removed: nobody does either by the mailbox, or a session, without a
 * word to its owner.
 */

import type { ClientModel, KeycloakSession, UserModel } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import { BUILT_IN_CLIENTS } from '../../clients/built-in-clients.ts';
import { type BrandedEmail, sendBrandedEmail } from '../../email/branded-email.ts';
import { deliverAccountNotice } from '../../email/delivery/account-notice.ts';
import { transportOf } from '../../email/transport.ts';
import { browserNameOf } from '../../http/request/browser.ts';
import { count } from '../../observability/metrics/count.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { clientBranding, clientName, realmBranding } from '../../realm/branding/client-branding.ts';
import { realmName } from '../../realm/branding/realm-name.ts';
import { accountLanguage } from '../../realm/language/selector.ts';
import { shortAddress } from '../../realm/rate-limit/addresses.ts';
import { passkeysPageUrl } from '../../realm/settings/account-page-policy.ts';
import { readSettings } from '../../realm/settings/read.ts';

/** What happens to a passkey: the templates' names, and the subject. */
const CHANGES = {
  added: {
    template: 'passkey-added',
    plainTemplate: 'linkgate-passkey-added',
    subject: 'linkgatePasskeyAddedSubject',
  },
  removed: {
    template: 'passkey-removed',
    plainTemplate: 'linkgate-passkey-removed',
    subject: 'linkgatePasskeyRemovedSubject',
  },
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
  const realm = requireRealm(session);
  const to = shownAddress(user);
  if (to === null) return false;
  // At Keycloak's own pages, the user knows the realm.
  const client = isOwnPage(change.client) ? null : change.client;
  const { template, plainTemplate, subject } = CHANGES[kind];
  const transport = transportOf(session, readSettings(session, client));
  const notice: BrandedEmail = {
    to,
    client,
    branding: client === null ? realmBranding(session) : clientBranding(session, client),
    language: accountLanguage(session, realm, user, byAdministrator),
    template,
    plainTemplate,
    attributes: {
      link: passkeysPageUrl(session),
      label,
      device: byAdministrator ? null : browserNameOf(session),
      requestedFrom: byAdministrator
        ? null
        : shortAddress(session.getContext().getConnection().getRemoteAddr()),
    },
    subject: { key: subject, value: client === null ? realmName(realm) : clientName(session, client) },
    withheld: false,
  };
  const outcome = deliverAccountNotice(session, to, transport, () =>
    sendBrandedEmail(session, notice, transport),
  );
  if (outcome === 'sent') return true;
  if (outcome !== 'limited') count(session, 'emailFailed', outcome);
  log.warn(`realm "${realm.getName()}": the email about a passkey that is ${kind} was not sent (${outcome})`);
  return false;
}

function isOwnPage(client: ClientModel | null): boolean {
  return client === null || BUILT_IN_CLIENTS.includes(client.getClientId());
}
