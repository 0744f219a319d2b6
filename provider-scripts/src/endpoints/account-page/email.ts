/** The emails about changes that users make on their own page: the realm's own, to one of their addresses. */

import type { KeycloakSession, UserModel } from 'keycloak';
import { sendBrandedEmail } from '../../email/branded-email.ts';
import type { SendResult } from '../../email/outcome.ts';
import { type Transport, transportOf } from '../../email/transport.ts';
import { browserNameOf } from '../../http/request/browser.ts';
import { count } from '../../observability/metrics/count.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { realmBranding } from '../../realm/branding/client-branding.ts';
import { realmName } from '../../realm/branding/realm-name.ts';
import { accountLanguage } from '../../realm/language/selector.ts';
import { shortAddress } from '../../realm/rate-limit/addresses.ts';
import { readSettings } from '../../realm/settings/read.ts';

/** Such an email. */
export interface AccountEmail {
  user: UserModel;
  to: string;
  /** The template's name; `linkgate-…` for a theme that doesn't extend Linkgate's. */
  template: 'account-deleted' | 'address-change';
  /** The key of its subject, in which {0} is the realm. */
  subject: string;
  attributes?: { readonly [name: string]: JsonValue };
  /** Must not be delivered: only checks whether the mail server would accept it. */
  withheld?: boolean;
}

/** How these emails are sent. */
export function accountTransport(session: KeycloakSession): Transport {
  return transportOf(session, readSettings(session, null));
}

/** Sends it, in the user's language, with the browser and the network of this request; logs that it wasn't sent. */
export function sendAccountEmail(
  session: KeycloakSession,
  { user, to, template, subject, attributes = {}, withheld = false }: AccountEmail,
  transport: Transport = accountTransport(session),
): SendResult {
  const realm = requireRealm(session);
  const result = sendBrandedEmail(
    session,
    {
      to,
      client: null,
      branding: realmBranding(session),
      language: accountLanguage(session, realm, user),
      template,
      plainTemplate: `linkgate-${template}`,
      attributes: {
        ...attributes,
        device: browserNameOf(session),
        requestedFrom: shortAddress(session.getContext().getConnection().getRemoteAddr()),
      },
      subject: { key: subject, value: realmName(realm) },
      withheld,
    },
    transport,
  );
  const { outcome } = result;
  if (outcome === 'sent') return result;
  count(session, 'emailFailed', outcome);
  log.warn(`realm "${realm.getName()}": the email ${template} was not sent (${outcome})`);
  return result;
}
