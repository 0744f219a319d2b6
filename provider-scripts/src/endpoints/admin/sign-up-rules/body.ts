/** Reads the JSON bodies about the lists of sign-up rules. */
import { MAX_DISPOSABLE, type ReadEntry } from '../../../accounts/address/domain-list.ts';
import { readDisposableDomain, readEntry } from '../../../accounts/address/sign-up-entry.ts';
import type { ObjectOf } from '../../../http/request/json-object.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';

/** The most entries of a list of denied or allowed ones. */
const MAX_ENTRIES = 10_000;

/** Bodies up to this size are read: two full lists of long entries. */
export const MAX_RULES_BYTES = 2 * 1024 * 1024;

/** The most problems that a response names. */
const MAX_DETAILS = 100;

export const RULES_FIELDS = ['denied', 'allowed', 'version', 'dry_run'] as const;

/** The lists as they are to be; absent for one that stays. */
export interface RulesChange {
  denied?: readonly string[];
  allowed?: readonly string[];
}

export function readRulesChange(
  object: ObjectOf<(typeof RULES_FIELDS)[number]>,
): { change: RulesChange; version: string | null; isDryRun: boolean } | { details: FieldProblem[] } {
  const { version = null, dry_run: isDryRun = false } = object;
  const details: FieldProblem[] = [];
  const change: RulesChange = {};
  for (const list of ['denied', 'allowed'] as const) {
    if (object[list] === undefined) continue;
    const read = readList(list, object[list], MAX_ENTRIES, readEntry);
    if ('details' in read) details.push(...read.details);
    else change[list] = read.entries;
  }
  if (version !== null && typeof version !== 'string') details.push(fieldProblem('version', 'not_a_string'));
  if (typeof isDryRun !== 'boolean') details.push(fieldProblem('dry_run', 'not_a_boolean'));
  return details.length > 0
    ? { details: details.slice(0, MAX_DETAILS) }
    : { change, version: version as string | null, isDryRun: isDryRun === true };
}

/** The domains of a list of disposable ones. */
export function readDisposable(given: unknown): { entries: string[] } | { details: FieldProblem[] } {
  return readList('domains', given, MAX_DISPOSABLE, readDisposableDomain);
}

/** A list without repetitions, sorted; or what is wrong with its lines, the first of which is `denied[0]`. */
function readList(
  field: string,
  given: unknown,
  max: number,
  read: (line: string) => ReadEntry,
): { entries: string[] } | { details: FieldProblem[] } {
  if (!Array.isArray(given)) return { details: [fieldProblem(field, 'not_a_list')] };
  if (given.length > max) return { details: [fieldProblem(field, 'list_too_long', { max })] };
  const details: FieldProblem[] = [];
  const entries: string[] = [];
  for (let index = 0; index < given.length && details.length < MAX_DETAILS; index++) {
    const line: unknown = given[index];
    const found = typeof line === 'string' ? read(line) : { wrong: 'entry_invalid' as const };
    if ('entry' in found) entries.push(found.entry);
    else details.push(fieldProblem(`${field}[${index}]`, found.wrong));
  }
  if (details.length > 0) return { details };
  entries.sort();
  return { entries: entries.filter((entry, index) => entry !== entries[index - 1]) };
}
