/** Counts calls under the realm's policies, and keeps where the caller stands for the headers of the response. */
import type { KeycloakSession } from 'keycloak';
import { log } from '../engine/log.ts';
import { SECONDS_PER_DAY } from '../engine/time.ts';
import { type Problem, problem } from '../errors/problem.ts';
import { keptWithRealm } from '../keycloak/kept-with-realm.ts';
import { requireRealm } from '../keycloak/realm.ts';
import {
  fixedRate,
  isPolicy,
  type LimitName,
  type MemoryPolicy,
  POLLS_PER_GENERAL_REQUEST,
} from '../limits/limits.ts';
import { count as countOnMeter } from '../metrics/count.ts';
import { addressIn, callerKey, callerKeys, isIn } from './addresses.ts';
import { type LimitStatus, reportable, tighter } from './limit-status.ts';
import { parsePolicies, type RatePolicies } from './policies.ts';
import type { LimitKey } from './rows.ts';

const Counters = Java.type('org.linkgate.host.Counters');

const LIMIT_STATUS_ATTRIBUTE = 'linkgate.rate.standing';
/** A warning about a policy is logged once in this time. */
const WARNING_SECONDS = 60;

/** The policies in force. */
function policiesOf(session: KeycloakSession): RatePolicies {
  const realm = requireRealm(session);
  return keptWithRealm(realm, 'policies', () =>
    parsePolicies(
      (attribute) => realm.getAttribute(attribute),
      (line) => {
        const text = `realm "${realm.getName()}": ${line}`;
        if (Counters.take(text, 1, WARNING_SECONDS).granted()) log.warn(text);
      },
    ),
  );
}

/** What a caller counts under, of one limit, at the rate in force: an email address (normalised), a network, or '' for the whole realm. */
export function limitKeyOf(session: KeycloakSession, policy: LimitName, caller: string): LimitKey {
  const rate = isPolicy(policy) ? policiesOf(session).rates[policy] : fixedRate(policy);
  return { policy, caller, rate };
}

/** The caller's IP address, as Keycloak's `proxy-headers` setting has it. */
export function callerAddress(session: KeycloakSession): string {
  const connection = session.getContext().getConnection();
  const host = connection.getRemoteHost();
  // Where a proxy writes a port or a zone, the server has no address, and the text as it came for a host.
  return addressIn(connection.getRemoteAddr()) ?? addressIn(host) ?? host ?? '';
}

/** Whether a network, an IPv4 address or an IPv6 /64, is exempt from the limits by IP. */
export function isExempt(session: KeycloakSession, network: string): boolean {
  return isIn(network.replace('/64', ''), policiesOf(session).exempt);
}

/** Counts the request under a policy by IP that is kept in memory; the rejection if it is over the limit. */
export function countCall(session: KeycloakSession, policy: MemoryPolicy): Problem | null {
  const { rates, exempt } = policiesOf(session);
  const address = callerAddress(session);
  if (isIn(address, exempt)) return null;
  const { count, seconds } = rates[policy];
  const realm = requireRealm(session).getId();
  const { caller, network } = callerKeys(address);
  const taken = Counters.take(policy, `${realm} ${caller}`, `${realm} ${network}`, count, seconds);
  return noteTaken(session, policy, count, taken);
}

/** Counts the polls of a browser for its waiting tabs, and those of its IP for all browsers; the rejection if one is over the limit. */
export function countQuestion(session: KeycloakSession, browser: string): Problem | null {
  const { count, seconds } = fixedRate('sign-in-state');
  const realm = requireRealm(session).getId();
  const taken = Counters.take(`sign-in-state ${realm} ${browser}`, count, seconds);
  const excess = noteTaken(session, 'sign-in-state', count, taken);
  return excess ?? countQuestionOfIp(session, realm);
}

/** How long a node remembers that a waiting tab's link has ended, in seconds: about as long as its cookie names it. */
const ENDED_SECONDS = SECONDS_PER_DAY;

/** Notes that a link has ended, for good; each node remembers those it was asked about. */
export function noteEndedLink(session: KeycloakSession, jti: string): void {
  Counters.take(endedKey(session, jti), 1, ENDED_SECONDS);
}

/** Whether it is noted. */
export function isNotedEnded(session: KeycloakSession, jti: string): boolean {
  return Counters.has(endedKey(session, jti), ENDED_SECONDS);
}

