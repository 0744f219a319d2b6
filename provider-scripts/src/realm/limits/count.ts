/** Counts calls under the realm's limits, and stores the caller's status for the response's headers. */

import type { KeycloakSession } from 'keycloak';
import { count as countOnMeter } from '../../observability/metrics/count.ts';
import { log } from '../../platform/engine/log.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { addressIn, callerKey, callerKeys, isIn } from '../../platform/limits/addresses.ts';
import {
  fixedValue,
  isSettable,
  type LimitName,
  type MemoryLimit,
  POLLS_PER_GENERAL_REQUEST,
} from '../../platform/limits/limits.ts';
import { mailboxOf } from '../../platform/limits/mailboxes.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { requestOf } from '../../platform/session/request.ts';
import { once, sessionValue } from '../../platform/session/values.ts';
import { type LimitsInForce, limitWarnings, readLimits } from './in-force.ts';
import { type LimitStatus, reportable, stricter } from './limit-status.ts';
import type { LimitKey } from './rows.ts';

const Counters = Java.type('org.linkgate.host.Counters');

const LIMIT_STATUS = sessionValue<LimitStatus>('limit-status');
/** A warning about a limit is logged once in this time. */
const WARNING_SECONDS = 60;

/** Returns the limits in force. */
function limitsOf(session: KeycloakSession): LimitsInForce {
  const realm = requireRealm(session);
  const raw = (name: string) => realm.getAttribute(name);
  return cachedWithRealm(realm, 'limits', () => {
    for (const line of limitWarnings(raw)) {
      const text = `realm "${realm.getName()}": ${line}`;
      if (readCount(Counters.take(text, 1, WARNING_SECONDS)).granted) log.warn(text);
    }
    return readLimits(raw);
  });
}

/**
 * Returns a caller's key for a limit, with the value in force. A caller is an email address (normalised), which counts as its mailbox, a network, or
 * '' for the realm.
 */
export function limitKeyOf(session: KeycloakSession, name: LimitName, caller: string): LimitKey {
  const { values, mailboxes } = limitsOf(session);
  const value = isSettable(name) ? values[name] : fixedValue(name);
  return { name, caller: mailboxOf(caller, mailboxes), value };
}

/** Returns the caller's IP address, determined by Keycloak's `proxy-headers` setting. */
export function callerAddress(session: KeycloakSession): string {
  return once(session, 'caller-address', () => {
    const { address, host } = requestOf(session);
    // If a proxy adds a port or a zone, the server has no address, and the unparsed text as the host.
    return addressIn(address) ?? addressIn(host) ?? host ?? '';
  });
}

/** The network that this request comes from: an IPv4 address, or an IPv6 /64. */
export function requestNetwork(session: KeycloakSession): string {
  return callerKey(callerAddress(session));
}

/** Whether a network, an IPv4 address or an IPv6 /64, is exempt from the limits by IP. */
export function isExempt(session: KeycloakSession, network: string): boolean {
  return isIn(network.replace('/64', ''), limitsOf(session).exempt);
}

/** Counts the request by IP under a limit that is counted in memory; returns the problem if it exceeds the limit. */
export function countCall(session: KeycloakSession, name: MemoryLimit): Problem | null {
  const { values, exempt } = limitsOf(session);
  const address = callerAddress(session);
  if (isIn(address, exempt)) return null;
  const { count, seconds } = values[name];
  const realm = realmIdOf(session);
  const { caller, network } = callerKeys(address);
  const taken = Counters.take(name, `${realm} ${caller}`, `${realm} ${network}`, count, seconds);
  return recordCount(session, name, count, taken);
}

/** How long a caller whose unsigned requests exceeded the limit is rejected before anything is read for it. */
const UNSIGNED_SECONDS = 60;

/**
 * Counts a request of which it can't be told whether it is signed, under the limit of any request; returns the problem if it exceeds that. It doesn't
 * speak against its sender, whose next request is looked at.
 */
export function countUnverified(session: KeycloakSession): Problem | null {
  return countCall(session, 'general');
}

/** Counts a request whose signature is wrong; returns the problem if there were too many, and then rejects its sender for a while. */
export function countUnsigned(session: KeycloakSession): Problem | null {
  const excess = countCall(session, 'general');
  if (excess !== null) Counters.take(unsignedKey(session), 1, UNSIGNED_SECONDS);
  return excess;
}

/** The problem of a caller that has just sent too many such requests; null for any other. */
export function excessOfUnsigned(session: KeycloakSession): Problem | null {
  if (!Counters.has(unsignedKey(session), UNSIGNED_SECONDS)) return null;
  return { ...problem('rate_limited', { seconds: UNSIGNED_SECONDS }), waitSeconds: UNSIGNED_SECONDS };
}

function unsignedKey(session: KeycloakSession): string {
  return `unsigned ${realmIdOf(session)} ${requestNetwork(session)}`;
}

/** Counts a poll of a waiting tab, per browser and per IP; returns the problem if one exceeds its limit. */
export function countPoll(session: KeycloakSession, browser: string): Problem | null {
  const { count, seconds } = fixedValue('sign-in-state');
  const realm = realmIdOf(session);
  const taken = Counters.take(`sign-in-state ${realm} ${browser}`, count, seconds);
  const excess = recordCount(session, 'sign-in-state', count, taken);
  return excess ?? countPollOfIp(session, realm);
}

/** How long, in seconds, a node remembers that a waiting tab's link has ended: about as long as the tab's cookie names the link. */
const ENDED_SECONDS = SECONDS_PER_DAY;

