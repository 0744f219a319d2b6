/** The two nodes, the third one that some tests add, and their database, as the long tests use them. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../../scripts/server/node.ts';
import { withClient } from '../../scripts/server/postgres.ts';
import type { NodeName } from './cluster-program.ts';
import type { Break } from './proxy/tcp-proxy.ts';

interface NodeAddress {
  /** Its own URL; links and pages contain the first node's. */
  url: string;
  managementUrl: string;
  logFile: string;
}

/** The URLs of the parts. */
export interface Cluster {
  controlUrl: string;
  database: DatabaseAddress;
  databaseLog: string;
  nodes: NodeAddress[];
  /** Runs only while a test needs it. */
  third: NodeAddress;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster;
  }
}

const JOIN_MILLIS = 180_000;
const POLL_MILLIS = 200;

/** The nodes' own URLs: the first one's is also the public one, which links start with. */
export const NODES = inject('cluster').nodes.map(({ url }) => url) as [string, string];

/** Requests an action on a part of the installation. */
async function control(part: string, action: string, ...given: string[]): Promise<string> {
  const path = [part, action, ...given].map(encodeURIComponent).join('/');
  const response = await fetch(`${inject('cluster').controlUrl}/${path}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(`${part} ${action}: ${text}`);
  return text;
}

/** Sends SIGKILL to a node. */
export async function killNode(which: NodeName): Promise<void> {
  await control(which, 'kill');
}

/** Shuts a node down. */
export async function stopNode(which: NodeName): Promise<void> {
  await control(which, 'stop');
}

/** Starts a stopped node, optionally with another server from now on; returns when it is ready and the nodes see each other. */
export async function startNode(which: NodeName, server?: string): Promise<void> {
  await control(which, 'start', ...given(server));
  await untilTwoMembers();
}

/** Starts a node and returns when it is ready, whether or not it sees the others. */
export async function startAlone(which: NodeName): Promise<void> {
  await control(which, 'start');
}

/** Sends SIGSTOP or SIGCONT to a node. */
export async function hangNode(which: NodeName, action: 'freeze' | 'thaw'): Promise<void> {
  await control(which, action);
}

/** Shifts a node's clock by this many seconds, from its next start on. */
export async function shiftClock(seconds: number, which: NodeName = 'third'): Promise<void> {
  await control(which, 'shiftClock', `${seconds < 0 ? '' : '+'}${seconds}s`);
}

/** Cuts a node off from the others; the port on which they monitor each other stays open. */
export async function cutOffFromCluster(which: NodeName): Promise<void> {
  await control('cluster', 'cutOff', which);
}

/** Lets all nodes reach each other again. */
export async function healCluster(): Promise<void> {
  await control('cluster', 'heal');
}

/** Faults of a node's connection to the database. */
export const databaseLine = {
  cut: async (of: NodeName) => void (await control(`${of}Line`, 'cut')),
  slow: async (of: NodeName, millis: number) => void (await control(`${of}Line`, 'slow', String(millis))),
  breakCommits: async (of: NodeName, how: Break, every: number) =>
    void (await control(`${of}Line`, 'breakCommits', how, String(every))),
  heal: async (of: NodeName) => void (await control(`${of}Line`, 'heal')),
};

/**
 * Starts both, one after the other: two that start at the same moment may each form a cluster, and aren't ready until these are
 * merged.
 */
export async function startBoth(server?: string): Promise<void> {
  await control('first', 'start', ...given(server));
  await startNode('second', server);
}

function given(server: string | undefined): string[] {
  return server === undefined ? [] : [server];
}

/** A node's live heap after a full collection. */
export async function heapMegabytes(which: NodeName): Promise<number> {
  return Math.round(Number(await control(which, 'liveHeapBytes')) / 1024 / 1024);
}

/** Faults of the database. */
export async function database(
  action: 'stop' | 'start' | 'freeze' | 'thaw' | 'crash' | 'addStandby' | 'promoteStandby',
): Promise<void> {
  await control('database', action);
}

/** Waits until each node sees two members. */
export async function untilTwoMembers(): Promise<void> {
  await untilAllSee(inject('cluster').nodes);
}

/** Waits until each node sees three members. */
export async function untilThreeMembers(): Promise<void> {
  const { nodes, third } = inject('cluster');
  await untilAllSee([...nodes, third]);
}

async function untilAllSee(nodes: readonly NodeAddress[]): Promise<void> {
  for (const end = Date.now() + JOIN_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const sizes = await Promise.all(nodes.map(membersSeenBy));
    if (sizes.every((size) => size === nodes.length)) return;
  }
  throw new Error('the nodes are no cluster');
}

/** A view, or a merged view (ISPN000093). */
async function membersSeenBy({ logFile }: NodeAddress): Promise<number> {
  const views = [...(await readFile(logFile, 'utf8')).matchAll(/ISPN00009[34]: .*?\|\d+\] \((\d+)\)/g)];
  return Number(views.at(-1)?.[1]);
}

/** Runs work with a connection to the nodes' database. */
export async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return await withClient(inject('cluster').database, work);
}

/** The number of transactions that wait for a lock. */
export async function waitingForLocks(): Promise<number> {
  const sql = "SELECT PID FROM PG_STAT_ACTIVITY WHERE WAIT_EVENT_TYPE = 'Lock'";
  return await onDatabase(async (client) => (await client.query(sql)).rowCount ?? 0);
}
