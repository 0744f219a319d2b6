/**
 * Sends emails that Keycloak itself writes (verifications, resets, required actions, invitations into organizations, events) by the realm's routes,
 * where it wants that. Keycloak's transaction stays open meanwhile: it can't be ended here without committing what Keycloak may still roll back.
 */
import type { JavaMap, KeycloakSession, UserModel } from 'keycloak';
import { inAscii } from '../accounts/address/idn.ts';
import { tally } from '../observability/metrics/tally.ts';
import { FAILED_EMAILS_BY_CAUSE } from '../observability/statistics/names.ts';
import { FINDINGS, type SendCause } from '../platform/errors/catalogue/findings.ts';
import { pathOf } from '../platform/session/address.ts';
import { hasOwnStep } from '../realm/flow/own-step.ts';
import { isLinkgateRealm } from '../realm/settings/enabled.ts';
import { settingOf } from '../realm/settings/of.ts';
import { REALM } from '../realm/settings/table.ts';
import { sendByRoutes } from './attempt.ts';
import { senderOf } from './client-sender.ts';
import { NOBODYS } from './feedback/emails.ts';
import { recordEmailLater, suppressionOf } from './feedback/record.ts';
import { smtpSettings } from './smtp.ts';
import { canSendTo } from './smtp-properties.ts';
import { transportOf } from './transport.ts';

const InMemoryUserAdapter = Java.type('org.keycloak.storage.adapter.InMemoryUserAdapter');

/** The functions of the provider, as the host calls them. */
export const REALM_SENDER = {
  /** Whether the routes of the session's realm send an email with these settings of a mail server. */
  takes(session: KeycloakSession, config: JavaMap<string, string>): boolean {
    const realm = session.getContext().getRealm();
    if (realm === null || !settingOf(realm, REALM.allEmails)) return false;
    return (
      (isLinkgateRealm(realm) || hasOwnStep(realm)) && isOwn(session, config) && !isConnectionTest(session)
    );
  },

  /** Sends it, in at most ten seconds; returns why it wasn't sent, and an empty text if it was. `user`: whose address it is, if Keycloak says so. */
  send(
    session: KeycloakSession,
    address: string,
    user: UserModel | null,
    subject: string,
    text: string,
    html: string,
  ): string {
    const smtp = smtpSettings(session);
    const to = inAscii(address);
    if (to === null || !canSendTo(smtp, to)) return failed(session, 'email-recipient-rejected');
    const email = { to, subject, text, html, language: null };
    const sender = senderOf(session, smtp, null, undefined);
    const { routes } = transportOf(session, { emailSender: 'smtp' }, smtp);
    const isSuppressed = suppressionOf(session, to) !== null;
    const startedAt = Date.now();
    const { cause, way } = sendByRoutes(session, { sender, email, withheld: isSuppressed }, routes);
    if (cause !== null) return failed(session, cause);
    const millis = Date.now() - startedAt;
    const about = { ...NOBODYS, userId: userIdOf(session, user) };
    const known = { kind: KEYCLOAKS, about, clientUuid: null, way, isSuppressed, withheld: false };
    recordEmailLater(session, { to, millis, ...known });
    return '';
  },
};

/** The kind of Keycloak's own emails, whose templates aren't known here. */
const KEYCLOAKS = 'keycloak';

function failed(session: KeycloakSession, cause: SendCause): string {
  tally(session, `${FAILED_EMAILS_BY_CAUSE}${cause}`);
  return FINDINGS[cause];
}

/**
 * The account that an email is about: its address's, or, for an address that is to become its own, that of the sign-in in progress. Keycloak invites
 * strangers into organizations by an account in memory, whose ID is nobody's.
 */
function userIdOf(session: KeycloakSession, user: UserModel | null): string | null {
  const one = user ?? session.getContext().getAuthenticationSession()?.getAuthenticatedUser() ?? null;
  return one === null || one instanceof InMemoryUserAdapter ? null : one.getId();
}

/** Whether the settings are those of the session's realm: routes are another realm's otherwise. */
function isOwn(session: KeycloakSession, config: JavaMap<string, string>): boolean {
  const own = smtpSettings(session);
  return (
    config.size() === Object.keys(own).length &&
    Object.entries(own).every(([name, value]) => (config.get(name) ?? '') === value)
  );
}

/** The console's test of the mail server's settings, which is about that server. */
function isConnectionTest(session: KeycloakSession): boolean {
  try {
    return pathOf(session).endsWith('/testSMTPConnection');
  } catch {
    // Outside a request, as events are.
    return false;
  }
}
