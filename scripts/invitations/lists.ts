/** Lists of users to invite: stores a draft, sends, stops, shows and discards it. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { validateList } from '../../provider-scripts/src/links/invitation/list.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import {
  type Batch,
  checkBatch,
  discardBatch,
  getBatch,
  listLineProblems,
  startBatch,
  stopBatch,
} from '../admin/invitations.ts';
import { Failure } from '../failure.ts';
import { creation, fieldChange, objectChange } from '../seed/change.ts';
import type { Outcome, Plan } from '../seed/plan.ts';

/** A file with a list. */
export interface ListFile {
  readonly name: string;
  readonly csv: Uint8Array<ArrayBuffer>;
}

/** Reads a file. */
export async function readList(file: string): Promise<ListFile> {
  return { name: path.basename(file), csv: new Uint8Array(await readFile(file)) };
}

/** Stores a list as a draft, and validates its lines. */
export function planUpload(
  admin: RealmAdmin,
  { name, csv }: ListFile,
  query: Readonly<Record<string, string>>,
): Plan {
  return {
    preview: async () => ({
      changes: creation(admin.realm, `list ${name}`, {
        state: 'draft',
        lines: countLines(name, csv),
        ...query,
      }),
      notes: ['the server validates the lines once the draft is stored; nothing is sent before start'],
    }),
    apply: async () => await withProblems(admin, await checkBatch(admin, csv, { ...query, file_name: name })),
  };
}

/**
 * Counts the lines as the server does, without its knowledge of the realm.
 * @throws Failure if the file can't be split into lines
 */
function countLines(name: string, csv: Uint8Array<ArrayBuffer>): number {
  const read = validateList(
    new TextDecoder().decode(csv),
    { language: null, client_id: '' },
    { normalise: (address) => ({ address }), languages: [], client: () => ({ uuid: '' }) },
  );
  if ('problem' in read) throw new Failure(`${name}: ${read.problem.message}`);
  return read.valid.length + read.invalid.length;
}

/** Shows a list with its invalid lines. */
export async function showList(admin: RealmAdmin, id: string): Promise<Outcome> {
  return await withProblems(admin, await getBatch(admin, id));
}

/** Sends a draft, or resumes a list that was stopped. */
export function planStart(admin: RealmAdmin, id: string, notifies: boolean | undefined): Plan {
  return {
    preview: async () => {
      const { state, lines, wrong, accounts } = await findIn(admin, id, ['draft', 'stopped']);
      return {
        changes: fieldChange(admin.realm, `list ${id}`, 'state', state, 'running'),
        notes: [
          `valid lines: ${lines - wrong}; with an account: ${accounts}${notifies ? ', who are notified' : ''}`,
        ],
      };
    },
    apply: async () => shown(await startBatch(admin, id, notifies), []),
  };
}

/** Stops sending a list. */
export function planStop(admin: RealmAdmin, id: string): Plan {
  return {
    preview: async () => {
      const { state, counts } = await findIn(admin, id, ['running']);
      return {
        changes: fieldChange(admin.realm, `list ${id}`, 'state', state, 'stopped'),
        notes: [`invitations that wait: ${counts.waiting ?? 0}`],
      };
    },
    apply: async () => shown(await stopBatch(admin, id), []),
  };
}

/** Discards a draft. */
export function planDiscard(admin: RealmAdmin, id: string): Plan {
  return {
    preview: async () => {
      const { lines } = await findIn(admin, id, ['draft']);
      const changes = [objectChange(admin.realm, `list ${id}`, 'removed')];
      return { changes, notes: [`lines: ${lines}; none has been sent`] };
    },
    apply: async () => {
      await discardBatch(admin, id);
      return { result: { id }, text: `list ${id}: discarded` };
    },
  };
}

/** Finds a list in one of the states that allow an action. */
async function findIn(admin: RealmAdmin, id: string, states: readonly string[]): Promise<Batch> {
  const found = await getBatch(admin, id);
  if (states.includes(found.state)) return found;
  throw new Failure(`list ${id}: its state doesn't allow it: ${found.state}, not ${states.join(' or ')}`);
}

async function withProblems(admin: RealmAdmin, batch: Batch): Promise<Outcome> {
  const problems = batch.wrong === 0 ? [] : await listLineProblems(admin, batch.id);
  return shown(batch, problems);
}

function shown(batch: Batch, problems: Awaited<ReturnType<typeof listLineProblems>>): Outcome {
  const { id, state, lines, wrong, accounts, ignored_columns: ignored, counts } = batch;
  const states = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  const bad = problems.map(({ line, field, message }) => `  line ${line}: ${field}: ${message}`);
  const known = accounts > 0 ? [`${accounts} with an account`] : [];
  const text = [
    `list ${id}: ${state}; ${[`${lines} lines`, `${wrong} invalid`, ...known].join(', ')}; ${states.join(', ') || 'none waiting'}`,
    ...(ignored.length > 0 ? [`  ignored columns: ${ignored.join(', ')}`] : []),
    ...bad,
  ];
  return { result: { ...batch, problems }, text: text.join('\n') };
}
