/** Preserves figures that a run didn't measure: parts can be measured one by one, even on different machines. */
import { ROWS, type RowName } from '../rows.ts';

/** A parsed report. */
interface Parsed {
  /** The text before the machine, and from there to the table's rows. */
  beginning: string;
  middle: string;
  /** The table's line for a row. */
  lineOf(row: RowName): string;
  sections: Map<string, Section>;
}
/** A row's section, and the machine that it was measured on. */
interface Section {
  text: string;
  machine: string;
}

const MACHINE = /^- Machine: (.*)\n- Java: (.*)\n- (Keycloak .*)$/m;
const ELSEWHERE = /\n\nOn another machine: (.*)\.$/;
const BETWEEN = ' – ';
/** The position of the result in a line of the table; the verdict follows it. */
const RESULT = 4;

/**
 * Completes a report with figures of an older document, for rows that it lacks.
 *
 * @param report created by `markdownReport`
 * @param document the older report
 */
export function withPreviousFigures(report: string, document: string): string {
  const [own, old] = [parse(report), parse(document)];
  const sections = new Map([...old.sections, ...own.sections]);
  const machines = Map.groupBy(sections.values(), ({ machine }) => machine);
  const [mostCommon = ''] = [...machines].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const [machine = '', java = '', keycloak = ''] = mostCommon.split(BETWEEN);
  const rows = Object.keys(ROWS) as RowName[];
  const lines = rows.map((row) =>
    own.sections.has(row) || !old.sections.has(row)
      ? own.lineOf(row)
      : withResult(own.lineOf(row), old.lineOf(row)),
  );
  const texts = rows.flatMap((row) => {
    const section = sections.get(row);
    if (section === undefined) return [];
    const elsewhere = section.machine === mostCommon ? [] : [`On another machine: ${section.machine}.`];
    return [section.text, ...elsewhere];
  });
  const head = `${own.beginning}- Machine: ${machine}\n- Java: ${java}\n- ${keycloak}${own.middle}`;
  return `${head}${[lines.join('\n'), ...texts].join('\n\n')}\n`;
}

/** A line of the table with the result and verdict of an older one. */
function withResult(line: string, older: string): string {
  return [...line.split('|').slice(0, RESULT), ...older.split('|').slice(RESULT)].join('|');
}

function parse(text: string): Parsed {
  const [head = '', ...parts] = text.trimEnd().split(/\n+^## /m);
  const machine = MACHINE.exec(head);
  if (machine === null) throw new Error('the report does not name the machine that it was measured on');
  const here = machine.slice(1).join(BETWEEN);
  const [above = '', rule = '', table = ''] = head
    .slice(machine.index + machine[0].length)
    .split(/^(\| -.*\n)/m);
  const byRow = new Map(table.split('\n').map((line) => [line.split('|')[1]?.trim(), line]));
  return {
    beginning: head.slice(0, machine.index),
    middle: above + rule,
    lineOf: (row) => byRow.get(row) ?? '',
    sections: new Map(parts.map((part) => [part.split('\n')[0] ?? '', sectionOf(`## ${part}`, here)])),
  };
}

function sectionOf(text: string, here: string): Section {
  return { text: text.replace(ELSEWHERE, ''), machine: ELSEWHERE.exec(text)?.[1] ?? here };
}
