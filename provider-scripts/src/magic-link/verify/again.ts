/** Sends a new link for the request of one that can't be used any more: the same address, client and request. */
import type { KeycloakSession, Mail, Response } from 'keycloak';
import { jsonAnswer } from '../../protocol/answers.ts';
import type { Problem } from '../../protocol/problem.ts';
import { refuseByPage, wantsPage } from '../../protocol/refuse-by-page.ts';
import { readSettings } from '../../settings/read.ts';
import { page } from '../../sign-in/page.ts';
import { minutesOf } from '../lifetime.ts';
import { type MailOutcome, newLinkId, orderLink, type SentState, settleLink } from '../send.ts';
import type { FoundLink } from './find.ts';

const HostMail = Java.type('org.linkgate.host.Mail');

/** The field of the form that asks for a new link. */
export const AGAIN_FIELD = 'again';

/** Orders the mail, without a code; the tab that asked for the old link isn't waited for any more. */
export function sendAgain(session: KeycloakSession, { row, client }: FoundLink): Response | Mail {
  const { askedBy: _, ...request } = row.request;
  const settings = readSettings(session, client);
  const order = orderLink(session, {
    client,
    email: row.email,
    request,
    settings,
    jti: newLinkId(),
    code: null,
  });
  if (order === 'unsent') return sentPage(session, row.email);
  return order instanceof HostMail ? order : refuseByPage(session, order as Problem, 'both');
}

/** Goes on when the host has sent the mail, or hasn't. */
export function sentAgain(outcome: MailOutcome, state: string, session: KeycloakSession): Response {
  const sent = JSON.parse(state) as SentState;
  const failed = settleLink(session, outcome, sent);
  return failed ? refuseByPage(session, failed, 'both') : sentPage(session, sent.email);
}

function sentPage(session: KeycloakSession, email: string): Response {
  if (!wantsPage(session)) return jsonAnswer(200, { message: 'A new link is on its way', email }).build();
  const client = session.getContext().getClient();
  const lifetimeMinutes =
    client === null ? null : minutesOf(readSettings(session, client).linkLifetimeSeconds);
  return page(session, 'linkgate-sent.ftl', 200, { sentTo: email, lifetimeMinutes });
}
