/**
 * Sends a link: the row is committed first, then the mail leaves, and the row is taken back when the mail fails. The answer is the same
 * whether or not the address has an account; an account that is disabled gets no mail.
 */
import type { ClientModel, KeycloakSession, Mail } from 'keycloak';
import { inOwnTransaction } from '../database/sql.ts';
import { log } from '../engine/log.ts';
import { tell } from '../events/tell.ts';
import { speakFor } from '../language/selector.ts';
import { smtpSettings } from '../mail/smtp.ts';
import { canSendTo } from '../mail/smtp-properties.ts';
import { count } from '../metrics/count.ts';
import { baseUrl, hasFixedHostname, requireRealm } from '../protocol/base-url.ts';
import { type Problem, problem } from '../protocol/problem.ts';
import { countLink, uncountLink } from '../rate-limit/count.ts';
import { checkSignUp } from '../referral/gate.ts';
import type { Settings } from '../settings/parse.ts';
import { lookUpAccount } from './account.ts';
import { claimsOf } from './claims.ts';
import { codeKey } from './code/rows.ts';
import type { LinkRequest, LinkRow } from './link.ts';
import { renderLinkMail } from './mail.ts';
import { networkKey } from './network.ts';
import { deleteLink, insertLink, MAX_REQUEST_LENGTH } from './rows.ts';
import { signLinkToken } from './token.ts';

const Time = Java.type('org.keycloak.common.util.Time');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** What the function that goes on is told beside the outcome. */
export interface SentState {
  jti: string;
  email: string;
  /** When the link was counted under the rate policies, Unix milliseconds. */
  countedAt: number;
}

/** How the host ended the sending. */
export type MailOutcome = 'sent' | 'failed' | 'late' | 'busy';

/** What to send. */
export interface LinkOrder {
  client: ClientModel;
  /** Normalised. */
  email: string;
  request: LinkRequest;
  settings: Settings;
  /** The link's identifier, made up by whoever orders it. */
  jti: string;
  /** The code beside the link; null for none. */
  code: string | null;
}

/** A new link's identifier. */
export function newLinkId(): string {
  return KeycloakModelUtils.generateId();
}

/** A mail for the host, a problem, or `unsent` for an account that gets none. */
export function orderLink(session: KeycloakSession, order: LinkOrder): Mail | Problem | 'unsent' {
  const realm = requireRealm(session);
  if (!hasFixedHostname(session)) {
    log.error(
      `realm "${realm.getName()}": no link is sent without a fixed hostname; set --hostname to a whole URL, or the realm's frontendUrl`,
    );
    return problem('server_error');
  }
  if (!canSendTo(smtpSettings(session), order.email))
    return problem('temporarily_unavailable', 'The mail server takes no such address');
  speakFor(session, order.request.notes);
  const now = Time.currentTime();
  const account = lookUpAccount(session, realm, order.email);
  const barred =
    account === null ? checkSignUp(session, order.settings, order.client, order.request.referral, now) : null;
  if (barred) {
    tell(session, 'referral_refused', { error: barred.code });
    return barred;
  }
  const request = order.settings.bindIp
    ? { ...order.request, network: networkKey(session, order.jti) }
    : order.request;
  const tooLong = JSON.stringify(request).length > MAX_REQUEST_LENGTH;
  if (tooLong) return problem('invalid_request', 'the request is too long for a link');
  const counted = countLink(session, order.email);
  if ('problem' in counted) return counted.problem;
  const row: LinkRow = {
    jti: order.jti,
    clientUuid: order.client.getId(),
    email: order.email,
    userId: account === null ? null : account.id,
    state: 'issued',
    issuedAt: now,
    expiresAt: now + order.settings.linkLifetimeSeconds,
    request,
  };
  const token = signLinkToken(session, claimsOf(row, order.client.getClientId()));
  const state: SentState = { jti: row.jti, email: row.email, countedAt: counted.at };
  const mail = renderLinkMail(session, {
    to: order.email,
    accountsLanguage: account === null ? null : account.language,
    client: order.client,
    link: `${baseUrl(session)}/verify-email?token=${token}`,
    code: order.code,
    lifetimeSeconds: order.settings.linkLifetimeSeconds,
    expiresAt: row.expiresAt,
    state: JSON.stringify(state),
  });
  const key = order.code === null ? null : codeKey(order.jti, order.code);
  inOwnTransaction(session, (own) => insertLink(own, realm.getId(), row, key));
  if (account === null || account.enabled) return mail;
  // Nobody has this link; it is there so that the pages go on as for any other address.
  tell(session, 'link_not_sent', { userId: account.id, error: 'user_disabled' });
  return 'unsent';
}

/** Ends an order with the host's outcome: null when the mail is on its way, else the problem, with the link and its count taken back. */
export function settleLink(session: KeycloakSession, outcome: MailOutcome, state: SentState): Problem | null {
  if (outcome === 'sent') {
    count('linkSent');
    tell(session, 'link_sent');
    return null;
  }
  count('mailFailed', outcome);
  tell(session, 'link_not_sent', { error: 'temporarily_unavailable', reason: outcome });
  log.warn(`realm "${requireRealm(session).getName()}": a link mail was not sent (${outcome})`);
  inOwnTransaction(session, (own) => deleteLink(own, state.jti));
  uncountLink(session, state.email, state.countedAt);
  return problem('temporarily_unavailable', 'The mail could not be sent; please try again later');
}
