/** Validates a list of users to invite, each line by itself, before anything is sent. */
import { mailboxIn } from '../../accounts/address/mailbox.ts';
import {
  type AdminRejection,
  adminRejection,
  type FieldProblem,
  fieldProblem,
} from '../../platform/errors/problem.ts';
import { takeAddressLines } from './address-lines.ts';
import { type Column, columnNamed, DEFAULT_COLUMNS } from './columns.ts';
import { type Csv, type CsvRecord, readCsv } from './csv.ts';
import type { Invitee } from './invitation.ts';
import { type Defaults, type RealmData, validateInvitee } from './invitee.ts';
import { MAX_LINE_LENGTH, MAX_STEPS, type Work } from './work.ts';

/** The maximum number of lines and bytes of a list. */
export const MAX_LINES = 10_000;
export const MAX_CSV_BYTES = 2 * 1024 * 1024;

/** More characters than any valid field has. */
const MAX_CELL_LENGTH = 1_000;

/** A valid line. */
export interface Line extends Invitee {
  line: number;
  source: string;
}

/** A line's error, with the line as it was given, and its address if it has one. */
export interface InvalidLine extends FieldProblem {
  line: number;
  source: string;
  email: string | null;
}

export interface ValidatedList {
  valid: Line[];
  invalid: InvalidLine[];
  /** The heading as it was given, or null. */
  heading: string | null;
  /** The columns that aren't used, as the heading names them; `#5` for one without a name. */
  ignored: string[];
}

/**
 * Validates each line of a list.
 *
 * @param given the text; a byte order mark is ignored
 * @param realmData the realm's data to validate against
 * @returns the lines; or the problem if the list can't be split into lines
 */
export function validateList(
  given: string,
  defaults: Defaults,
  realmData: RealmData,
): ValidatedList | { problem: AdminRejection } {
  const text = given.replace(/^\ufeff/, '');
  const work = { steps: MAX_STEPS };
  const heading = headingIn(text, work);
  const csv = readList(text, heading, work);
  if ('excess' in csv)
    return {
      problem:
        csv.excess === 'line'
          ? adminRejection('list_line_too_long', { max: MAX_LINE_LENGTH })
          : adminRejection('list_too_long', { max: MAX_LINES }),
    };
  if ('badLine' in csv) return { problem: adminRejection('list_quote_open', { line: csv.badLine }) };
  const [first] = csv.records;
  if (first === undefined) return { problem: adminRejection('list_empty') };
  const records = heading === null ? csv.records : csv.records.slice(1);
  if (records.length === 0) return { problem: adminRejection('list_with_heading_only') };
  if (records.length > MAX_LINES) return { problem: adminRejection('list_too_long', { max: MAX_LINES }) };
  const columns = heading?.columns ?? DEFAULT_COLUMNS;
  const validated: ValidatedList = {
    valid: [],
    invalid: [],
    heading: heading === null ? null : first.source,
    ignored: [...(heading?.ignored ?? []), ...unnamedColumns(records, columns.length)],
  };
  const seen = new Map<string, number>();
  for (const { line, fields, source } of records) {
    const cells: Partial<Record<Column, string>> = {};
    columns.forEach((column, index) => {
      // What is longer is invalid.
      if (column !== null && fields[index]) cells[column] = fields[index].slice(0, MAX_CELL_LENGTH);
    });
    const { email, name } = mailboxIn(cells.email ?? '');
    const result = validateInvitee(
      {
        ...cells,
        email,
        ...(hasName(cells) ? {} : { name: name === null ? null : withoutRemarks(name) }),
        language: cells.language ?? defaults.language,
        client_id: cells.client_id ?? defaults.client_id,
      },
      realmData,
    );
    if ('details' in result) {
      for (const wrong of result.details.slice(0, 1))
        validated.invalid.push({ line, source, email: result.email, ...wrong });
      continue;
    }
    const { invitee } = result;
    const firstLine = seen.get(invitee.email);
    if (firstLine !== undefined) {
      const wrong = fieldProblem('email', 'list_line_repeated', { line: firstLine });
      validated.invalid.push({ ...wrong, line, source, email: invitee.email });
      continue;
    }
    seen.set(invitee.email, line);
    validated.valid.push({ line, source, ...invitee });
  }
  return validated;
}

function hasName(cells: Partial<Record<Column, string>>): boolean {
  return (cells.name ?? cells.first_name ?? cells.last_name) !== undefined;
}

/** Removes what mail programs add to a name in brackets: `Ada Lovelace (Sales) [External]`. */
function withoutRemarks(name: string): string {
  return name
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The columns that a heading names, with null for those that aren't used, which `ignored` names. */
interface Heading {
  columns: (Column | null)[];
  ignored: string[];
}

/** Returns the columns that the first line names; null if none of them is `email`: it is not a heading then. */
function headingIn(text: string, work: Work): Heading | null {
  const csv = readCsv(text, 0, work);
  const fields = 'records' in csv ? (csv.records[0]?.fields ?? []) : [];
  const heading: Heading = { columns: [], ignored: [] };
  for (const field of fields) {
    const column = columnNamed(field);
    const isUsed = column !== null && !heading.columns.includes(column);
    heading.columns.push(isUsed ? column : null);
    if (!isUsed && field !== '') heading.ignored.push(field);
  }
  return heading.columns.includes('email') ? heading : null;
}

/** Reads a list. Where a line has nothing but an address, it may have several. */
function readList(text: string, heading: Heading | null, work: Work): Csv {
  if (heading !== null && heading.columns.length > 1) return readCsv(text, MAX_LINES + 1, work);
  // The heading is a record, too.
  const split = takeAddressLines(text, MAX_LINES + 1, work);
  if (split === null) return { excess: 'work' };
  const csv = readCsv(split.rest, MAX_LINES + 1, work);
  if (!('records' in csv)) return csv;
  const records = [...csv.records];
  for (const { line, mailboxes } of split.taken)
    for (const mailbox of mailboxes) records.push({ line, fields: [mailbox], source: mailbox });
  return { records: records.sort((one, other) => one.line - other.line) };
}

/** The columns beyond those that have a meaning, in which a line has something. */
function unnamedColumns(records: readonly CsvRecord[], known: number): string[] {
  const ignored: string[] = [];
  for (const { fields } of records)
    for (let index = known; index < fields.length; index++)
      if (fields[index] !== '') ignored[index] = `#${index + 1}`;
  return ignored.filter((name) => name !== undefined);
}
