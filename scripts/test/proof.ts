/** The record of the test results by commit: a table in docs/proof.md. */
import { withBlock } from '../cli/blocks.ts';
import { markdownTable } from '../cli/markdown.ts';
import { PARTS } from './parts.ts';

/** The outcome of a part. */
export interface Outcome {
  part: string;
  /** Its summary: `1,234 passed, 0 failed`, or the exit code if it counts no tests. */
  result: string;
  passed: boolean;
  /** The commit, abbreviated. */
  commit: string;
  /** Such as `2026-11-25`. */
  date: string;
  minutes: number;
}

const HEADING = ['part', 'proves', 'result', 'at', 'on', 'minutes'] as const;
const NOT_RUN = 'not run';

/** The page on what is proven, below the project's folder; its tables are made by commands. */
export const PROOF_FILE = 'docs/proof.md';

/** The page with one row for each part; parts without an outcome are marked as not run. */
export function withOutcomes(page: string, outcomes: readonly Outcome[]): string {
  const rows = PARTS.map(({ name, proves }) => {
    const outcome = outcomes.find(({ part }) => part === name);
    if (outcome === undefined) return [name, proves, NOT_RUN, '', '', ''];
    const { result, passed, commit, date, minutes } = outcome;
    return [name, proves, passed ? result : `**failed**: ${result}`, commit, date, String(minutes)];
  });
  return withBlock(page, '`npm run test:all`', markdownTable(HEADING, rows));
}

/** Parses the outcomes in that page; invalid rows and parts that no longer exist count as not run. */
export function parseOutcomes(text: string): Outcome[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, part = '', , result = '', commit = '', date = '', minutes = ''] = cells;
    if (!PARTS.some(({ name }) => name === part) || commit === '') return [];
    const [, failure] = /^\*\*failed\*\*: (.*)$/.exec(result) ?? [];
    return [
      {
        part,
        result: failure ?? result,
        passed: failure === undefined,
        commit,
        date,
        minutes: Number(minutes),
      },
    ];
  });
}
