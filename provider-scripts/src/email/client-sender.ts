/** The sender and the route of an email of a client, or of the realm, by their settings. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { isLinkgateRealm } from '../realm/settings/enabled.ts';
import { settingOf } from '../realm/settings/of.ts';
import { CLIENT, REALM } from '../realm/settings/table.ts';
import { type OwnSender, type Sender, senderFor } from './sender.ts';
import type { SmtpSettings } from './smtp-properties.ts';

const NONE: OwnSender = { from: '', replyTo: '', headers: {} };

/** The sender of an email of a client, or of the realm. */
export function senderOf(
  session: KeycloakSession,
  smtp: SmtpSettings,
  client: ClientModel | null,
  name: string | undefined,
): Sender {
  const realm = requireRealm(session);
  return senderFor(smtp, name, ownSender(session, client), {
    domains: settingOf(realm, REALM.senderDomains),
    headers: settingOf(realm, REALM.emailHeaders),
  });
}

/** What a client sets; nothing in a stock realm, where clients may set their attributes themselves. */
function ownSender(session: KeycloakSession, client: ClientModel | null): OwnSender {
  if (client === null || !isLinkgateRealm(requireRealm(session))) return NONE;
  return {
    from: settingOf(client, CLIENT.emailFrom),
    replyTo: settingOf(client, CLIENT.emailReplyTo),
    headers: settingOf(client, CLIENT.emailHeaders),
  };
}

/** The name of the route that a client prefers; empty for none. */
export function preferredRoute(session: KeycloakSession, client: ClientModel | null): string {
  return client === null || !isLinkgateRealm(requireRealm(session))
    ? ''
    : settingOf(client, CLIENT.emailRoute);
}
