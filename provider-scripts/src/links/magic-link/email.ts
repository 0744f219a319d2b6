/** The email that signs in: it carries a link, a one-time code, or both. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import {
  type BrandedEmail,
  type EmailRequester,
  renderBrandedEmail,
  sendBrandedEmail,
} from '../../email/branded-email.ts';
import { type About, NOBODYS } from '../../email/feedback/emails.ts';
import { type LinkTemplate, subjectKeyOf, templateOf } from '../../email/link-templates.ts';
import type { RenderedEmail } from '../../email/message.ts';
import type { SendResult } from '../../email/outcome.ts';
import type { Transport } from '../../email/transport.ts';
import { browserOf } from '../../http/request/browser.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { shortAddress } from '../../platform/limits/addresses.ts';
import { type Branding, brandingIn } from '../../realm/branding/branding.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { lifetimeOf } from '../../realm/language/durations.ts';
import { languageFor, tagForTimes } from '../../realm/language/selector.ts';
import { timeOfDay } from '../../realm/language/times.ts';
import type { Purpose } from './purpose.ts';

export interface LinkEmail {
  to: string;
  /** The language of the account, if there is one; `ui_locales` takes precedence. */
  accountLanguage: string | null;
  client: ClientModel;
  /** The email's logo, colours and texts. */
  branding: Branding;
  /** What the link is for; a sign-in if left out. */
  purpose?: Purpose;
  /** Null if the email has only a code. */
  link: string | null;
  /** The one-time code, as it is written; null for none. */
  code: string | null;
  /** Whether the link allows a cross-device sign-in. */
  crossDevice: boolean;
  lifetimeSeconds: number;
  /** When the link expires, in Unix seconds. */
  expiresAt: number;
  /** Whether nobody's browser has requested it, of whose network the email could tell. */
  isByBackend?: boolean;
  /** A template of the realm's own; left out for the usual one. */
  custom?: LinkTemplate;
  /** Whose it is, and which link; left out for an example. */
  about?: About;
  /** Must not be sent: the mail server is only queried whether it would accept the recipient. */
  withheld: boolean;
}

/** Sends the email; a withheld one takes as long and fails like any other, but isn't sent. */
export function sendLinkEmail(session: KeycloakSession, email: LinkEmail, transport: Transport): SendResult {
  return sendBrandedEmail(session, brandedEmail(session, email), transport);
}

/** Renders the email in the recipient's language. */
export function renderLinkEmail(session: KeycloakSession, email: LinkEmail): RenderedEmail {
  return renderBrandedEmail(session, brandedEmail(session, email));
}

const SIGN_IN: Purpose = { purpose: 'sign-in' };

/** The subject's text; {0} is the application, or the provider that is linked. */
const SUBJECTS: Readonly<Record<Purpose['purpose'], string>> = {
  'sign-in': 'linkgateMagicLinkSubject',
  reset: 'linkgateResetSubject',
  'link-provider': 'linkgateLinkProviderTitle',
};

/** The same where the email has only a code, if it differs. */
const SUBJECTS_OF_CODES: Readonly<Partial<Record<Purpose['purpose'], string>>> = {
  'sign-in': 'linkgateMagicLinkSubject.code',
};

/** The browser that requested it; null if it isn't one, such as an app's server. */
function requesterOf(session: KeycloakSession, language: string): EmailRequester | null {
  const agent = browserOf(session);
  if (agent.browser === null) return null;
  return { agent, time: timeOfDay(tagForTimes(session, language), currentTime()) };
}

function brandedEmail(session: KeycloakSession, email: LinkEmail): BrandedEmail {
  const { to, client, branding, purpose = SIGN_IN, custom, about, withheld } = email;
  const language = languageFor(session, email.accountLanguage);
  const usualKey =
    (email.link === null ? SUBJECTS_OF_CODES[purpose.purpose] : undefined) ?? SUBJECTS[purpose.purpose];
  const subject = {
    key: custom === undefined ? usualKey : subjectKeyOf(custom.name),
    value: purpose.purpose === 'link-provider' ? purpose.provider : clientName(session, client),
  };
  return {
    to,
    client,
    branding,
    language,
    template: custom === undefined ? 'magic-link' : templateOf(custom.name),
    plainTemplate: 'linkgate-step-link',
    attributes: {
      ...purpose,
      link: email.link,
      ...(email.link === null ? { codeOnly: true } : {}),
      code: email.code,
      crossDevice: email.crossDevice,
      lifetime: lifetimeOf(email.lifetimeSeconds),
      expiresAt: email.expiresAt,
      requestedFrom:
        email.isByBackend === true
          ? null
          : shortAddress(session.getContext().getConnection().getRemoteAddr()),
      ...(custom === undefined ? {} : { values: custom.values }),
    },
    requester: email.isByBackend === true ? null : requesterOf(session, language),
    subject: brandingIn(branding, language).subject ?? subject,
    about: about ?? NOBODYS,
    withheld,
  };
}
