/** Parses the realm attributes that set rate policies (contract, section 8.2). */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { POLICIES, POLICY_NAMES, type PolicyName, type Rate } from '../../platform/limits/limits.ts';
import { type Cidr, parseCidrs } from './addresses.ts';

/** The realm attribute with the callers exempt from the policies by IP. */
export const EXEMPT_ATTRIBUTE = 'linkgate.rate.exempt';

/** The policies in force in a realm. */
export interface RatePolicies {
  rates: Record<PolicyName, Rate>;
  exempt: readonly Cidr[];
}

/**
 * Parses the policies; replaces one that is malformed or out of range by its default.
 *
 * @param raw returns the text of a realm attribute, or null
 * @param warn called once for each invalid attribute, with a line that names it, and with the same message as pages show it
 */
export function parsePolicies(
  raw: (attribute: string) => string | null,
  warn: (line: string, found: Finding) => void,
): RatePolicies {
  const report = (found: Finding) => warn(found.message, found);
  const rate = (name: PolicyName): Rate => {
    const { attribute, fallback, max } = POLICIES[name];
    const text = raw(attribute);
    if (text === null || text === '') return fallback;
    const parsed = parseRate(text, max);
    if (parsed !== null) return parsed;
    report(
      finding('rate-shape', {
        attribute,
        max: max.count,
        max_seconds: max.seconds,
        used: fallback.count,
        used_seconds: fallback.seconds,
      }),
    );
    return fallback;
  };
  const exempt = parseCidrs(raw(EXEMPT_ATTRIBUTE) ?? '');
  for (const given of exempt.malformed)
    report(finding('network-shape', { attribute: EXEMPT_ATTRIBUTE, given }));
  const rates = Object.fromEntries(POLICY_NAMES.map((name) => [name, rate(name)])) as RatePolicies['rates'];
  return { rates, exempt: exempt.cidrs };
}

function parseRate(text: string, max: Rate): Rate | null {
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text.trim());
  if (match === null) return null;
  const rate = { count: Number(match[1]), seconds: Number(match[2]) };
  return rate.count <= max.count && rate.seconds <= max.seconds ? rate : null;
}
