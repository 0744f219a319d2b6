/** The report that people read: a table of goals, then each figure with its rounds. */
import type { Series } from '../finding.ts';
import { ROWS, type RowName, rowOf } from '../rows.ts';
import { median, SPREAD_LIMIT, spread } from '../statistics.ts';
import { goalText, verdictOn } from '../verdict.ts';
import type { Machine } from './machine.ts';
import { bars } from './plot.ts';
import type { BenchRecord, RecordedFinding } from './record.ts';

/** The whole report in Markdown; it ends with a line feed. */
export function markdownReport({ machine, findings }: BenchRecord): string {
  const rows = Object.keys(ROWS) as RowName[];
  const found = new Map(findings.map((finding) => [finding.row, finding]));
  const parts = rows.flatMap((row) => {
    const finding = found.get(row);
    return finding === undefined ? [] : [section(finding)];
  });
  return `# Performance

Made by \`npm run bench -- --write\`; don't edit it. The results are ratios and medians of rounds that were taken in turn. Times of
other machines differ, and so do those of this one when it is busy: a figure whose rounds differ too much (their middle half by more than
${SPREAD_LIMIT * 100} % of the median, or of the goal where that is larger) isn't judged, nor is one of a run smaller than it takes to know.

${machineText(machine)}

| what | goal | result | |
| --- | --- | --- | --- |
${rows.map((row) => tableRow(row, found.get(row))).join('\n')}

${parts.join('\n\n')}
`;
}

function machineText(machine: Machine): string {
  return [
    `- Machine: ${machine.cores} cores (${machine.processor}), ${machine.memoryGibibytes} GiB, ${machine.system}`,
    `- Java: ${machine.java}`,
    `- Keycloak ${machine.keycloak}; database: ${machine.database}`,
    '- Server, database, mail server and load are all on this machine; PostgreSQL doesn’t wait for the disk (`fsync` off).',
  ].join('\n');
}

function tableRow(row: RowName, finding: RecordedFinding | undefined): string {
  const { what } = rowOf(row);
  if (finding === undefined) return `| ${what} | ${goalText(row)} | | not measured |`;
  const verdict = verdictOn(row, finding.rounds, finding.sizes);
  return `| ${what} | ${goalText(row)} | ${figure(row, median(finding.rounds))} | ${verdict === 'not met' ? '**not met**' : verdict} |`;
}

function section(finding: RecordedFinding): string {
  const { row, rounds, beside, course = [], notes, commit, command, measuredOn } = finding;
  const { what, unit } = rowOf(row);
  const text = [
    `## ${row}`,
    `${what[0]?.toUpperCase()}${what.slice(1)}: **${figure(row, median(rounds))}** (rounds: ${rounds.map((value) => figure(row, value)).join(', ')}; spread ${percent(spread(rounds))}).`,
    notes.map((note) => `- ${note}`).join('\n'),
    besideTable(beside),
    `\`\`\`text\n${bars([{ name: 'by rounds', unit, values: rounds }, ...course])}\n\`\`\``,
    `Measured on ${measuredOn} at ${commit} by \`${command}\`.`,
  ];
  return text.filter(Boolean).join('\n\n');
}

function besideTable(series: readonly Series[]): string {
  if (series.length === 0) return '';
  const lines = series.map(
    ({ name, unit, values }) =>
      `| ${name} | ${median(values).toFixed(digitsOf(median(values)))}${unit && ` ${unit}`} | ${percent(spread(values))} |`,
  );
  return ['| beside it | median | spread |', '| --- | --- | --- |', ...lines].join('\n');
}

function figure(row: RowName, value: number): string {
  const { unit, digits } = rowOf(row);
  return `${value.toFixed(digits)}${unit && ` ${unit}`}`;
}

function percent(part: number): string {
  return Number.isFinite(part) ? `${(part * 100).toFixed(0)} %` : 'unknown';
}

/** Three significant digits. */
function digitsOf(value: number): number {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2;
}
