/** The interface of a load, and how its parts are started. */
import type { OwnRealm } from '../own-realm.ts';
import type { SiteClient } from '../site.ts';

/** The number of the test's own concurrent requests. */
const AT_ONCE = 16;

/** The realm of the load, and an approved client in it. */
export interface Carrier {
  realm: OwnRealm;
  client: SiteClient;
}

/** A running load. */
export interface Held {
  /** The number reached: less than requested if time ran out. */
  count: number;
  /** Stops the load and checks its results; its rows stay in the database. */
  end(): Promise<void>;
  /** Removes these rows, unless deleting the realm does. */
  cleanUp?(): Promise<void>;
}

/** Starts this many on a node, or as many as possible until an instant in Unix milliseconds. */
export type Load = (count: number, carrier: Carrier, until: number) => Promise<Held>;

/** Calls a function for each number below `count`, a few concurrently, until an instant. Returns the number of calls. */
export async function each(
  count: number,
  work: (index: number) => Promise<unknown>,
  { atOnce = AT_ONCE, until = Number.POSITIVE_INFINITY } = {},
): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < count && Date.now() < until) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return next;
}
