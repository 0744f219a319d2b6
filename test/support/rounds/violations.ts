/** Checks the history of a round of faults against the guarantees. */
import type { Called, Emailed, History, Tried, Where } from './history.ts';

/** How soon nodes must serve again after a fault, however slow the machine is; reports state how soon they did. */
export const RECOVERY_MILLIS = 60_000;
const MILLIS = 1000;
const BUSY = 503;
const BUSY_SHARE = 0.1;

/** A rule: returns a sentence for each violation. */
type Rule = (round: History) => string[];

/** No link, one-time code or referral code is used more often than allowed. */
const nothingDouble: Rule = ({ tried, emailed, accounts, sessions, rows, referrals }) => [
  ...emailed
    .filter(({ link }) => entriesBy(tried, [link]) > 1)
    .map(({ link }) => `double: link ${link} signed in ${entriesBy(tried, [link])} times`),
  ...users(emailed)
    .filter(([, links]) => entriesBy(tried, links) > 1)
    .map(
      ([email, links]) =>
        `double: of ${email} ${entriesBy(tried, links)} links signed in, requested before any was used`,
    ),
  ...[...accounts]
    .filter(([, count]) => count > 1)
    .map(([email, count]) => `double: ${email} has ${count} accounts`),
  ...users(emailed)
    .filter(
      ([email, links]) =>
        (sessions.get(email) ?? 0) > links.filter((link) => rows.get(link)?.state === 'used').length,
    )
    .map(([email]) => `double: ${email} has ${sessions.get(email)} sessions, more than links that were used`),
  ...referrals
    .filter(({ guests, maxUses, uses }) => Math.max(uses, newcomers(guests, accounts)) > maxUses)
    .map(({ id, maxUses, uses }) => `double: referral code ${id} counts ${uses} of ${maxUses} uses`),
];

/** What a response confirmed is done, and each emailed link is valid or rejected with a reason. */
const nothingLost: Rule = ({ requests, emailed, tried, ended, rows, accounts, referrals, excuse }) => [
  ...requests
    .filter((one) => one.response === 'sent' && !emailed.some((message) => isOf(message, one)))
    .map(({ email }) => `lost: an email to ${email} was promised and never came`),
  ...emailed.flatMap((message) => {
    const mine = tried.filter(({ link }) => link === message.link);
    const last = mine.at(-1)?.response.what;
    if (last !== 'in' && last !== 'rejected') return [`lost: link ${message.link} never got a response`];
    const row = rows.get(message.link);
    if (row === undefined && !mayBeRevoked(message, requests)) return [`lost: link ${message.link} is gone`];
    const unclear = mine.some(({ response }) => response.what === 'none' || response.what === 'busy');
    if (row?.state === 'used' && entriesBy(mine, [message.link]) === 0 && !unclear)
      return [`lost: link ${message.link} was used and signed in no user`];
    return [];
  }),
  ...ended
    .filter(({ got, unclear }) => got === 'nothing' && !unclear && !excuse.forgets)
    .map(({ link, detail }) => `lost: the user signed in by link ${link} got no tokens: ${detail}`),
  ...referrals
    .filter(({ guests, maxUses }) => newcomers(guests, accounts) < Math.min(maxUses, guests.length))
    .map(
      ({ id, guests, maxUses }) =>
        `lost: ${newcomers(guests, accounts)} of ${maxUses} uses of referral code ${id} admitted users`,
    ),
  ...referrals
    .filter(({ guests, uses }) => newcomers(guests, accounts) !== uses)
    .map(
      ({ id, uses }) =>
        `lost: referral code ${id} counts ${uses} uses, which differs from the number of accounts`,
    ),
];

/** No link is used after its expiry, nor rejected as expired before. */
const nothingLate: Rule = ({ tried, rows, excuse }) =>
  tried.flatMap(({ link, response, began, ended }) => {
    const row = rows.get(link);
    if (row === undefined) return [];
    const end = row.expiresAt * MILLIS;
    if (response.what === 'in' && began >= end + excuse.clockMillis)
      return [`late: link ${link} was accepted ${began - end} ms after its expiry`];
    if (response.what === 'rejected' && response.why === 'expired' && ended < end - excuse.clockMillis)
      return [`wrong reason: link ${link} was rejected as expired ${end - ended} ms before its expiry`];
    return [];
  });

