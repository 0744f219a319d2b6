/** The email that tells an account of a sign-in on a new device. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { sendBrandedEmail } from '../../email/branded-email.ts';
import type { SendResult } from '../../email/outcome.ts';
import type { Transport } from '../../email/transport.ts';
import type { UserAgent } from '../../http/request/user-agent.ts';
import { shortAddress } from '../../platform/limits/addresses.ts';
import { clientBranding, clientName } from '../../realm/branding/client-branding.ts';
import { dateAndTime } from '../../realm/language/times.ts';
import { NOTICE_LIFETIME_DAYS } from './token.ts';

/** What the email tells. */
export interface NoticeFacts {
  /** The language tag. */
  language: string;
  /** The same with the region by which times are written. */
  tagForTimes: string;
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
  { to, userId }: { to: string; userId: string },
  { language, tagForTimes, agent, at, address, link }: NoticeFacts,
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
        signedInAt: dateAndTime(tagForTimes, at),
        signedInFrom: shortAddress(address),
        lifetimeDays: NOTICE_LIFETIME_DAYS,
      },
      requester: { agent, time: null },
      subject: { key: 'linkgateNewDeviceSubject', value: clientName(session, client) },
      about: { userId, linkId: null },
      withheld: false,
    },
    transport,
  );
}