function endedKey(session: KeycloakSession, jti: string): string {
  return `link-ended ${requireRealm(session).getId()} ${jti}`;
}

function countQuestionOfIp(session: KeycloakSession, realm: string): Problem | null {
  const { rates, exempt } = policiesOf(session);
  const address = callerAddress(session);
  if (isIn(address, exempt)) return null;
  const { count, seconds } = rates.general;
  const limit = count * POLLS_PER_GENERAL_REQUEST;
  const taken = Counters.take(`sign-in-state-ip ${realm} ${callerKey(address)}`, limit, seconds);
  return noteTaken(session, 'sign-in-state', limit, taken);
}

function noteTaken(
  session: KeycloakSession,
  policy: LimitName,
  limit: number,
  taken: ReturnType<typeof Counters.take>,
): Problem | null {
  if (!taken.granted()) countOnMeter(session, 'limitHit', policy);
  const standing: LimitStatus = {
    limit,
    remaining: Number(taken.remaining()),
    resetSeconds: Number(taken.resetSeconds()),
    granted: taken.granted(),
  };
  return note(session, [standing]);
}

/** What a link to an address is counted under: the policies by address and by IP. */
export function linkLimits(session: KeycloakSession, email: string): LimitKey[] {
  const address = callerAddress(session);
  const byEmail = limitKeyOf(session, 'link-email', email);
  if (isIn(address, policiesOf(session).exempt)) return [byEmail];
  return [byEmail, limitKeyOf(session, 'link-ip', callerKey(address))];
}

/** The same for a browser in which the address's account has signed in before: what it has left once others have used up the address's. */
export function ownDeviceLimits(limitKeys: readonly LimitKey[]): LimitKey[] {
  return limitKeys.map((limitKey) =>
    limitKey.policy === 'link-email'
      ? { ...limitKey, policy: 'link-device', rate: fixedRate('link-device') }
      : limitKey,
  );
}

/** What a link requested by a backend is counted under, since it requests many from one IP: the address and the realm. */
export function backendLinkLimits(session: KeycloakSession, email: string): LimitKey[] {
  return [limitKeyOf(session, 'link-email', email), limitKeyOf(session, 'link-backend', '')];
}

/** What the email of an invitation is counted under: the realm. */
export function invitationLimits(session: KeycloakSession): LimitKey[] {
  return [limitKeyOf(session, 'invitations', '')];
}

/**
 * The limitKey by IP, if it is to be checked before anything is looked up for an address: once this node has seen that many requests from
 * there. Before that, it would cost everybody one more statement.
 */
export function likelySpent(session: KeycloakSession, limitKeys: readonly LimitKey[]): LimitKey | null {
  const byIp = limitKeys.find(({ policy }) => policy === 'link-ip');
  if (byIp === undefined) return null;
  const orders = `orders ${requireRealm(session).getId()} ${byIp.caller}`;
  return Counters.take(orders, byIp.rate.count, byIp.rate.seconds).granted() ? null : byIp;
}

/** What a guess is counted under by IP; nothing for a caller exempt from the limits by IP. */
export function guessLimits(
  session: KeycloakSession,
  policy: 'one-time-code-ip' | 'referral-ip',
): LimitKey[] {
  const address = callerAddress(session);
  if (isIn(address, policiesOf(session).exempt)) return [];
  return [limitKeyOf(session, policy, callerKey(address))];
}

/** Where the caller of this request stands; null when nothing was counted. */
export function limitStatusOf(session: KeycloakSession): LimitStatus | null {
  return session.getAttribute(LIMIT_STATUS_ATTRIBUTE) as LimitStatus | null;
}

/**
 * Adds to what is known about the caller, for the headers of the response; the rejection if one of the statuses is one. What was counted of an
 * address is reported only where that rejects the request (contract, section 8.2).
 */
export function note(session: KeycloakSession, statuses: readonly LimitStatus[]): Problem | null {
  const before = limitStatusOf(session);
  const [first, ...others] = [...(before === null ? [] : [before]), ...reportable(statuses)];
  if (first === undefined) return null;
  const min = others.reduce(tighter, first);
  session.setAttribute(LIMIT_STATUS_ATTRIBUTE, min);
  if (min.granted) return null;
  const waitSeconds = min.resetSeconds;
  return { ...problem('rate_limited', { seconds: waitSeconds }), waitSeconds };
}
