/** The rate policies, their defaults, and the one reader of the realm's attributes (contract, section 8.2). */
import { type Finding, finding } from '../errors/finding.ts';
import type { LimitName } from '../metrics/meters.ts';
import { type Cidr, parseCidrs } from './addresses.ts';

/** A number of calls in any span of a number of seconds. */
export interface Rate {
  count: number;
  seconds: number;
}

/** A policy as it is declared. */
interface DeclaredPolicy {
  /** The realm attribute that holds `count/seconds`. */
  attribute: string;
  fallback: Rate;
  max: Rate;
}

const LINK_MAX: Rate = { count: 1000, seconds: 86_400 };
/** The most that a policy counted in memory may allow, and the longest window. */
export const CALL_MAX: Rate = { count: 100_000, seconds: 3600 };

/** The names of the policies. `link-…` and `invitations` are counted in the database, the others in the nodes' memory. */
export const POLICY_NAMES = [
  'link-email',
  'link-ip',
  'invitations',
  'general',
  'session',
] as const satisfies readonly LimitName[];
export type PolicyName = (typeof POLICY_NAMES)[number];

/** The policies. */
export const POLICIES = {
  'link-email': {
    attribute: 'linkgate.rate.link-email',
    fallback: { count: 20, seconds: 3600 },
    max: LINK_MAX,
  },
  'link-ip': {
    attribute: 'linkgate.rate.link-ip',
    fallback: { count: 100, seconds: 3600 },
    max: LINK_MAX,
  },
  invitations: {
    attribute: 'linkgate.rate.invitations',
    fallback: { count: 1000, seconds: 3600 },
    max: LINK_MAX,
  },
  general: {
    attribute: 'linkgate.rate.general',
    fallback: { count: 100, seconds: 60 },
    max: CALL_MAX,
  },
  session: {
    attribute: 'linkgate.rate.session',
    fallback: { count: 20, seconds: 60 },
    max: CALL_MAX,
  },
} as const satisfies Readonly<Record<PolicyName, DeclaredPolicy>>;

/**
 * Links to an address for browsers in which its account has signed in before, once others have used up `link-email`; no setting changes it.
 */
export const LINKS_TO_OWN_DEVICES: Rate = { count: 3, seconds: 3600 };

/** Wrong codes and wrong referral codes that an IP may submit; no setting changes it. */
export const GUESSES_PER_IP: Rate = { count: 30, seconds: 3600 };

/** Wrong codes beside links to an address, whichever link they are typed for; no setting changes it. */
export const WRONG_CODES_PER_ADDRESS: Rate = { count: 20, seconds: 86_400 };

/**
 * Wrong codes beside links, and wrong referral codes, in a realm; no setting changes it. So many may be typos in a large realm, and at most one
 * of a million guesses at six digits is right.
 */
export const WRONG_CODES_PER_REALM: Rate = { count: 1000, seconds: 3600 };

/** Links that a realm's backends may request in total; no setting changes it. */
export const BACKEND_LINKS_PER_REALM: Rate = { count: 200, seconds: 3600 };

/** Wrong digits by which a link would be handed over: for an address, for the requesting network, in a realm; no setting changes them. */
export const WRONG_DIGITS = {
  address: { count: 5, seconds: 86_400 },
  network: { count: 20, seconds: 86_400 },
  realm: { count: 50, seconds: 3600 },
} as const satisfies Record<string, Rate>;

/** How many times as many polls for waiting tabs as general requests an IP may send. */
export const QUESTIONS_PER_GENERAL_REQUEST = 6;

/** How often a browser whose tabs wait for links may poll `/sign-in-state`; no setting changes it. */
export const QUESTIONS_PER_BROWSER: Rate = { count: 1, seconds: 1 };

/** The limits that no setting changes: all that aren't policies. */
export const FIXED = {
  'link-device': LINKS_TO_OWN_DEVICES,
  'link-backend': BACKEND_LINKS_PER_REALM,
  'link-code': WRONG_CODES_PER_ADDRESS,
  'link-code-ip': GUESSES_PER_IP,
  'link-code-realm': WRONG_CODES_PER_REALM,
  'referral-ip': GUESSES_PER_IP,
  'referral-realm': WRONG_CODES_PER_REALM,
  'hand-off-email': WRONG_DIGITS.address,
  'hand-off-network': WRONG_DIGITS.network,
  'hand-off-realm': WRONG_DIGITS.realm,
  'sign-in-state': QUESTIONS_PER_BROWSER,
} as const satisfies Readonly<Record<Exclude<LimitName, PolicyName>, Rate>>;

/** The policies that are counted in memory. */
export const MEMORY_POLICIES = ['general', 'session'] as const satisfies readonly PolicyName[];
export type MemoryPolicy = (typeof MEMORY_POLICIES)[number];

/** The realm attribute with the callers exempt from the policies by IP. */
export const EXEMPT_ATTRIBUTE = 'linkgate.rate.exempt';

/** What is in force in a realm. */
export interface RatePolicies {
  rates: Record<PolicyName, Rate>;
  exempt: readonly Cidr[];
}

/**
 * Reads the policies; one that is malformed or out of range is replaced by its default.
 *
 * @param raw gives the text of a realm attribute, or null
 * @param warn is called once for each attribute that isn't valid, with a line that names it, and with the same as pages say it
 */
export function parsePolicies(
  raw: (attribute: string) => string | null,
  warn: (line: string, found: Finding) => void,
): RatePolicies {
  const report = (found: Finding) => warn(found.message, found);
  const rate = ({ attribute, fallback, max }: DeclaredPolicy): Rate => {
    const text = raw(attribute);
    if (text === null || text === '') return fallback;
    const parsed = parseRate(text, max);
    if (parsed !== null) return parsed;
    report(
      finding('rate-shape', {
        attribute,
        most: max.count,
        most_seconds: max.seconds,
        used: fallback.count,
        used_seconds: fallback.seconds,
      }),
    );
    return fallback;
  };
  const exempt = parseCidrs(raw(EXEMPT_ATTRIBUTE) ?? '');
  for (const given of exempt.malformed)
    report(finding('network-shape', { attribute: EXEMPT_ATTRIBUTE, given }));
  return {
    rates: {
      'link-email': rate(POLICIES['link-email']),
      'link-ip': rate(POLICIES['link-ip']),
      invitations: rate(POLICIES.invitations),
      general: rate(POLICIES.general),
      session: rate(POLICIES.session),
    },
    exempt: exempt.cidrs,
  };
}

function parseRate(text: string, max: Rate): Rate | null {
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text.trim());
  if (match === null) return null;
  const rate = { count: Number(match[1]), seconds: Number(match[2]) };
  return rate.count <= max.count && rate.seconds <= max.seconds ? rate : null;
}
