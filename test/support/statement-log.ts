/** What a server sends to its database while something is done, as PostgreSQL's own log has it. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE_MILLIS } from './patience.ts';

const ENTRY = /\[(\d+)\] LOG: {2}(?:execute [^:]+|statement): ([\s\S]*?)(?=\n\d{4}-\d\d-\d\d |\n?$)/g;
const BEGINNING = /^BEGIN/;
const END = /^(COMMIT|ROLLBACK)/;
/** What the driver asks once per connection: its settings, outside of transactions, and the numbers of types, in the midst of one. */
const OF_THE_DRIVER = /^(SET (?!LOCAL)|SHOW )|pg_catalog/;
/** What each node writes down of what it has counted, by the clock and by itself. */
const BY_THE_CLOCK = /LINKGATE_STATISTIC/i;
const POLL_MILLIS = 20;

/** The statements of one transaction, in their order, without its beginning and its end. */
export type Transaction = string[];

/**
 * The transactions in which something was asked of the database, in the order in which they ended. The database logs all statements, and
 * nobody else uses it meanwhile.
 *
 * @param logFile PostgreSQL's log; what other databases of the same server do isn't in it
 */
export async function transactionsOf(logFile: string, work: () => Promise<unknown>): Promise<Transaction[]> {
  const before = (await readFile(logFile, 'utf8')).length;
  await work();
  for (const end = Date.now() + PATIENCE_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const { ended, open } = read((await readFile(logFile, 'utf8')).slice(before));
    // Transactions that a response didn't wait for end by themselves.
    if (open === 0) return ended.filter((transaction) => !transaction.every((one) => BY_THE_CLOCK.test(one)));
  }
  throw new Error('a transaction stays open');
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
      // None is known for an end alone: that one began before.
      if (transaction !== undefined && transaction.length > 0) ended.push(transaction);
    } else if (transaction === undefined) ended.push([statement]);
    else transaction.push(statement);
  }
  return { ended, open: open.size };
}
