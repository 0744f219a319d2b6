/** Reads the JSON body by which a backend requests links for a list of users (contract, section 4.14). */

import { type ObjectOf, unknownFields } from '../../../http/request/json-object.ts';
import { MAX_USERS, type SharedRequest } from '../../../links/magic-link/batch/batch.ts';
import { type LineUser, USER_FIELDS } from '../../../links/magic-link/link.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { problemOfText, problemsOfValues, readShared, readUser, SHARED_FIELDS } from './step-body.ts';

export const LINK_BATCH_FIELDS = [...SHARED_FIELDS, 'users', 'dry_run'] as const;
const LINE_FIELDS = [...USER_FIELDS, 'values', 'ui_locales'] as const;

/** Ten thousand addresses with a few values each. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

/** The most problems that a response names. */
export const MAX_DETAILS = 100;

/** The links to create. */
export interface LinkBatchRequest {
  shared: SharedRequest;
  lines: readonly LineUser[];
  isDryRun: boolean;
}

/** The request, or its validation errors: each names its line, the first of which is `users[0]`. */
export function readLinkBatch(
  object: ObjectOf<(typeof LINK_BATCH_FIELDS)[number]>,
): { batch: LinkBatchRequest } | { details: FieldProblem[] } {
  const { users: given, dry_run: isDryRun = false } = object;
  const users: unknown[] = Array.isArray(given) ? given : [];
  const read = readShared(object);
  const details = 'details' in read ? [...read.details] : [];
  if ('delivery' in read && read.delivery !== 'email')
    details.push(fieldProblem('delivery', 'not_one_of', { choices: 'email' }));
  if (typeof isDryRun !== 'boolean') details.push(fieldProblem('dry_run', 'not_a_boolean'));
  if (given === undefined || given === null) details.push(fieldProblem('users', 'required'));
  else if (!Array.isArray(given)) details.push(fieldProblem('users', 'not_a_list'));
  else if (users.length === 0) details.push(fieldProblem('users', 'list_empty'));
  else if (users.length > MAX_USERS) details.push(fieldProblem('users', 'list_too_long', { max: MAX_USERS }));
  if (details.length > 0 || 'details' in read) return { details };
  const lines: LineUser[] = [];
  for (let index = 0; index < users.length && details.length < MAX_DETAILS; index++) {
    const line = readLine(users[index], read.shared.template, read.values);
    if ('user' in line) lines.push(line);
    else for (const wrong of line.details) details.push(ofLine(index, wrong));
  }
  if (details.length > 0) return { details: details.slice(0, MAX_DETAILS) };
  return { batch: { shared: read.shared, lines, isDryRun: isDryRun === true } };
}

/** A problem as that of a line. */
export function ofLine(index: number, wrong: FieldProblem): FieldProblem {
  const field = wrong.field === '' ? `users[${index}]` : `users[${index}].${wrong.field}`;
  return { ...wrong, field };
}

function readLine(
  given: unknown,
  template: string | null,
  defaults: Readonly<Record<string, string>>,
): LineUser | { details: FieldProblem[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { details: [fieldProblem('', 'not_an_object')] };
  const object = given as ObjectOf<(typeof LINE_FIELDS)[number]>;
  const details = unknownFields(object, LINE_FIELDS);
  const read = readUser(object);
  if ('details' in read) details.push(...read.details);
  const { values = {}, ui_locales: locales = null } = object;
  const wrongLocales = locales === null ? null : problemOfText('ui_locales', locales);
  if (wrongLocales !== null) details.push(wrongLocales);
  const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
  const all = isObject ? { ...defaults, ...values } : values;
  details.push(...problemsOfValues(template, all));
  if (details.length > 0 || 'details' in read) return { details };
  return {
    user: read.user,
    values: all as Record<string, string>,
    locales: locales === null || locales === '' ? null : String(locales),
  };
}
