/**
 * What any number of requests or rows may cost a node: the bounds, and the loads that `node scripts/run.mjs bounds.ts` applies.
 */
import { DECLARATIONS } from '../../../provider-scripts/src/declarations.ts';
import { HEAP_MEGABYTES } from '../../../scripts/server/node.ts';

/** A kind of load, and its bounds. */
interface Bound {
  /** The size of the load in the full run, and in the short one of `npm test -- --project long`. */
  whole: number;
  short: number;
  /**
   * How often the full run applies and removes it. A node and the machine may be faster or slower for a minute:
   * if that variation is as large as the load's effect, one round doesn't show the effect.
   */
  rounds: number;
  /** The maximum growth of the live heap while the load is held, in mebibytes. */
  held: number;
  /** The same afterwards: entries that stay for a window's or cache's lifetime, or belong to other caches. */
  afterwards: number;
}

/** The growth that Keycloak's caches and compiled code may cause meanwhile, whatever the load is. */
const OTHERS = 32;

/** In the order in which they are applied. */
export const BOUNDS = {
  'slow senders': { whole: 2000, short: 2000, rounds: 1, held: 64, afterwards: OTHERS },
  'emails to a silent server': { whole: 500, short: 60, rounds: 5, held: 64, afterwards: OTHERS },
  'waiting tabs': { whole: 10_000, short: 40, rounds: 1, held: 192, afterwards: 192 },
  callers: { whole: 1_000_000, short: 2000, rounds: 1, held: 96, afterwards: 96 },
  'clients of a realm': { whole: 10_000, short: 200, rounds: 1, held: 192, afterwards: 192 },
  realms: { whole: 200, short: 1, rounds: 1, held: 128, afterwards: 128 },
  'addresses and devices': { whole: 1_000_000, short: 2000, rounds: 1, held: OTHERS, afterwards: OTHERS },
} as const satisfies Record<string, Bound>;
export type LoadName = keyof typeof BOUNDS;
export const LOAD_NAMES = Object.keys(BOUNDS) as LoadName[];

const { httpThreadsIfUnknown, emailShareOfHttpThreads } = DECLARATIONS.runtime;
/** The thread pools, which end idle threads: HTTP, email delivery, and a few of the virtual machine. */
export const MORE_THREADS = Math.ceil(httpThreadsIfUnknown * (1 + emailShareOfHttpThreads)) + 8;
/** A whole node: its maximum heap, with garbage, and 512 MiB for classes, compiled code and threads. */
export const RESIDENT_MEBIBYTES = HEAP_MEGABYTES + 512;
/** The minimum `/token` throughput of other realms while a load is held, as a share of the throughput before. */
export const MIN_SHARE = 0.9;
