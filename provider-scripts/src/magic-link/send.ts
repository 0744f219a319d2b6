/**
 * Sends a link: the row is committed first, then the mail leaves, and the row is taken back when the mail fails. The answer is the same
 * whether or not the address has an account; for one that is disabled the mail server is asked as for any other, and gets no mail.
 */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { type KnownAccount, lookUpAccount } from '../account/account.ts';
import { clientBrand } from '../branding/client-brand.ts';
import { inOwnTransaction, inRepeatedTransaction } from '../database/sql.ts';
import { log } from '../engine/log.ts';
import { invalidFields, type Problem, problem } from '../errors/problem.ts';
import { emit } from '../events/emit.ts';
import { baseUrl, requireRealm } from '../keycloak/base-url.ts';
import { checkFixedHostname } from '../keycloak/fixed-hostname.ts';
import { speakFor } from '../language/selector.ts';
import type { MailOutcome } from '../mail/branded-mail.ts';
import { smtpSettings } from '../mail/smtp.ts';
import { canSendTo } from '../mail/smtp-properties.ts';
import { count } from '../metrics/count.ts';
import { tally } from '../metrics/tally.ts';
import { guessDemands, likelySpent, linkDemands, note } from '../rate-limit/count.ts';
import {
  type Demand,
  judgeWithin,
  type Reservation,
  releaseWithin,
  reserveWithin,
} from '../rate-limit/rows.ts';
import type { Standing } from '../rate-limit/standing.ts';
import { type Barred, checkSignUp } from '../referral/gate.ts';
import type { Settings } from '../settings/parse.ts';
import { claimsOf } from './claims.ts';
import type { LinkRequest, LinkRow } from './link.ts';
import { sendLinkMail } from './mail.ts';
import { networkKey } from './network.ts';
import { codeKey } from './one-time-code/rows.ts';
import { deleteLink, insertLink, MAX_REQUEST_LENGTH } from './rows.ts';
import { signLinkToken } from './token.ts';

const Time = Java.type('org.keycloak.common.util.Time');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

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
  /** What it counts under, where that isn't the address and the IP of who asked. */
  demands?: readonly Demand[];
  /** What the browser that waits is known by, where the link can be handed over to it; null where it can't. */
  handOffKey: string | null;
}

/** A new link's identifier. */
export function newLinkId(): string {
  return KeycloakModelUtils.generateId();
}

/** Sends the link; null when it is on its way, or when nobody may learn that it isn't, else why none was sent. */
export function sendLink(session: KeycloakSession, order: LinkOrder): Problem | null {
  const wrong = checkOrder(session, order);
  if (wrong !== null) return wrong;
  speakFor(session, order.request.notes);
  const stored = storeLink(session, order);
  if ('problem' in stored) return stored.problem;
  const { account } = stored;
  const outcome = mailLink(session, order, stored);
  if (outcome !== 'sent') return takeBack(session, stored, outcome);
  if (isBarred(account)) {
    // Nobody has this link; it is there so that the pages go on as for any other address.
    emit(session, 'link_not_sent', { userId: account.id, error: 'user_disabled' });
    return null;
  }
  count(session, 'linkSent');
  emit(session, 'link_sent');
  return null;
}

/** Makes the link and gives it back; no mail leaves. */
export function giveLink(session: KeycloakSession, order: LinkOrder): { url: string } | { problem: Problem } {
  const wrong = checkOrder(session, order);
  if (wrong !== null) return { problem: wrong };
  const stored = storeLink(session, order);
  return 'problem' in stored ? stored : { url: linkOf(session, order, stored.row) };
}

function linkOf(session: KeycloakSession, { client }: LinkOrder, row: LinkRow): string {
  const token = signLinkToken(session, claimsOf(row, client.getClientId()));
  return `${baseUrl(session)}/verify-email?token=${token}`;
}

/** Whether an account may not sign in. */
function isBarred(account: KnownAccount | null): account is KnownAccount {
  return account !== null && !account.enabled;
}

/** What is wrong with an order whatever its address. */
function checkOrder(session: KeycloakSession, order: LinkOrder): Problem | null {
  const adrift = checkFixedHostname(session);
  if (adrift !== null) return adrift;
  if (!canSendTo(smtpSettings(session), order.email)) {
    return invalidFields([{ field: 'email', message: 'mail is sent only to addresses in ASCII here' }]);
  }
  const isTooLong = JSON.stringify(rowRequest(session, order)).length > MAX_REQUEST_LENGTH;
  return isTooLong ? problem('invalid_request', 'the request is too long for a link') : null;
}

