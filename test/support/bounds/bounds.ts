/** What a node may take for whatever may come in any number: the one home of the bounds, and of how much `node scripts/run.mjs bounds.ts` puts on it. */
import { DECLARATIONS } from '../../../provider-scripts/src/declarations.ts';
import { HEAP_MEGABYTES } from '../../../scripts/server/node.ts';

/** A kind of load, and what it may take. */
interface Bound {
  /** How many it is in the whole run, and in the short one of `npm test -- --project long`. */
  whole: number;
  short: number;
  /**
   * How often the whole run puts it on and takes it away. A node, and the machine, may be faster or slower for a minute than in the one before:
   * where that is as much as the load takes, one round doesn't show what the load does.
   */
  rounds: number;
  /** How much more of the heap may be alive while it is held, in mebibytes. */
  held: number;
  /** The same afterwards: what is kept for as long as a window or a cache says, or belongs to the caches of other things. */
  afterwards: number;
}

/** What caches of Keycloak's and compiled code may add meanwhile, whatever the load is. */
const OTHERS = 32;

/** In the order in which they are put on. */
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
/** The pools of threads, which end threads that are idle: HTTP's, those that send emails, and a few of the virtual machine's. */
export const MORE_THREADS = Math.ceil(httpThreadsIfUnknown * (1 + emailShareOfHttpThreads)) + 8;
/** A node in all: its heap as large as it may be, with garbage, and 512 MiB for classes, compiled code and threads. */
export const RESIDENT_MEBIBYTES = HEAP_MEGABYTES + 512;
/** What other realms get of `/token` while a load is held, as a part of what they got before. */
export const MIN_SHARE = 0.9;
