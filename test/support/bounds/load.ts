/** The shape of a load, and how its parts are put on. */
import type { OwnRealm } from '../own-realm.ts';
import type { SiteClient } from '../site.ts';

/** How many of the test's own requests are on their way at a time. */
const AT_ONCE = 16;

/** The realm that carries it, and an approved client of it. */
export interface Carrier {
  realm: OwnRealm;
  client: SiteClient;
}

/** A load that is on. */
export interface Held {
  /** How many it is: fewer than wanted if the time for putting them on was up. */
  count: number;
  /** Takes it away, and checks what became of it; what it left in the database stays. */
  end(): Promise<void>;
  /** Removes that, unless it goes with the realm. */
  tidy?(): Promise<void>;
}

/** Puts so many on a node, or as many as it could until an instant, in Unix milliseconds. */
export type Load = (count: number, carrier: Carrier, until: number) => Promise<Held>;

/** Does something for each number below `count`, a few at a time, until an instant. The result is for how many of them. */
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
