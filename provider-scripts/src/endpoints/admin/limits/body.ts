/** Reads the JSON bodies about limits. */
import { isWhole } from '../../../http/request/json-object.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { isCaller, parseCidrs } from '../../../platform/limits/addresses.ts';
import {
  type CallerLimit,
  LIMITS_OF,
  type LimitValue,
  SETTABLE,
  SETTABLE_NAMES,
  type SettableLimit,
} from '../../../platform/limits/limits.ts';
import { LIMIT_SETTINGS, REALM } from '../../../realm/settings/table.ts';

/** A change of limits: the text of each realm attribute that changes, empty for one that is removed. */
export type LimitsChange = Record<string, string>;

export const LIMITS_FIELDS = ['limits', 'exempt', 'version'] as const;

/**
 * The change that a body requests and the version of the limits that the caller saw, if it names one; or all its validation errors.
 *
 * @param names the limits that act in the realm
 */
export function readLimitsChange(
  object: Record<string, unknown>,
  names: readonly SettableLimit[] = SETTABLE_NAMES,
): { change: LimitsChange; version: string | null } | { details: FieldProblem[] } {
  const { limits = {}, exempt, version = null } = object;
  const details: FieldProblem[] = [];
  const change: LimitsChange = {};
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits))
    details.push(fieldProblem('limits', 'not_an_object'));
  else
    for (const [name, value] of Object.entries(limits as Record<string, unknown>)) {
      const known = names.find((one) => one === name);
      const text = known === undefined ? null : textOf(known, value);
      if (known !== undefined && text !== null) change[LIMIT_SETTINGS[known].name] = text;
      else details.push(limitProblem(`limits.${name}`, known, names));
    }
  if (exempt !== undefined) {
    const wrong = networksProblem('exempt', exempt);
    if (wrong === null) change[REALM.exempt.name] = (exempt as string[]).join(', ');
    else details.push(wrong);
  }
  if (version !== null && typeof version !== 'string') details.push(fieldProblem('version', 'not_a_string'));
  return details.length > 0 ? { details } : { change, version: version as string | null };
}

/** The limit as the setting's text; empty for the default, null if it is invalid. */
function textOf(name: SettableLimit, value: unknown): string | null {
  if (value === null) return '';
  const { count, seconds } = (typeof value === 'object' ? value : {}) as Partial<LimitValue>;
  const { max } = SETTABLE[name];
  return isWhole(count, 1, max.count) && isWhole(seconds, 1, max.seconds) ? `${count}/${seconds}` : null;
}

function limitProblem(
  field: string,
  name: SettableLimit | undefined,
  names: readonly SettableLimit[],
): FieldProblem {
  if (name === undefined) return fieldProblem(field, 'not_one_of', { choices: names.join(', ') });
  const { count, seconds } = SETTABLE[name].max;
  return fieldProblem(field, 'limit_out_of_range', { count, seconds });
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
  limit: CallerLimit | null;
}

export const CALLER_FIELDS = ['email', 'ip', 'limit'] as const;

/** The key that a body names, or all its validation errors. */
export function readCallerLookup(
  object: Record<string, unknown>,
): { lookup: CallerLookup } | { details: FieldProblem[] } {
  const { email, ip, limit = null } = object;
  if ((email === undefined) === (ip === undefined))
    return { details: [fieldProblem('email', 'email_or_ip_required')] };
  const details: FieldProblem[] = [];
  if (email !== undefined && typeof email !== 'string') details.push(fieldProblem('email', 'not_a_string'));
  if (ip !== undefined && !(typeof ip === 'string' && isCaller(ip.trim())))
    details.push(fieldProblem('ip', 'not_an_ip_address'));
  const limits: readonly CallerLimit[] = email === undefined ? LIMITS_OF.ip : LIMITS_OF.email;
  const known = limits.find((one) => one === limit) ?? null;
  if (limit !== null && known === null)
    details.push(fieldProblem('limit', 'not_one_of', { choices: limits.join(', ') }));
  if (details.length > 0) return { details };
  const caller = typeof email === 'string' ? { email } : { ip: String(ip).trim() };
  return { lookup: { caller, limit: known } };
}
