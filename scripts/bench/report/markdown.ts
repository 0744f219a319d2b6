/** The report in Markdown: a table of goals, then each figure with its rounds. */
import type { Series } from '../finding.ts';
import { ROWS, type RowName, rowOf } from '../rows.ts';
import { median, SPREAD_LIMIT, spread } from '../statistics.ts';
import { goalText, verdictOn } from '../verdict.ts';
import type { Machine } from './machine.ts';
import type { BenchRecord, RecordedFinding } from './record.ts';

/** The command of a whole run, which no section names. */
const WHOLE = 'npm run bench';

/** The whole report in Markdown; it ends with a line feed. */
export function markdownReport({ machine, findings }: BenchRecord): string {
  const rows = Object.keys(ROWS) as RowName[];
  const found = new Map(findings.map((finding) => [finding.row, finding]));
  const parts = rows.flatMap((row) => {
    const finding = found.get(row);
    return finding === undefined ? [] : [section(finding)];
  });
  return `# Performance

Results are ratios and medians of alternating rounds. A figure isn't judged if the
middle half of its rounds spreads over more than ${SPREAD_LIMIT * 100} % of the median (or of the goal, if that is larger), or if the run was too small.
Below each result are other medians, with their spreads in brackets.

${machineText(machine)}

| row | what | goal | result | |
| --- | --- | --- | --- | --- |
${rows.map((row) => tableRow(row, found.get(row))).join('\n')}

${parts.join('\n\n')}
`;
}

function machineText(machine: Machine): string {
  return [
    `- Machine: ${machine.cores} cores (${machine.processor}), ${machine.memoryGibibytes} GiB, ${machine.system}`,
    `- Java: ${machine.java}`,
    `- Keycloak ${machine.keycloak}; database: ${machine.database}`,
    '- Server, database, mail server and load share this machine; PostgreSQL runs with `fsync` off.',
  ].join('\n');
}

function tableRow(row: RowName, finding: RecordedFinding | undefined): string {
  return `| ${tableCells(row, finding).join(' | ')} |`.replace('|  |', '| |');
}

/** The cells of a row: its name, what it measures, goal, result and verdict. */
export function tableCells(row: RowName, finding: RecordedFinding | undefined): string[] {
  const { what } = rowOf(row);
  const beginning = [row, what, goalText(row)];
  if (finding === undefined) return [...beginning, '', 'not measured'];
  const verdict = verdictOn(row, finding.rounds, finding.sizes);
  const shown = verdict === 'not met' ? '**not met**' : verdict;
  return [...beginning, figure(row, median(finding.rounds)), shown];
}

function section(finding: RecordedFinding): string {
  const { row, rounds, beside, course = [], notes, commit, command, measuredOn } = finding;
  const values = rounds.map((value) => value.toFixed(rowOf(row).digits)).join(', ');
  const text = [
    `## ${row}`,
    [
      `**${figure(row, median(rounds))}** (rounds: ${values}; spread ${percent(spread(rounds))}).`,
      ...notes,
      `Measured on ${measuredOn} at ${commit}${command === WHOLE ? '' : ` by \`${command}\``}.`,
    ].join(' '),
    besideLines(beside),
    courseLines(course),
  ];
  return text.filter(Boolean).join('\n\n');
}

/** A line for each series: its median and, in brackets, its spread. */
function besideLines(series: readonly Series[]): string {
  return series
    .map(({ name, unit, values }) => {
      const middle = median(values);
      return `- ${name}: ${middle.toFixed(fractionDigitsOf(middle))}${unit && ` ${unit}`} (${percent(spread(values))})`;
    })
    .join('\n');
}

/** A line per series; a single line if each series has one value. */
function courseLines(course: readonly Series[]): string {
  const valuesOf = ({ values }: Series) =>
    values.map((value) => value.toFixed(fractionDigitsOf(value))).join(', ');
  if (course.every(({ values }) => values.length === 1))
    return course.map((series) => `${series.name} ${valuesOf(series)} ${series.unit}`).join('; ');
  return course.map((series) => `- ${series.name} (${series.unit}): ${valuesOf(series)}`).join('\n');
}

function figure(row: RowName, value: number): string {
  const { unit, digits } = rowOf(row);
  return `${value.toFixed(digits)}${unit && ` ${unit}`}`;
}

function percent(part: number): string {
  return Number.isFinite(part) ? `${(part * 100).toFixed(0)} %` : 'unknown';
}

/** Fraction digits for about three significant digits. */
function fractionDigitsOf(value: number): number {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2;
}
