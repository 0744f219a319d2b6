/** The database statements and transactions of a whole sign-in: one at a time, warm; from PostgreSQL's own log. */
import { withClient } from '../../server/postgres.ts';
import { type Transaction, transactionsOf } from '../../server/statement-log.ts';
import { signIn } from '../load/sign-in.ts';
import { user } from '../load/users.ts';
import type { Part } from '../part.ts';

/** Fills the caches. */
const WARM_UP = 3;

export const statementsPart: Part = async (context) => {
  const database = await context.newDatabase();
  if (database === undefined) {
    context.log('statements: only on PostgreSQL');
    return [];
  }
  const { rounds } = context.options;
  await withClient(database, (client) =>
    client.query(`ALTER DATABASE ${database.name} SET log_statement = 'all'`),
  );
  const server = await context.start('statements', { database });
  await server.makeLinkgateRealm(2);
  for (let number = 0; number < WARM_UP; number += 1) await signIn(server.linkgate, user(1));
  const { logFile } = await context.postgres();
  const counted: Transaction[][] = [];
  for (let round = 1; round <= rounds; round += 1)
    counted.push(await transactionsOf(logFile, () => signIn(server.linkgate, user(1))));
  for (const [number, statements] of (counted[0] ?? []).entries())
    for (const statement of statements) context.log(`transaction ${number + 1}: ${statement}`);
  const notes = ['Begins and commits aren’t counted as statements.'];
  return [
    { row: 'sign-in-statements', rounds: counted.map((one) => one.flat().length), beside: [], notes },
    { row: 'sign-in-transactions', rounds: counted.map((one) => one.length), beside: [], notes: [] },
  ];
};
