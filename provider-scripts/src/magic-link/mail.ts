/** The mail that carries a link. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { Brand } from '../branding/brand.ts';
import { clientName } from '../branding/client-brand.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { minutesOf } from '../language/minutes.ts';
import { languageFor } from '../language/selector.ts';
import { type BrandedMail, renderBrandedMail, sendBrandedMail } from '../mail/branded-mail.ts';
import type { Letter } from '../mail/message.ts';
import type { MailOutcome } from '../mail/outcome.ts';
import type { Transport } from '../mail/transport.ts';

/** What a link mail is about. */
export interface LinkMail {
  to: string;
  /** The language of the account, if there is one; what the request asks for takes precedence. */
  accountsLanguage: string | null;
  client: ClientModel;
  /** How it looks. */
  brand: Brand;
  link: string;
  /** The code sent with the link; null for none. */
  code: string | null;
  /** Whether the link can sign in where it was requested. */
  handOff: boolean;
  lifetimeSeconds: number;
  /** When the link expires, in Unix seconds. */
  expiresAt: number;
  /** Nobody may get it: the mail server is asked whether it would accept it, and that is all. */
  withheld: boolean;
}

/** Sends it; a withheld one takes as long and fails like any other, but isn't sent. */
export function sendLinkMail(session: KeycloakSession, mail: LinkMail, transport: Transport): MailOutcome {
  return sendBrandedMail(session, brandedMail(session, mail), transport);
}

/** What the message says, and in which language. */
export function renderLinkMail(session: KeycloakSession, mail: LinkMail): Letter {
  return renderBrandedMail(session, brandedMail(session, mail));
}

function brandedMail(session: KeycloakSession, mail: LinkMail): BrandedMail {
  const { to, client, brand, withheld } = mail;
  const subject = { key: 'linkgateMagicLinkSubject', value: clientName(session, client) };
  return {
    to,
    client,
    brand,
    language: languageFor(session, requireRealm(session), mail.accountsLanguage),
    template: 'magic-link',
    attributes: {
      link: mail.link,
      code: mail.code,
      handOff: mail.handOff,
      lifetimeMinutes: minutesOf(mail.lifetimeSeconds),
      expiresAt: mail.expiresAt,
      askedFrom: session.getContext().getConnection().getRemoteAddr(),
    },
    subject: brand.subject ?? subject,
    withheld,
  };
}
