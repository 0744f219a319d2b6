/** The mail of an invitation. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { clientBrand, clientName } from '../branding/client-brand.ts';
import { baseUrl } from '../keycloak/base-url.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { matchLanguage } from '../language/match.ts';
import { languagesOf } from '../language/selector.ts';
import { type BrandedMail, sendBrandedMail } from '../mail/branded-mail.ts';
import type { MailOutcome } from '../mail/outcome.ts';
import type { Transport } from '../mail/transport.ts';
import { daysOf, type InvitationRow } from './invitation.ts';
import { emailKey, signOptOut } from './keys.ts';

/** Sends it with the link of that token; it names who invites, and how one gets no more of these (RFC 8058). */
export function sendInvitationMail(
  session: KeycloakSession,
  client: ClientModel,
  row: InvitationRow,
  token: string,
  transport: Transport,
): MailOutcome {
  const realm = requireRealm(session);
  const page = `${baseUrl(session)}/invitation`;
  const language = matchLanguage(
    row.language === null ? [] : [row.language],
    languagesOf(realm),
    realm.getDefaultLocale() ?? 'en',
  );
  const optOutToken = signOptOut(session, emailKey(realm.getId(), row.email));
  const optOut = `${page}/opt-out?token=${optOutToken}&ui_locales=${language}`;
  const email: BrandedMail = {
    to: row.email,
    client,
    brand: clientBrand(client),
    language,
    template: 'invitation',
    attributes: {
      link: `${page}?token=${token}`,
      optOut,
      person: row.name,
      inviter: row.inviter,
      text: row.text,
      lifetimeDays: daysOf(row.lifetimeSeconds),
      expiresAt: row.endsAt,
    },
    subject: { key: 'linkgateInvitationSubject', value: clientName(session, client) },
    headers: { 'List-Unsubscribe': `<${optOut}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    withheld: false,
  };
  return sendBrandedMail(session, email, transport);
}
