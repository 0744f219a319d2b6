/**
 * The one table of limits (contract, section 8.2): what each counts by, its value, and for those that a realm can set,
 * the default. The reader of the attributes, the counters, the meters and the admin API all use it.
 */
import { SECONDS_PER_DAY } from '../engine/time.ts';

/** A number of requests within a sliding window of seconds. */
export interface LimitValue {
  count: number;
  seconds: number;
}

/** What requests are counted by: email address, IP address (or IPv6 /64), browser, the host of a URL, a challenge, or the whole realm. */
type Caller = 'email' | 'ip' | 'browser' | 'host' | 'challenge' | 'realm';

/** A limit that a setting of the realm replaces. */
interface Settable {
  per: Caller;
  fallback: LimitValue;
  max: LimitValue;
  /** `memory`: each node counts and reports to the others; `database`: exact. */
  counted: 'memory' | 'database';
}

/** A limit that can't be configured. */
interface Fixed {
  per: Caller;
  value: LimitValue;
  /** Each node counts by itself; otherwise the database does, exactly. */
  counted?: 'memory';
  /** Set if exceeding it pauses all guesses in the realm. */
  brake?: true;
}

const perHour = (count: number): LimitValue => ({ count, seconds: 3600 });
const perMinute = (count: number): LimitValue => ({ count, seconds: 60 });
const perDay = (count: number): LimitValue => ({ count, seconds: SECONDS_PER_DAY });

const LINK_MAX = perDay(1000);
/** The largest value that is counted in memory. */
export const CALL_MAX = perHour(100_000);

const ofLinks = (fallback: LimitValue) => ({ fallback, max: LINK_MAX, counted: 'database' }) as const;
const ofCalls = (fallback: LimitValue) => ({ fallback, max: CALL_MAX, counted: 'memory' }) as const;

/** The limits by name, as meters, statistics and the admin API publish them. */
export const LIMITS = {
  'link-email': { per: 'email', ...ofLinks(perHour(20)) },
  /** Links that steps of a stock realm send to an account's address, whatever was typed; its value is that of `link-email`. */
  'link-recipient': { per: 'email', value: perHour(20) },
  /** Links to an address for browsers that its account has signed in from before, once `link-email` is used up. */
  'link-device': { per: 'email', value: perHour(3) },
  'link-ip': { per: 'ip', ...ofLinks(perHour(100)) },
  /** Links that a realm's backends may request in total. */
  'link-backend': { per: 'realm', value: perHour(200) },
  invitations: { per: 'realm', ...ofLinks(perHour(1000)) },
  /** Links to lists of users that a realm's backends have sent: a list leaves the links that are requested one by one theirs. */
  'link-lists': { per: 'realm', ...ofLinks(perHour(1000)) },
  /** Wrong one-time codes for an address, over all its links. */
  'one-time-code': { per: 'email', value: perDay(20) },
  'one-time-code-ip': { per: 'ip', value: perHour(30) },
  /** Wrong codes of emails without a link: only this rejects them, beside the attempts of each code. */
  'one-time-code-browser': { per: 'browser', value: perHour(30) },
  /** Allows for typos in a large realm; a guess at a one-time code succeeds with a probability of at most one in a million. */
  'one-time-code-realm': { per: 'realm', value: perHour(1000), brake: true },
  /** Wrong referral codes. */
  'referral-ip': { per: 'ip', value: perHour(30) },
  'referral-realm': { per: 'realm', value: perHour(1000), brake: true },
  /** Wrong comparison codes: per address, requesting network and realm. */
  'comparison-code-email': { per: 'email', value: perDay(5) },
  'comparison-code-network': { per: 'ip', value: perDay(20) },
  'comparison-code-realm': { per: 'realm', value: perHour(50), brake: true },
  /** Notices of new devices to an account. Links are limited themselves; a passkey's sign-ins aren't. */
  'new-device': { per: 'email', value: perHour(20) },
  /** Notices of passkeys and of a deleted account. */
  'account-notice': { per: 'email', value: perHour(20) },
  /** Emails that tell an address that the rules for sign-up reject it. */
  'sign-up-told': { per: 'email', value: perDay(1) },
  /** Uses of a proof that a challenge was solved, for longer than it is valid on any node. */
  'shield-proof': { per: 'challenge', value: { count: 1, seconds: 600 } },
  general: { per: 'ip', ...ofCalls(perMinute(100)) },
  session: { per: 'ip', ...ofCalls(perMinute(20)) },
  /** How often a browser with tabs waiting for links may poll `/sign-in-state`. */
  'sign-in-state': { per: 'browser', value: { count: 1, seconds: 1 }, counted: 'memory' },
  /** Fetched client ID metadata documents: nobody uses the server to reach others. */
  'client-document-host': { per: 'host', value: perMinute(10), counted: 'memory' },
  'client-document-ip': { per: 'ip', value: perMinute(10), counted: 'memory' },
} as const satisfies Readonly<Record<string, Settable | Fixed>>;

