/** Emails to an account's address about what is done to the account: in its language, with the browser and the network of the request. */

import type { ClientModel, KeycloakSession, UserModel } from 'keycloak';
import { browserOf } from '../http/request/browser.ts';
import { count } from '../observability/metrics/count.ts';
import { currentTime } from '../platform/engine/clock.ts';
import type { JsonValue } from '../platform/engine/json-value.ts';
import { log } from '../platform/engine/log.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { shortAddress } from '../platform/limits/addresses.ts';
import { clientBranding, clientName, realmBranding } from '../realm/branding/client-branding.ts';
import { realmName } from '../realm/branding/realm-name.ts';
import { readSettings } from '../realm/flow/read.ts';
import { accountLanguage, tagForTimes } from '../realm/language/selector.ts';
import { timeOfDay } from '../realm/language/times.ts';
import { requestNetwork } from '../realm/limits/count.ts';
import { sendBrandedEmail } from './branded-email.ts';
import type { SendResult } from './outcome.ts';
import { type Transport, transportOf } from './transport.ts';

/** Such an email. */
export interface AccountEmail {
  user: UserModel;
  to: string;
  /** The template's name; `linkgate-…` for a theme that doesn't extend Linkgate's. */
  template: 'account-deleted' | 'address-change' | 'passkey-added' | 'passkey-removed';
  /** The key of its subject, in which {0} is the client or the realm. */
  subject: string;
  /** The client whose look and name it has; the realm's without one. */
  client?: ClientModel | null;
  attributes?: { readonly [name: string]: JsonValue };
  /** Whether an administrator's request causes it, whose browser, network and language aren't the user's. */
  byAdministrator?: boolean;
  /** Must not be delivered: only checks whether the mail server would accept it. */
  withheld?: boolean;
}

/** How these emails are sent. */
export function accountTransport(session: KeycloakSession, client: ClientModel | null = null): Transport {
  return transportOf(session, readSettings(session, client));
}

/** Sends it; counts and logs that it wasn't sent. */
export function sendAccountEmail(
  session: KeycloakSession,
  email: AccountEmail,
  transport: Transport,
): SendResult {
  const { user, to, template, subject, client = null, byAdministrator = false } = email;
  const realm = requireRealm(session);
  const language = accountLanguage(session, realm, user, byAdministrator);
  const result = sendBrandedEmail(
    session,
    {
      to,
      client,
      branding: client === null ? realmBranding(session) : clientBranding(session, client),
      language,
      template,
      plainTemplate: `linkgate-${template}`,
      attributes: {
        ...email.attributes,
        requestedFrom: byAdministrator
          ? null
          : shortAddress(session.getContext().getConnection().getRemoteAddr()),
      },
      requester: byAdministrator
        ? null
        : { agent: browserOf(session), time: timeOfDay(tagForTimes(session, language), currentTime()) },
      subject: { key: subject, value: client === null ? realmName(realm) : clientName(session, client) },
      about: {
        userId: user.getId(),
        linkId: null,
        network: byAdministrator ? null : requestNetwork(session),
      },
      withheld: email.withheld ?? false,
    },
    transport,
  );
  const { outcome } = result;
  if (outcome === 'sent') return result;
  count(session, 'accountEmailFailed', outcome);
  log.warn(`realm "${realm.getName()}": the email ${template} was not sent (${outcome})`);
  return result;
}
