/** The email that carries a link. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { Branding } from '../branding/branding.ts';
import { clientName } from '../branding/client-branding.ts';
import { type BrandedEmail, renderBrandedEmail, sendBrandedEmail } from '../email/branded-email.ts';
import type { Letter } from '../email/message.ts';
import type { EmailOutcome } from '../email/outcome.ts';
import type { Transport } from '../email/transport.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { minutesOf } from '../language/minutes.ts';
import { languageFor } from '../language/selector.ts';

/** What a link email is about. */
export interface LinkEmail {
  to: string;
  /** The language of the account, if there is one; what the request asks for takes precedence. */
  accountsLanguage: string | null;
  client: ClientModel;
  /** How it looks. */
  branding: Branding;
  link: string;
  /** The code sent with the link; null for none. */
  code: string | null;
  /** Whether the link can sign in where it was requested. */
  crossDevice: boolean;
  lifetimeSeconds: number;
  /** When the link expires, in Unix seconds. */
  expiresAt: number;
  /** Nobody may get it: the mail server is asked whether it would accept it, and that is all. */
  withheld: boolean;
}

/** Sends it; a withheld one takes as long and fails like any other, but isn't sent. */
export function sendLinkEmail(
  session: KeycloakSession,
  email: LinkEmail,
  transport: Transport,
): EmailOutcome {
  return sendBrandedEmail(session, brandedEmail(session, email), transport);
}

/** What the message says, and in which language. */
export function renderLinkEmail(session: KeycloakSession, email: LinkEmail): Letter {
  return renderBrandedEmail(session, brandedEmail(session, email));
}

function brandedEmail(session: KeycloakSession, email: LinkEmail): BrandedEmail {
  const { to, client, branding, withheld } = email;
  const subject = { key: 'linkgateMagicLinkSubject', value: clientName(session, client) };
  return {
    to,
    client,
    branding,
    language: languageFor(session, requireRealm(session), email.accountsLanguage),
    template: 'magic-link',
    attributes: {
      link: email.link,
      code: email.code,
      crossDevice: email.crossDevice,
      lifetimeMinutes: minutesOf(email.lifetimeSeconds),
      expiresAt: email.expiresAt,
      requestedFrom: session.getContext().getConnection().getRemoteAddr(),
    },
    subject: branding.subject ?? subject,
    withheld,
  };
}
