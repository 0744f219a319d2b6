/** The statements that a server sends to its database during some work, from PostgreSQL's own log. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../failure.ts';

const ENTRY = /\[(\d+)\] LOG: {2}(?:execute [^:]+|statement): ([\s\S]*?)(?=\n\d{4}-\d\d-\d\d |\n?$)/g;
const BEGINNING = /^BEGIN/;
const END = /^(COMMIT|ROLLBACK)/;
/**
 * The driver's statements: once per connection its settings, outside of transactions, and type IDs, within one; an empty one checks a
 * connection that was idle.
 */
const OF_THE_DRIVER = /^(SET (?!LOCAL)|SHOW |$)|pg_catalog/;
/** Each node's own periodic writes of its counters. */
const BY_THE_CLOCK = /LINKGATE_STATISTIC/i;
const POLL_MILLIS = 20;

/** How long an open transaction is waited for; a busy machine needs long. */
const MAX_WAIT_MILLIS = 60_000;

/** The statements of one transaction, in order, without its begin and commit. */
export type Transaction = string[];

/**
 * The transactions with statements, in the order in which they ended. The database logs all statements, and has no other client
 * meanwhile.
 *
 * @param logFile PostgreSQL's log; other databases of the same server aren't in it
 */
export async function transactionsOf(logFile: string, work: () => Promise<unknown>): Promise<Transaction[]> {
  const before = (await readFile(logFile, 'utf8')).length;
  await work();
  for (const end = Date.now() + MAX_WAIT_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const { ended, open } = read((await readFile(logFile, 'utf8')).slice(before));
    // Some transactions end after the response.
    if (open === 0) return ended.filter((transaction) => !transaction.every((one) => BY_THE_CLOCK.test(one)));
  }
  throw new Failure('a transaction stays open');
}

/** How many statements the database executed during some work, by kind. */
export interface Executed {
  /** In transactions of requests, and of what requests leave to be done later. */
  work: number;
  begins: number;
  /** Commits and rollbacks. */
  ends: number;
  /** The driver's own. */
  driver: number;
  /** Of periodic tasks. */
  periodic: number;
}

/** Counts everything that the database executes during some work and right after it, by its own log. */
export async function executedDuring(logFile: string, work: () => Promise<unknown>): Promise<Executed> {
  const before = (await readFile(logFile, 'utf8')).length;
  await work();
  const log = (await readFile(logFile, 'utf8')).slice(before);
  const executed: Executed = { work: 0, begins: 0, ends: 0, driver: 0, periodic: 0 };
  for (const [, , text = ''] of log.matchAll(ENTRY)) executed[kindOf(text.trim())] += 1;
  return executed;
}

function kindOf(statement: string): keyof Executed {
  if (BEGINNING.test(statement)) return 'begins';
  if (END.test(statement)) return 'ends';
  if (OF_THE_DRIVER.test(statement)) return 'driver';
  return BY_THE_CLOCK.test(statement) ? 'periodic' : 'work';
}

function read(log: string): { ended: Transaction[]; open: number } {
  const ended: Transaction[] = [];
  const open = new Map<string, Transaction>();
  for (const [, backend = '', text = ''] of log.matchAll(ENTRY)) {
    const statement = text.trim().replace(/\s+/g, ' ');
    if (OF_THE_DRIVER.test(statement)) continue;
    const transaction = open.get(backend);
    if (BEGINNING.test(statement)) open.set(backend, []);
    else if (END.test(statement)) {
      open.delete(backend);
      // Without a known begin: the transaction began before.
      if (transaction !== undefined && transaction.length > 0) ended.push(transaction);
    } else if (transaction === undefined) ended.push([statement]);
    else transaction.push(statement);
  }
  return { ended, open: open.size };
}
