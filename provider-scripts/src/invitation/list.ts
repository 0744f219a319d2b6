/** Validates a list of users to invite, each line by itself, before anything is sent. */
import { mailboxIn } from '../address/mailbox.ts';
import { type AdminRejection, adminRejection, type FieldProblem, fieldProblem } from '../errors/problem.ts';
import { readCsv } from './csv.ts';
import type { Invitee } from './invitation.ts';
import { type RealmData, validateInvitee } from './invitee.ts';

/** The maximum number of lines and bytes of a list. */
export const MAX_LINES = 10_000;
export const MAX_CSV_BYTES = 2 * 1024 * 1024;

/** The columns' names; in this order if there is no heading. */
const COLUMNS = ['email', 'name', 'language', 'client_id'] as const;
type Column = (typeof COLUMNS)[number];

/** Other column names that spreadsheets use. */
const ALIASES: Record<string, Column> = {
  address: 'email',
  mail: 'email',
  'e-mail': 'email',
  'email address': 'email',
  'e-mail address': 'email',
  locale: 'language',
  client: 'client_id',
};

/** A valid line. */
export interface Line extends Invitee {
  line: number;
}

/** A line's error. */
export interface InvalidLine extends FieldProblem {
  line: number;
}

/** The valid and invalid lines of a list. */
export interface ValidatedList {
  valid: Line[];
  invalid: InvalidLine[];
}

/** Values for fields that a line omits. */
export interface Defaults {
  language: string | null;
  client_id: string | null;
}

/**
 * Validates each line of a list.
 *
 * @param realmData the realm's data to validate against
 * @returns the lines; or the problem if the list can't be split into lines
 */
export function validateList(
  text: string,
  defaults: Defaults,
  realmData: RealmData,
): ValidatedList | { problem: AdminRejection } {
  // The heading is a record, too.
  const csv = readCsv(text, MAX_LINES + 1);
  if ('badLine' in csv) return { problem: adminRejection('list_quote_open', { line: csv.badLine }) };
  const [first] = csv.records;
  if (first === undefined) return { problem: adminRejection('list_empty') };
  const heading = headingOf(first.fields);
  const records = heading === null ? csv.records : csv.records.slice(1);
  if (records.length === 0) return { problem: adminRejection('list_with_heading_only') };
  if (records.length > MAX_LINES) return { problem: adminRejection('list_too_long', { max: MAX_LINES }) };
  const columns = heading ?? COLUMNS;
  const validated: ValidatedList = { valid: [], invalid: [] };
  const seen = new Map<string, number>();
  for (const { line, fields } of records) {
    const given: Partial<Record<Column, string>> = {};
    columns.forEach((column, index) => {
      if (column !== null && fields[index]) given[column] = fields[index];
    });
    const { email, name } = mailboxIn(given.email ?? '');
    const result = validateInvitee(
      {
        email,
        name: given.name ?? name,
        language: given.language ?? defaults.language,
        client_id: given.client_id ?? defaults.client_id,
      },
      realmData,
    );
    if ('details' in result) {
      for (const wrong of result.details.slice(0, 1)) validated.invalid.push({ line, ...wrong });
      continue;
    }
    const firstLine = seen.get(result.invitee.email);
    if (firstLine !== undefined) {
      validated.invalid.push({ ...fieldProblem('email', 'list_line_repeated', { line: firstLine }), line });
      continue;
    }
    seen.set(result.invitee.email, line);
    validated.valid.push({ line, ...result.invitee });
  }
  return validated;
}

/** Returns the columns that the first line names; null if none of them is `email`: it is not a heading then. */
function headingOf(fields: readonly string[]): (Column | null)[] | null {
  const columns = fields.map((field) => {
    const name = field.toLowerCase();
    return (
      COLUMNS.find((column) => column === name) ??
      (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : null)
    );
  });
  return columns.includes('email') ? columns : null;
}