/** How many polls for waiting tabs an IP may send per general request that it is allowed. */
export const POLLS_PER_GENERAL_REQUEST = 6;

type Limits = typeof LIMITS;
export type LimitName = keyof Limits;

/** The limits that are counted in memory. */
type InMemory = Named<{ counted: 'memory' }>;

/** The names of the limits of a kind. */
type Named<Kind> = { [Name in LimitName]: Limits[Name] extends Kind ? Name : never }[LimitName];

export type SettableLimit = Named<Settable>;
export type FixedName = Named<Fixed>;
/** The limits that are counted in memory. */
export type MemoryLimit = Extract<SettableLimit, InMemory>;
/** The limits that pause a realm's guesses. */
export type Brake = Named<{ brake: true }>;
/** A limit counted in the database for which an administrator can look up a caller. */
export type CallerLimit = Exclude<Named<{ per: 'email' } | { per: 'ip' }>, InMemory>;

/** The names, in the order of the table. */
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
export const SETTABLE_NAMES = LIMIT_NAMES.filter(isSettable);
export const FIXED_NAMES = LIMIT_NAMES.filter(isFixed);
export const MEMORY_LIMITS = SETTABLE_NAMES.filter(isInMemory);
export const BRAKES = FIXED_NAMES.filter(isBrake);

/** The limits that act in a stock realm with the step. */
export const STEP_LIMITS: readonly LimitName[] = [
  'link-email',
  'link-recipient',
  'link-ip',
  'invitations',
  'link-lists',
  'account-notice',
  'sign-up-told',
  'shield-proof',
  'one-time-code',
  'one-time-code-ip',
  'one-time-code-browser',
  'one-time-code-realm',
  'comparison-code-email',
  'comparison-code-network',
  'comparison-code-realm',
  'sign-in-state',
];

/** The limits alone. */
export const SETTABLE = Object.fromEntries(SETTABLE_NAMES.map((name) => [name, LIMITS[name]])) as Pick<
  Limits,
  SettableLimit
>;

/** The limits that count an email address or an IP address in the database. */
export const LIMITS_OF: Readonly<Record<'email' | 'ip', readonly CallerLimit[]>> = {
  email: LIMIT_NAMES.filter((name): name is CallerLimit => countsInDatabase(name, 'email')),
  ip: LIMIT_NAMES.filter((name): name is CallerLimit => countsInDatabase(name, 'ip')),
};

/** Whether a realm can set the limit. */
export function isSettable(name: LimitName): name is SettableLimit {
  return 'fallback' in LIMITS[name];
}

/** The value of a limit that can't be configured. */
export function fixedValue(name: FixedName): LimitValue {
  return LIMITS[name].value;
}

function isFixed(name: LimitName): name is FixedName {
  return !isSettable(name);
}

function isInMemory(name: SettableLimit): name is MemoryLimit {
  return LIMITS[name].counted === 'memory';
}

function isBrake(name: FixedName): name is Brake {
  return 'brake' in LIMITS[name];
}

function countsInDatabase(name: LimitName, caller: Caller): boolean {
  const limit: Settable | Fixed = LIMITS[name];
  return limit.per === caller && limit.counted !== 'memory';
}