/** The reason for each rejection matches the final state in the database. */
const rightReasons: Rule = ({ tried, rows, emailed, requests, referrals }) =>
  tried.flatMap(({ link, response }) => {
    if (response.what !== 'rejected') return [];
    const message = emailed.find((one) => one.link === link);
    const state = rows.get(link)?.state;
    const isRight = {
      used: () => state === 'used',
      superseded: () => state === 'superseded' && usedBeside(link, emailed, rows),
      expired: () => true,
      code: () => true,
      revoked: () => state === 'revoked' && message !== undefined && mayBeRevoked(message, requests),
      invalid: () => state === undefined && message !== undefined && mayBeRevoked(message, requests),
      referral: () =>
        referrals.some(
          ({ guests, uses, maxUses }) => guests.includes(message?.email ?? '') && uses === maxUses,
        ),
    }[response.why]();
    return isRight
      ? []
      : [`wrong reason: link ${link} was rejected as ${response.why}, and is ${state ?? 'gone'}`];
  });

/** Nodes serve again soon after the fault. */
const recoversSoon: Rule = ({ recovered }) =>
  recovered
    .filter(({ millis }) => millis > RECOVERY_MILLIS)
    .map(({ node, millis }) => `slow: the ${node} node served again after ${millis} ms`);

/** Every call gets a response, unless the fault excuses it, until the nodes serve again. */
const alwaysResponded: Rule = (round) =>
  round.called
    .filter((call) => call.status === null && !isExcused(call, round))
    .map(({ node, path, began }) => {
      const when = `${began - round.fault.began} ms after the fault began`;
      return `not excused: the ${node} node gave no response at ${path}, ${when}`;
    });

/** 503 with `Retry-After` is no violation, since a machine may be busy, but must be rare without a fault. */
const rarelyBusy: Rule = (round) => {
  const whole = round.called.filter((call) => !isExcused({ ...call, status: BUSY }, round));
  const busy = whole.filter(({ status }) => status === BUSY);
  if (busy.length <= whole.length * BUSY_SHARE) return [];
  const [first] = busy;
  return [
    `busy: ${busy.length} of ${whole.length} calls without an excuse; at the ${first?.node} node: ${first?.detail}`,
  ];
};

/** The violations in a round, one sentence each. */
export function violationsIn(round: History): string[] {
  const rules = [
    nothingDouble,
    nothingLost,
    nothingLate,
    rightReasons,
    recoversSoon,
    alwaysResponded,
    rarelyBusy,
  ];
  return [...rules.flatMap((rule) => rule(round)), ...round.wrong.map((what) => `wrong: ${what}`)];
}

function isExcused(
  { node, status, began, ended }: Called,
  { excuse, target, fault, recovered }: History,
): boolean {
  const where: Where = status === null ? excuse.none : excuse.busy;
  const until = Math.max(fault.ended, ...recovered.map(({ at }) => at));
  const isThere = where === 'anywhere' || (where === 'there' && node === target);
  return isThere && ended >= fault.began && began <= until;
}

function entriesBy(tried: readonly Tried[], links: readonly string[]): number {
  return tried.filter(({ link, response }) => response.what === 'in' && links.includes(link)).length;
}

/** Links by user; each user requests all links before using one. */
function users(emailed: readonly Emailed[]): [string, string[]][] {
  const by = Map.groupBy(emailed, ({ email }) => email);
  return [...by].map(([email, emails]) => [email, emails.map(({ link }) => link)]);
}

function newcomers(guests: readonly string[], accounts: ReadonlyMap<string, number>): number {
  return guests.reduce((sum, email) => sum + (accounts.get(email) ?? 0), 0);
}

function isOf({ email, at }: Emailed, requests: History['requests'][number]): boolean {
  return requests.email === email && requests.began <= at && at <= requests.ended;
}

/** A requester without a response may find the link revoked. */
function mayBeRevoked(message: Emailed, requests: History['requests']): boolean {
  return !requests.some((one) => one.response === 'sent' && isOf(message, one));
}

function usedBeside(link: string, emailed: readonly Emailed[], rows: History['rows']): boolean {
  const email = emailed.find((message) => message.link === link)?.email;
  return emailed.some(
    (message) => message.email === email && message.link !== link && rows.get(message.link)?.state === 'used',
  );
}
