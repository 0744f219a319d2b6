/** Reads the JSON bodies about rate limits. */
import { isWhole } from '../../../http/request/json-object.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { isCaller, parseCidrs } from '../../../platform/limits/addresses.ts';
import {
  type CallerLimit,
  LIMITS_OF,
  POLICIES,
  POLICY_NAMES,
  type PolicyName,
  type Rate,
} from '../../../platform/limits/limits.ts';
import { LIMIT_SETTINGS, REALM } from '../../../realm/settings/table.ts';

/** A change of policies: the text of each realm attribute that changes, empty for one that is removed. */
export type PolicyChange = Record<string, string>;

/**
 * The change that a body requests and the version of the policies that the caller saw, if it names one; or all its validation errors.
 *
 * @param names the policies that act in the realm
 */
export function readPolicyChange(
  object: Record<string, unknown>,
  names: readonly PolicyName[] = POLICY_NAMES,
): { change: PolicyChange; version: string | null } | { details: FieldProblem[] } {
  const { policies = {}, exempt, version = null } = object;
  const details: FieldProblem[] = [];
  const change: PolicyChange = {};
  if (typeof policies !== 'object' || policies === null || Array.isArray(policies))
    details.push(fieldProblem('policies', 'not_an_object'));
  else
    for (const [name, value] of Object.entries(policies as Record<string, unknown>)) {
      const policy = names.find((one) => one === name);
      const text = policy === undefined ? null : rateText(policy, value);
      if (policy !== undefined && text !== null) change[LIMIT_SETTINGS[policy].name] = text;
      else details.push(rateProblem(`policies.${name}`, policy, names));
    }
  if (exempt !== undefined) {
    const wrong = networksProblem('exempt', exempt);
    if (wrong === null) change[REALM.exempt.name] = (exempt as string[]).join(', ');
    else details.push(wrong);
  }
  if (version !== null && typeof version !== 'string') details.push(fieldProblem('version', 'not_a_string'));
  return details.length > 0 ? { details } : { change, version: version as string | null };
}

/** The policy as the attribute's text; empty for the default, null if it is invalid. */
function rateText(policy: PolicyName, value: unknown): string | null {
  if (value === null) return '';
  const { count, seconds } = (typeof value === 'object' ? value : {}) as Partial<Rate>;
  const { max } = POLICIES[policy];
  return isWhole(count, 1, max.count) && isWhole(seconds, 1, max.seconds) ? `${count}/${seconds}` : null;
}

function rateProblem(
  field: string,
  policy: PolicyName | undefined,
  names: readonly PolicyName[],
): FieldProblem {
  if (policy === undefined) return fieldProblem(field, 'not_one_of', { choices: names.join(', ') });
  const { count, seconds } = POLICIES[policy].max;
  return fieldProblem(field, 'rate_out_of_range', { count, seconds });
}

function networksProblem(field: string, exempt: unknown): FieldProblem | null {
  if (!Array.isArray(exempt)) return fieldProblem(field, 'not_a_list');
  for (const item of exempt as unknown[]) {
    const isValid =
      typeof item === 'string' && /^[0-9A-Fa-f.:/]+$/.test(item) && parseCidrs(item).cidrs.length === 1;
    const given = JSON.stringify(item);
    if (!isValid) return fieldProblem(field, 'network_malformed', { given });
  }
  return null;
}

/** The key to look up: an address as given, or a network; under one limit, or null for all limits. */
export interface CallerLookup {
  caller: { email: string } | { ip: string };
  policy: CallerLimit | null;
}

/** The key that a body names, or all its validation errors. */
export function readCallerLookup(
  object: Record<string, unknown>,
): { lookup: CallerLookup } | { details: FieldProblem[] } {
  const { email, ip, policy = null } = object;
  if ((email === undefined) === (ip === undefined))
    return { details: [fieldProblem('email', 'email_or_ip_required')] };
  const details: FieldProblem[] = [];
  if (email !== undefined && typeof email !== 'string') details.push(fieldProblem('email', 'not_a_string'));
  if (ip !== undefined && !(typeof ip === 'string' && isCaller(ip.trim())))
    details.push(fieldProblem('ip', 'not_an_ip_address'));
  const limits: readonly CallerLimit[] = email === undefined ? LIMITS_OF.ip : LIMITS_OF.email;
  const known = limits.find((one) => one === policy) ?? null;
  if (policy !== null && known === null)
    details.push(fieldProblem('policy', 'not_one_of', { choices: limits.join(', ') }));
  if (details.length > 0) return { details };
  const caller = typeof email === 'string' ? { email } : { ip: String(ip).trim() };
  return { lookup: { caller, policy: known } };
}
