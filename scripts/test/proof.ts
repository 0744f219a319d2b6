/** The record of the test results by commit: the table in docs/proof.md. */
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
const INTRODUCTION = `# Proof

What passed at which commit. Made by \`npm run test:all\`, which runs all tests, part by part; don't edit it. A part that
passed runs again once anything but a document has changed. [Testing](testing.md) says what each part needs.
`;

/** The document with one row for each part; parts without an outcome are marked as not run. */
export function proofDocument(outcomes: readonly Outcome[]): string {
  const rows = PARTS.map(({ name, proves }) => {
    const outcome = outcomes.find(({ part }) => part === name);
    if (outcome === undefined) return [name, proves, NOT_RUN, '', '', ''];
    const { result, passed, commit, date, minutes } = outcome;
    return [name, proves, passed ? result : `**failed**: ${result}`, commit, date, String(minutes)];
  });
  return `${INTRODUCTION}\n${markdownTable(HEADING, rows)}\n`;
}

/** Parses the outcomes in such a document; invalid rows and parts that no longer exist count as not run. */
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
