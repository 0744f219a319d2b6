/** The email of an invitation. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { fullName } from '../../accounts/name.ts';
import { type BrandedEmail, renderBrandedEmail, sendBrandedEmail } from '../../email/branded-email.ts';
import { type About, NOBODYS } from '../../email/feedback/emails.ts';
import type { RenderedEmail } from '../../email/message.ts';
import { type SendResult, toldOfSuppression } from '../../email/outcome.ts';
import type { Transport } from '../../email/transport.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { clientBranding, clientName } from '../../realm/branding/client-branding.ts';
import { matchLanguage } from '../../realm/language/match.ts';
import { languagesOf } from '../../realm/language/selector.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { daysOf, type InvitationRow } from './invitation.ts';
import { emailKey, signOptOut } from './keys.ts';

/** Sends the email with the token's link, the inviter's name and an opt-out link (RFC 8058). */
export function sendInvitationEmail(
  session: KeycloakSession,
  client: ClientModel,
  row: InvitationRow,
  { token, userId }: { token: string; userId: string | null },
  transport: Transport,
): SendResult {
  const optOut = signOptOut(session, emailKey(realmIdOf(session), row.email));
  const email = invitationEmail(session, client, row, { token, optOut, about: { userId, linkId: null } });
  // The inviter learns it: the address isn't a secret of theirs.
  return toldOfSuppression(sendBrandedEmail(session, email, transport));
}

/** Renders the email with links that don't work. */
export function previewInvitationEmail(
  session: KeycloakSession,
  client: ClientModel,
  row: InvitationRow,
): RenderedEmail {
  return renderBrandedEmail(
    session,
    invitationEmail(session, client, row, { token: '', optOut: '', about: NOBODYS }),
  );
}

/** The email with the tokens of its links, and whose it is. */
function invitationEmail(
  session: KeycloakSession,
  client: ClientModel,
  row: InvitationRow,
  { token, about, ...tokens }: { token: string; optOut: string; about: About },
): BrandedEmail {
  const realm = requireRealm(session);
  const page = `${baseUrl(session)}/invitation`;
  const language = matchLanguage(
    row.language === null ? [] : [row.language],
    languagesOf(realm),
    realm.getDefaultLocale() ?? 'en',
  );
  const optOut = `${page}/opt-out?token=${tokens.optOut}&ui_locales=${language}`;
  return {
    to: row.email,
    client,
    // Of a stock realm, clients may have set these attributes themselves.
    branding: isLinkgateRealm(realm) ? clientBranding(session, client) : {},
    language,
    template: 'invitation',
    plainTemplate: 'linkgate-invitation',
    attributes: {
      link: `${page}?token=${token}`,
      optOut,
      user: fullName(row.firstName, row.lastName),
      hasAccount: row.hasAccount,
      inviter: row.inviter,
      text: row.text,
      lifetimeDays: daysOf(row.lifetimeSeconds),
      expiresAt: row.endsAt,
    },
    subject: { key: 'linkgateInvitationSubject', value: clientName(session, client) },
    headers: { 'List-Unsubscribe': `<${optOut}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    about,
    withheld: false,
  };
}
