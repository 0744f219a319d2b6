/** Reads a file's users, and reads it as a whole once before anything is created: then it is known that all of it can be read. */
import { counted } from '../cli/count.ts';
import { type Decided, decide, type RealmFacts } from './account.ts';
import { FORMATS, type Product } from './formats/index.ts';
import { isDoubtful, rowsOf } from './source/rows.ts';

/** A file of users. */
export interface UsersFile {
  readonly product: Product;
  readonly file: string;
  /** Whether no address counts as verified, whatever the file says. */
  readonly isUnverified: boolean;
}

/** A user of a file. */
export interface ReadUser {
  /** Its place among the records, from 1: of a JSON list, one line may have all. */
  readonly record: number;
  readonly line: number;
  readonly decided: Decided;
  /** Whether it has the field that says who was blocked; null for a record that can't be read. */
  readonly hasBlockedField: boolean | null;
}

/** The users of a file. */
export async function* usersOf(
  { product, file, isUnverified }: UsersFile,
  realm: RealmFacts,
): AsyncGenerator<ReadUser> {
  const format = FORMATS[product];
  let record = 0;
  for await (const row of rowsOf(file, format)) {
    record += 1;
    const { line } = row;
    if ('problem' in row) yield { record, line, decided: { rejected: row.problem }, hasBlockedField: null };
    else
      yield {
        record,
        line,
        decided: decide(row.fields, { format, isUnverified }, realm, Date.now()),
        hasBlockedField: Object.hasOwn(row.fields, format.blockedField),
      };
  }
}

/** The record whose user gets the account of an address. */
export interface Owner {
  readonly record: number;
  readonly line: number;
  readonly isVerified: boolean;
  readonly formerId: string | null;
  /** The line of another user with the same address, verified as well; null if there is none. */
  readonly rival: number | null;
}

/** What is known of a file once all of it was read. */
export interface Survey {
  /** By address: the first record with a verified one, else the first record. */
  readonly owners: ReadonlyMap<string, Owner>;
  /** What is said of the file as a whole. */
  readonly warnings: readonly string[];
}

/**
 * Reads all of a file.
 * @throws Failure if it can't be read to its end
 */
export async function survey(users: UsersFile, realm: RealmFacts): Promise<Survey> {
  const owners = new Map<string, Owner>();
  /** How many users each provider alone has verified, whose word doesn't count. */
  const doubts = new Map<string, number>();
  let [isAnyRead, isBlockedKnown] = [false, false];
  for await (const { record, line, decided, hasBlockedField } of usersOf(users, realm)) {
    isAnyRead ||= hasBlockedField !== null;
    isBlockedKnown ||= hasBlockedField === true;
    if ('rejected' in decided) continue;
    for (const name of decided.doubted ?? []) doubts.set(name, (doubts.get(name) ?? 0) + 1);
    const { email, isVerified, formerId } = decided.account;
    const owner = owners.get(email);
    if (owner === undefined || (isVerified && !owner.isVerified))
      owners.set(email, { record, line, isVerified, formerId, rival: null });
    // A user may be listed twice.
    else if (isVerified && owner.rival === null && (formerId === null || formerId !== owner.formerId))
      owners.set(email, { ...owner, rival: line });
  }
  const isNobodyVerified = owners.size > 0 && ![...owners.values()].some(({ isVerified }) => isVerified);
  const format = FORMATS[users.product];
  const { blockedField } = format;
  return {
    owners,
    warnings: [
      ...[...doubts].map(
        ([name, count]) =>
          `${counted(count, 'user has', 'users have')} an address that ${JSON.stringify(name)} has verified, whose word on addresses the realm doesn't take: each is unverified here, without name, former id and identities (--trust ${name}, or what trusts the provider at a sign-in)`,
      ),
      ...((await isDoubtful(users.file, format))
        ? [
            "it isn't known whether what wrote this CSV escapes quotes and line breaks in what users wrote; if it doesn't, one can write the lines of others: export JSON",
          ]
        : []),
      ...(isAnyRead && !isBlockedKnown
        ? [
            `no user of the file has the field ${blockedField}, which says who was blocked there: if somebody was, they can sign in here`,
          ]
        : []),
      ...(isNobodyVerified && !users.isUnverified
        ? [
            'no address of the file counts as verified: each account is claimed by its first link, without name, former id and identities',
          ]
        : []),
    ],
  };
}
