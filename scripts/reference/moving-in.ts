/** The tables of the page on moving in (docs/moving-in.md), from those that `add-step --replace` uses; its prose is written by hand. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AUTHENTICATORS, type Counterpart, LINK_API, SETTINGS } from '../add-step/other-extension.ts';
import { ROOT } from '../build/root.ts';
import { withBlock } from '../cli/blocks.ts';
import { code, codes, markdownTable } from '../cli/markdown.ts';
import { writeAtomically } from '../server/atomic-write.ts';

/** Below the project's folder. */
export const MOVING_IN_FILE = 'docs/moving-in.md';

const FILE_MODE = 0o644;

/** Its tables by their blocks. */
function movingInTables(): ReadonlyMap<string, string> {
  return new Map([
    ['authenticators', authenticators()],
    ['settings', settings()],
    ...LINK_API.map(
      ({ path: at, parameters, response }) =>
        [
          path.posix.basename(at),
          markdownTable(
            ['theirs', 'ours', 'what differs'],
            [
              ...parameters.map((one) => counterpartCells(code(one.name), one)),
              ...response.map((one) => counterpartCells(`${code(one.name)} of the response`, one)),
            ],
          ),
        ] as const,
    ),
  ]);
}

/** The page with each table in its block. */
function withTables(page: string): string {
  return [...movingInTables()].reduce(
    (text, [name, table]) => withBlock(text, `\`node scripts/run.mjs reference.ts\`: ${name}`, table),
    page,
  );
}

/** Writes the tables into the page. */
export async function writeMovingIn(): Promise<void> {
  writeAtomically(path.join(ROOT, MOVING_IN_FILE), withTables(await readPage()), FILE_MODE);
}

/** Whether the page's tables are those in the code. */
export async function isMovingInCurrent(): Promise<boolean> {
  const page = await readPage();
  return page === withTables(page);
}

async function readPage(): Promise<string> {
  return await readFile(path.join(ROOT, MOVING_IN_FILE), 'utf8');
}

function authenticators(): string {
  return markdownTable(
    ['theirs', 'in its place', 'what differs'],
    Object.entries(AUTHENTICATORS).map(([id, { step, text }]) => [code(id), placeText(step), text]),
  );
}

function placeText(step: Readonly<Record<string, string>> | null): string {
  if (step === null) return 'none';
  const given = Object.entries(step).map(([name, value]) => `${name}=${value}`);
  return given.length === 0 ? 'the step' : `the step, ${codes(given)}`;
}

function settings(): string {
  return markdownTable(
    ['theirs', 'its default', 'ours', 'what differs'],
    SETTINGS.map((setting) => {
      const [theirs = '', ours = '', text = ''] = counterpartCells(code(setting.name), setting);
      return [theirs, defaultText(setting.name), ours, text];
    }),
  );
}

/** The values that count while it isn't set, with the authenticators if they differ. */
function defaultText(name: string): string {
  const found = Object.entries(AUTHENTICATORS).flatMap(([id, { defaults }]) => {
    const value = defaults[name];
    return value === undefined ? [] : [{ id, value }];
  });
  const values = [...new Set(found.map(({ value }) => value))];
  if (values.length < 2) return codes(values);
  return values
    .map(
      (value) => `${code(value)} (${codes(found.filter((one) => one.value === value).map(({ id }) => id))})`,
    )
    .join(', ');
}

function counterpartCells(theirs: string, { ours, text }: Counterpart): string[] {
  return [theirs, ours === null ? 'none' : code(ours), text];
}
