/** Lists of users who get a link each: read from a file, sent, stopped and resumed. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { columnNamed } from '../../provider-scripts/src/links/invitation/columns.ts';
import { readCsv } from '../../provider-scripts/src/links/invitation/csv.ts';
import { MAX_STEPS } from '../../provider-scripts/src/links/invitation/work.ts';
import { MAX_USERS } from '../../provider-scripts/src/links/magic-link/batch/batch.ts';
import { USER_FIELDS } from '../../provider-scripts/src/links/magic-link/link.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import {
  changeLinkBatch,
  checkLinkBatch,
  getLinkBatch,
  type LinkBatch,
  listLinkBatches,
  type NewLinkBatch,
  sendLinkBatch,
} from '../admin/links.ts';
import { counted } from '../cli/count.ts';
import { table } from '../cli/table.ts';
import { Failure } from '../failure.ts';
import { creation, fieldChange } from '../seed/change.ts';
import type { Outcome, Plan } from '../seed/plan.ts';

/** The users of a file, as the API takes them, and the line that each is in. */
export interface UserList {
  readonly users: readonly Readonly<Record<string, unknown>>[];
  readonly lines: readonly number[];
}

/** Reads a file in UTF-8. */
export async function readUserList(file: string): Promise<UserList> {
  return usersIn(path.basename(file), await readFile(file, 'utf8'));
}

/**
 * The users of comma-separated values whose heading names the columns: `email`, `username` or `user_id`, also the email as spreadsheets call it;
 * `ui_locales`; any other is a value of the template.
 * @throws Failure if that can't be read
 */
export function usersIn(name: string, text: string): UserList {
  const read = readCsv(text.replace(/^\ufeff/, ''), MAX_USERS + 1, { steps: MAX_STEPS });
  if ('badLine' in read) throw new Failure(`${name}: line ${read.badLine}: a quote is never closed`);
  if ('excess' in read) throw new Failure(`${name}: too long`);
  const [heading, ...records] = read.records;
  const columns = (heading?.fields ?? []).map(columnOf);
  if (!columns.some((column) => isUserField(column)))
    throw new Failure(`${name}: its first line names no column ${USER_FIELDS.join(', ')}`);
  const users = records.map(({ fields }) => {
    const cells = columns.flatMap((column, index): [string, string][] => {
      const cell = fields[index] ?? '';
      return column === '' || cell === '' ? [] : [[column, cell]];
    });
    const own = cells.filter(([column]) => isUserField(column) || column === LOCALES);
    const values = cells.filter((cell) => !own.includes(cell));
    return { ...Object.fromEntries(own), ...(values.length > 0 && { values: Object.fromEntries(values) }) };
  });
  return { users, lines: records.map(({ line }) => line) };
}

const LOCALES = 'ui_locales';

function columnOf(heading: string): string {
  return columnNamed(heading) === 'email' ? 'email' : heading;
}

function isUserField(column: string): boolean {
  return USER_FIELDS.some((field) => field === column);
}

/** Sends a link to each user of a list. */
export function planSend(
  admin: RealmAdmin,
  file: string,
  { users, lines }: UserList,
  shared: Omit<NewLinkBatch, 'users'> & { readonly client_id: string },
): Plan {
  const request = { ...shared, users };
  return {
    preview: async () => {
      const count = await withLines(lines, () => checkLinkBatch(admin, request));
      const changes = creation(admin.realm, `links for ${file}`, { users: count, ...shared });
      return {
        changes,
        notes: ['the server has validated each line; each is checked again when it is sent'],
      };
    },
    apply: async () => one(await withLines(lines, () => sendLinkBatch(admin, request))),
  };
}

/** Names the lines of the file where the server names its own. */
async function withLines<T>(lines: readonly number[], call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const text = failure.message.replaceAll(
      /users\[(\d+)\]\.?/g,
      (_, index) => `line ${lines[Number(index)]} `,
    );
    throw text === failure.message ? failure : new Failure(text);
  }
}

/** Stops a list, or resumes it. */
export function planChange(admin: RealmAdmin, id: string, action: 'start' | 'stop'): Plan {
  const [from, to] = action === 'start' ? ['stopped', 'running'] : ['running', 'stopped'];
  return {
    preview: async () => {
      const { state, counts } = await getLinkBatch(admin, id);
      if (state !== from) throw new Failure(`list ${id}: its state doesn't allow it: ${state}, not ${from}`);
      const changes = fieldChange(admin.realm, `list ${id}`, 'state', state, to);
      return { changes, notes: [`lines that wait: ${counts.waiting ?? 0}`] };
    },
    apply: async () => one(await changeLinkBatch(admin, id, action)),
  };
}

/** All lists. */
export async function showBatches(admin: RealmAdmin): Promise<Outcome> {
  const batches = await listLinkBatches(admin);
  return {
    result: { batches },
    text: table(['id', 'created', 'by', 'state', 'users', 'lines'], batches.map(row)),
  };
}

function one(batch: LinkBatch): Outcome {
  const { id, state, users } = batch;
  return { result: batch, text: `list ${id}: ${state}; ${counted(users, 'user')}; ${countsOf(batch)}` };
}

function row(batch: LinkBatch): string[] {
  const { id, created_at: at, created_by: by, state, pause, users } = batch;
  const shown = pause === null ? state : `${state} (${pause.reason})`;
  return [id, new Date(at * 1000).toISOString(), by ?? '', shown, String(users), countsOf(batch)];
}

function countsOf({ counts }: LinkBatch): string {
  return Object.entries(counts)
    .flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
    .join(', ');
}