/** Records that a link has finally ended; each node remembers the links that were polled there. */
export function recordEndedLink(session: KeycloakSession, jti: string): void {
  Counters.take(endedKey(session, jti), 1, ENDED_SECONDS);
}

/** Whether this node has recorded that a link has ended. */
export function isEndRecorded(session: KeycloakSession, jti: string): boolean {
  return Counters.has(endedKey(session, jti), ENDED_SECONDS);
}

function endedKey(session: KeycloakSession, jti: string): string {
  return `link-ended ${realmIdOf(session)} ${jti}`;
}

function countPollOfIp(session: KeycloakSession, realm: string): Problem | null {
  const { values, exempt } = limitsOf(session);
  const address = callerAddress(session);
  if (isIn(address, exempt)) return null;
  const { count, seconds } = values.general;
  const limit = count * POLLS_PER_GENERAL_REQUEST;
  const taken = Counters.take(`sign-in-state-ip ${realm} ${callerKey(address)}`, limit, seconds);
  return recordCount(session, 'sign-in-state', limit, taken);
}

/**
 * Counts a client ID metadata document that is fetched for this caller, per IP and per host; returns the problem if one exceeds its limit. Callers
 * that are exempt from limits by IP don't count.
 */
export function countDocument(session: KeycloakSession, host: string): Problem | null {
  const address = callerAddress(session);
  if (isIn(address, limitsOf(session).exempt)) return null;
  const realm = realmIdOf(session);
  const counted = (name: 'client-document-host' | 'client-document-ip', caller: string) => {
    const { count, seconds } = fixedValue(name);
    return recordCount(session, name, count, Counters.take(`${name} ${realm} ${caller}`, count, seconds));
  };
  return counted('client-document-ip', callerKey(address)) ?? counted('client-document-host', host);
}

function recordCount(
  session: KeycloakSession,
  name: LimitName,
  limit: number,
  taken: ReturnType<typeof Counters.take>,
): Problem | null {
  const status: LimitStatus = { limit, ...readCount(taken) };
  if (!status.granted) countOnMeter(session, 'limitHit', name);
  return recordLimitStatuses(session, [status]);
}

function readCount(taken: ReturnType<typeof Counters.take>): Omit<LimitStatus, 'limit'> {
  return { granted: Number(taken[0]) === 1, remaining: Number(taken[1]), resetSeconds: Number(taken[2]) };
}

/** Returns the limits of a link to an address: by address and by IP. */
export function linkLimits(session: KeycloakSession, email: string): LimitKey[] {
  const address = callerAddress(session);
  const byEmail = limitKeyOf(session, 'link-email', email);
  if (isIn(address, limitsOf(session).exempt)) return [byEmail];
  return [byEmail, limitKeyOf(session, 'link-ip', callerKey(address))];
}

/**
 * Returns the limits of a step's link: of what was typed, and of the IP. The limit of the address that gets the email is silent, so that the
 * response never tells whose address a name has.
 */
export function stepLinkLimits(session: KeycloakSession, typed: string, recipient: string): LimitKey[] {
  const { value } = limitKeyOf(session, 'link-email', typed);
  return [
    ...linkLimits(session, typed),
    { ...limitKeyOf(session, 'link-recipient', recipient), value, silent: true },
  ];
}

/** Returns the limits of a browser in which the address's account has signed in before: used once the address's limit is used up. */
export function knownDeviceLimits(limitKeys: readonly LimitKey[]): LimitKey[] {
  return limitKeys.map((limitKey) =>
    limitKey.name === 'link-email'
      ? { ...limitKey, name: 'link-device', value: fixedValue('link-device') }
      : limitKey,
  );
}

/** Returns the limits of a link requested by a backend, which sends many requests from one IP: by address and by realm. */
export function backendLinkLimits(session: KeycloakSession, email: string): LimitKey[] {
  return [limitKeyOf(session, 'link-email', email), limitKeyOf(session, 'link-backend', '')];
}

/** Returns the limits of a link to one of a list of users: by address and by realm. */
export function listedLinkLimits(session: KeycloakSession, email: string): LimitKey[] {
  return [limitKeyOf(session, 'link-email', email), limitKeyOf(session, 'link-lists', '')];
}

/** Returns the limits of an invitation's email: by realm. */
export function invitationLimits(session: KeycloakSession): LimitKey[] {
  return [limitKeyOf(session, 'invitations', '')];
}

/** Returns the limits of a guess by IP; none for a caller exempt from limits by IP. */
export function guessLimits(session: KeycloakSession, name: 'one-time-code-ip' | 'referral-ip'): LimitKey[] {
  const address = callerAddress(session);
  if (isIn(address, limitsOf(session).exempt)) return [];
  return [limitKeyOf(session, name, callerKey(address))];
}

/** Returns the status of this request's caller; null if nothing was counted. */
export function limitStatusOf(session: KeycloakSession): LimitStatus | null {
  return LIMIT_STATUS.of(session);
}

/**
 * Adds statuses to the caller's, for the response's headers; returns the problem if one rejects the request. The status of an email address is
 * reported only if it rejects the request (contract, section 8.2).
 */
export function recordLimitStatuses(
  session: KeycloakSession,
  statuses: readonly LimitStatus[],
): Problem | null {
  const before = limitStatusOf(session);
  const [first, ...others] = [...(before === null ? [] : [before]), ...reportable(statuses)];
  if (first === undefined) return null;
  const min = others.reduce(stricter, first);
  LIMIT_STATUS.record(session, min);
  if (min.granted) return null;
  const waitSeconds = min.resetSeconds;
  return { ...problem('rate_limited', { seconds: waitSeconds }), waitSeconds };
}
