/** A separate node with few database connections, and its own database, whose statements are logged. */
import { inject, vi } from 'vitest';
import { connectAdmin } from '../../scripts/admin/connect.ts';
import { seed } from '../../scripts/seed/seed.ts';
import type { NodeOptions } from '../../scripts/server/node.ts';
import { type Transaction, transactionsOf } from '../../scripts/server/statement-log.ts';
import { whileBusy } from './busy-server.ts';
import { onDatabase } from './cluster.ts';
import { clusterHome } from './cluster-home.ts';
import { watchOf } from './connection-watch.ts';
import { TEST_JVM } from './jvm.ts';
import { partPath } from './part.ts';
import { PATIENT } from './patience.ts';
import { type OwnNode, startOwnNode, VARIANT_ADMIN } from './variant.ts';

const NAME = 'own';
/** Timeouts that only a deadlock exceeds, however busy the machine is. */
const SLOW_MACHINE = { connectSeconds: 120, transactionSeconds: 300 } as const;
/** No background cleanup while statements are counted. */
const ARGUMENTS = ['--cache=local', '--spi-jpa-entity-provider--linkgate--upkeep-seconds=86400'];

/** The node, seeded with the sample realms. */
export interface OwnDatabaseNode extends OwnNode {
  baseUrl: string;
  logFile: string;
  admin(): ReturnType<typeof connectAdmin>;
  /** The transactions, with their statements, that some work causes. */
  transactionsOf(work: () => Promise<unknown>): Promise<Transaction[]>;
  /** The number of its connections in a transaction. */
  openTransactions(): Promise<number>;
}

/** Starts the node with a maximum number of database connections, and further arguments. */
export async function startOnOwnDatabase(
  connections: number,
  { extraArgs = [] }: Pick<NodeOptions, 'extraArgs'> = {},
): Promise<OwnDatabaseNode> {
  await onDatabase(async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${NAME}`);
    await client.query(`ALTER DATABASE ${NAME} SET log_statement = 'all'`);
  });
  const home = await clusterHome();
  const logFile = partPath('cluster', `${NAME}.log`);
  const node = await startOwnNode({
    ...SLOW_MACHINE,
    home,
    database: { ...inject('cluster').database, name: NAME },
    extraArgs: [...ARGUMENTS, `--db-pool-max-size=${connections}`, ...extraArgs],
    logFile,
    env: { ...TEST_JVM, ...watchOf(logFile) },
  });
  const { url } = node;
  const { variables } = inject('site');
  await whileBusy(() => seed({ serverUrl: url, admin: VARIANT_ADMIN, variables, apply: true }));
  return {
    ...node,
    logFile,
    baseUrl: `${url}/realms/linkgate`,
    admin: () => connectAdmin({ serverUrl: url, ...VARIANT_ADMIN }),
    async transactionsOf(work) {
      // A response may arrive before its transaction ends.
      await vi.waitUntil(async () => (await openTransactions()) === 0, PATIENT);
      return transactionsOf(inject('cluster').databaseLog, work);
    },
    openTransactions,
  };
}

async function openTransactions(): Promise<number> {
  return onDatabase(async (client) => {
    const open = 'SELECT PID FROM PG_STAT_ACTIVITY WHERE DATNAME = $1 AND XACT_START IS NOT NULL';
    return (await client.query(open, [NAME])).rowCount ?? 0;
  });
}
