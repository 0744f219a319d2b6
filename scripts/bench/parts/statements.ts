/** What a sign-in and a token ask of the database, from PostgreSQL's own log, and what an email asks of the mail server: one at a time, and under load. */
import { withClient } from '../../server/postgres.ts';
import {
  type Executed,
  executedDuring,
  type Transaction,
  transactionsOf,
} from '../../server/statement-log.ts';
import type { Finding } from '../finding.ts';
import { runLoad } from '../load/closed-loop.ts';
import { signIn } from '../load/sign-in.ts';
import { OPENID_CONNECT, tokenForClient } from '../load/stock-realm.ts';
import { user } from '../load/users.ts';
import type { Part } from '../part.ts';
import { caller, signInLoad } from '../servers/loads.ts';

/** Fills the caches. */
const WARM_UP = 3;

export const statementsPart: Part = async (context) => {
  const database = await context.newDatabase();
  if (database === undefined) {
    context.log('statements: only on PostgreSQL');
    return [];
  }
  const { rounds, signIns, clients } = context.options;
  await withClient(database, (client) =>
    client.query(`ALTER DATABASE ${database.name} SET log_statement = 'all'`),
  );
  const server = await context.start('statements', { database });
  await server.makeLinkgateRealm(context.users((rounds + 1) * signIns));
  const { linkgate } = server;
  const token = (number: number) =>
    tokenForClient(
      linkgate.connections,
      `${linkgate.path}${OPENID_CONNECT}/token`,
      linkgate.service,
      caller(number),
    );
  for (let number = 0; number < WARM_UP; number += 1) {
    await signIn(linkgate, user(1));
    await token(number);
  }
  const { logFile } = await context.postgres();
  const counted: Transaction[][] = [];
  const ofToken: Transaction[][] = [];
  const commands: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const before = linkgate.email.commands;
    counted.push(await transactionsOf(logFile, () => signIn(linkgate, user(1))));
    commands.push(linkgate.email.commands - before);
    ofToken.push(await transactionsOf(logFile, () => token(round)));
  }
  for (const [number, statements] of (counted[0] ?? []).entries())
    for (const statement of statements) context.log(`transaction ${number + 1}: ${statement}`);
  const notes = ['Begins and commits aren’t counted as statements.'];
  return [
    {
      row: 'sign-in-statements',
      rounds: counted.map((one) => one.flat().length),
      beside: [],
      notes: ['One at a time, the exchange of the code included.', ...notes],
    },
    { row: 'sign-in-transactions', rounds: counted.map((one) => one.length), beside: [], notes: [] },
    await underLoad(),
    { row: 'credentials-statements', rounds: ofToken.map((one) => one.flat().length), beside: [], notes },
    {
      row: 'email-commands',
      rounds: commands,
      beside: [],
      notes: [
        'SMTP commands that the mail server receives during a sign-in; the content is sent after the last of them.',
      ],
    },
  ];

  async function underLoad(): Promise<Finding> {
    await runLoad(signInLoad(server, signIns, clients));
    const executed: Executed[] = [];
    for (let round = 1; round <= rounds; round += 1)
      executed.push(await executedDuring(logFile, () => runLoad(signInLoad(server, signIns, clients))));
    const each = (of: (one: Executed) => number) => executed.map((one) => of(one) / signIns);
    return {
      row: 'sign-in-executed',
      rounds: each((one) => Object.values(one).reduce((sum, count) => sum + count, 0)),
      beside: [
        { name: 'statements of its transactions', unit: '', values: each(({ work }) => work) },
        { name: 'begins', unit: '', values: each(({ begins }) => begins) },
        { name: 'commits', unit: '', values: each(({ ends }) => ends) },
        { name: 'of the driver', unit: '', values: each(({ driver }) => driver) },
        { name: 'of periodic tasks', unit: '', values: each(({ periodic }) => periodic) },
      ],
      notes: [`${signIns} sign-ins a round by ${clients} clients, all users in turn.`],
    };
  }
};