/** The request as the link's row holds it. */
function rowRequest(session: KeycloakSession, { request, settings, jti }: LinkOrder): LinkRequest {
  return settings.bindIp ? { ...request, network: networkKey(session, jti) } : request;
}

/** A link that was counted and stored. */
interface StoredLink {
  row: LinkRow;
  account: KnownAccount | null;
  /** What it was counted under, and when, in Unix milliseconds. */
  demands: readonly Demand[];
  countedAt: number;
}

/** What became of an order in its transaction. */
type Ordered =
  | { spent: Standing }
  | { barred: Barred }
  | { reservation: Reservation; row: LinkRow; account: KnownAccount | null };

/**
 * Looks the address up, counts the link and stores it: one transaction, committed before the mail leaves. The request's own one has asked
 * the database nothing by then, so that it holds no connection while the mail is sent.
 */
function storeLink(session: KeycloakSession, order: LinkOrder): StoredLink | { problem: Problem } {
  const { client, email, settings, jti, code, handOffKey } = order;
  const request = rowRequest(session, order);
  const demands = order.demands ?? linkDemands(session, email);
  const guesses = guessDemands(session, 'referral-ip');
  const suspect = likelySpent(session, demands);
  const now = Time.currentTime();
  const ordered = inRepeatedTransaction<Ordered>(session, (own) => {
    const spent = judgeWithin(own, suspect === null ? [] : [suspect]).find(({ granted }) => !granted);
    if (spent !== undefined) return { spent };
    const realm = requireRealm(own);
    const account = lookUpAccount(own, realm, email);
    const barred =
      account === null ? checkSignUp(own, settings, client, request.referral, guesses, now) : null;
    if (barred !== null) return { barred };
    const row: LinkRow = {
      jti,
      clientUuid: client.getId(),
      email,
      userId: account === null ? null : account.id,
      state: 'issued',
      issuedAt: now,
      expiresAt: now + settings.linkLifetimeSeconds,
      request,
      handOff: handOffKey === null ? null : { key: handOffKey, state: 'open', handedAt: null },
    };
    const reservation = reserveWithin(own, demands);
    if (reservation.granted) insertLink(own, realm.getId(), row, code === null ? null : codeKey(jti, code));
    return { reservation, row, account };
  });
  if ('spent' in ordered) return { problem: note(session, [ordered.spent]) ?? problem('too_many_requests') };
  if ('barred' in ordered) {
    const { barred } = ordered;
    const wrong =
      'wrong' in barred ? barred.wrong : (note(session, barred.excess) ?? problem('too_many_requests'));
    emit(session, 'referral_refused', { error: wrong.code });
    return { problem: wrong };
  }
  const { reservation, row, account } = ordered;
  const excess = note(session, reservation.standings);
  if (excess !== null) return { problem: excess };
  tally(session, 'links_asked', 1, row.issuedAt);
  tally(session, 'links_expired', 1, row.expiresAt);
  return { row, account, demands, countedAt: reservation.at };
}

/** Makes the mail and sends it; a mail that can't even be made takes its link back, too. */
function mailLink(session: KeycloakSession, order: LinkOrder, stored: StoredLink): MailOutcome {
  const { row, account } = stored;
  try {
    return sendLinkMail(session, {
      to: row.email,
      accountsLanguage: account === null ? null : account.language,
      client: order.client,
      brand: clientBrand(order.client),
      link: linkOf(session, order, row),
      code: order.code,
      handOff: order.handOffKey !== null,
      lifetimeSeconds: order.settings.linkLifetimeSeconds,
      expiresAt: row.expiresAt,
      withheld: isBarred(account),
    });
  } catch (failure) {
    takeBack(session, stored, 'failed');
    throw failure;
  }
}

/** Takes a link whose mail wasn't sent back, with its count. */
function takeBack(
  session: KeycloakSession,
  stored: StoredLink,
  outcome: Exclude<MailOutcome, 'sent'>,
): Problem {
  count(session, 'mailFailed', outcome);
  emit(session, 'link_not_sent', { error: 'temporarily_unavailable', reason: outcome });
  log.warn(`realm "${requireRealm(session).getName()}": a link mail was not sent (${outcome})`);
  inOwnTransaction(session, (own) => {
    releaseWithin(own, stored.demands, stored.countedAt);
    deleteLink(own, stored.row.jti);
  });
  tally(session, 'links_expired', -1, stored.row.expiresAt);
  return problem('temporarily_unavailable', 'The mail could not be sent; please try again later');
}
