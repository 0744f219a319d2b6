/** The email that tells an account of a sign-in on a new device. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { sendBrandedEmail } from '../../email/branded-email.ts';
import type { SendResult } from '../../email/outcome.ts';
import type { Transport } from '../../email/transport.ts';
import { agentName, type UserAgent } from '../../http/request/user-agent.ts';
import { shortAddress } from '../../platform/limits/addresses.ts';
import { clientBranding, clientName } from '../../realm/branding/client-branding.ts';
import { NOTICE_LIFETIME_DAYS } from './token.ts';

const DateTimeFormatter = Java.type('java.time.format.DateTimeFormatter');
const FormatStyle = Java.type('java.time.format.FormatStyle');
const Instant = Java.type('java.time.Instant');
const Locale = Java.type('java.util.Locale');
const ZoneId = Java.type('java.time.ZoneId');

/** What the email tells. */
export interface NoticeFacts {
  /** The language tag. */
  language: string;
  agent: UserAgent;
  /** When the sign-in was completed, in Unix seconds. */
  at: number;
  /** The IP address that it came from. */
  address: string;
  /** The link *This wasn't me*. */
  link: string;
}

/** Sends it. */
export function sendNoticeEmail(
  session: KeycloakSession,
  client: ClientModel,
  to: string,
  { language, agent, at, address, link }: NoticeFacts,
  transport: Transport,
): SendResult {
  return sendBrandedEmail(
    session,
    {
      to,
      client,
      branding: clientBranding(session, client),
      language,
      template: 'new-device',
      plainTemplate: 'linkgate-new-device',
      attributes: {
        link,
        device: agentName(agent),
        signedInAt: timeIn(language, at),
        signedInFrom: shortAddress(address),
        lifetimeDays: NOTICE_LIFETIME_DAYS,
      },
      subject: { key: 'linkgateNewDeviceSubject', value: clientName(session, client) },
      withheld: false,
    },
    transport,
  );
}

/** A time (Unix seconds) in the language's own format, and in UTC: where the recipient is isn't known. */
function timeIn(language: string, at: number): string {
  return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.LONG)
    .withLocale(Locale.forLanguageTag(language))
    .withZone(ZoneId.of('UTC'))
    .format(Instant.ofEpochSecond(at));
}
