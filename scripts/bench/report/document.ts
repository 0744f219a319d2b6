/** The table of `docs/performance.md`. Rows that a run didn't measure stay: parts can be measured one by one, even on different machines. */
import { Failure } from '../../failure.ts';
import { ROWS, type RowName } from '../rows.ts';
import type { Machine } from './machine.ts';
import { tableCells } from './markdown.ts';
import type { BenchRecord } from './record.ts';

/** A line for each machine, with the letter that names it in the table. */
const MACHINES = /(?:^- [A-Z]: .*\n)+/m;
const TABLE = /^\| row \|.*\n\| --- .*\n(?:\|.*\n)+/m;
const HEAD = ['row', 'what', 'goal', 'result', '', 'measured'];
/** The cells that an older table keeps of a row that isn't measured again: from the result on. */
const RESULT = 3;
const A = 'A'.charCodeAt(0);

/** A row's cells from the result on, but the machine, which is whole. */
interface Measured {
  result: string;
  verdict: string;
  /** Date and commit. */
  at: string;
  machine: string;
}

/**
 * Replaces the machines and the table of a document; the text around them stays.
 *
 * @throws Failure if it has no table
 */
export function updatedDocument({ machine, findings }: BenchRecord, document: string): string {
  const older = measuredIn(document);
  const here = machineText(machine);
  const rows = Object.keys(ROWS) as RowName[];
  const measured = rows.map((row): Measured | undefined => {
    const finding = findings.find((one) => one.row === row);
    if (finding === undefined) return older.get(row);
    const [, , , result = '', verdict = ''] = tableCells(row, finding);
    return { result, verdict, at: `${finding.measuredOn} at ${finding.commit}`, machine: here };
  });
  const machines = [...new Set(measured.flatMap((one) => (one === undefined ? [] : [one.machine])))];
  const letterOf = (name: string) => String.fromCharCode(A + machines.indexOf(name));
  const lines = rows.map((row, index) => {
    const beginning = tableCells(row, undefined).slice(0, RESULT);
    const one = measured[index];
    return one === undefined
      ? lineOf([...beginning, '', 'not measured', ''])
      : lineOf([...beginning, one.result, one.verdict, `${one.at}, ${letterOf(one.machine)}`]);
  });
  const table = [lineOf(HEAD), lineOf(HEAD.map(() => '---')), ...lines, ''].join('\n');
  return document
    .replace(MACHINES, () => machines.map((name) => `- ${letterOf(name)}: ${name}\n`).join(''))
    .replace(TABLE, () => table);
}

function measuredIn(document: string): Map<string, Measured> {
  const [machines = ''] = MACHINES.exec(document) ?? [];
  const [table] = TABLE.exec(document) ?? [];
  if (table === undefined || machines === '')
    throw new Failure('the document has no table of rows, or no machines');
  const named = new Map(
    [...machines.matchAll(/^- ([A-Z]): (.*)$/gm)].map(([, letter = '', name = '']) => [letter, name]),
  );
  const found = new Map<string, Measured>();
  for (const line of table.trimEnd().split('\n').slice(2)) {
    const [row = '', , , result = '', verdict = '', measured = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [, at, letter] = /^(.*), ([A-Z])$/.exec(measured) ?? [];
    if (at !== undefined) found.set(row, { result, verdict, at, machine: named.get(letter ?? '') ?? '' });
  }
  return found;
}

function machineText({
  cores,
  processor,
  memoryGibibytes,
  system,
  java,
  keycloak,
  database,
}: Machine): string {
  return `${cores} cores (${processor}), ${memoryGibibytes} GiB, ${system}; ${java}; Keycloak ${keycloak}; ${database}`;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
}
