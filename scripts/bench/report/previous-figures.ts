/** Preserves in the document what a run didn't measure: parts are measured one by one, also on different machines. */
import { ROWS, type RowName } from '../rows.ts';

/** A report in its parts. */
interface Parsed {
  /** The text above the machine, and from there to the table's rows. */
  beginning: string;
  middle: string;
  /** The table's line for a row. */
  lineOf(row: RowName): string;
  sections: Map<string, Section>;
}
/** What was measured for a row, and on which machine. */
interface Section {
  text: string;
  machine: string;
}

const MACHINE = /^- Machine: (.*)\n- Java: (.*)\n- (Keycloak .*)$/m;
const ELSEWHERE = /\n\nOn another machine: (.*)\.$/;
const BETWEEN = ' – ';

/**
 * A report, completed with a document's figures where it has none of its own.
 *
 * @param report as `markdownReport` makes it
 * @param document an older one
 */
export function withPreviousFigures(report: string, document: string): string {
  const [own, old] = [parse(report), parse(document)];
  const sections = new Map([...old.sections, ...own.sections]);
  const machines = Map.groupBy(sections.values(), ({ machine }) => machine);
  const [max = ''] = [...machines].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const [machine = '', java = '', keycloak = ''] = max.split(BETWEEN);
  const rows = Object.keys(ROWS) as RowName[];
  const lines = rows.map((row) => (own.sections.has(row) || !old.sections.has(row) ? own : old).lineOf(row));
  const texts = rows.flatMap((row) => {
    const section = sections.get(row);
    if (section === undefined) return [];
    const elsewhere = section.machine === max ? [] : [`On another machine: ${section.machine}.`];
    return [section.text, ...elsewhere];
  });
  const head = `${own.beginning}- Machine: ${machine}\n- Java: ${java}\n- ${keycloak}${own.middle}`;
  return `${head}${[lines.join('\n'), ...texts].join('\n\n')}\n`;
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
