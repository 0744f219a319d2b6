/** A round's plan, determined by its seed alone. Instants are milliseconds since the round's start. */
import type { NodeName } from '../cluster-program.ts';
import { Seeded } from './seeded.ts';

export const NODE_NAMES = ['first', 'second', 'third'] as const satisfies readonly NodeName[];

/** A user, from the request for an email to the places where its link is used. */
export interface User {
  /** `typist`: enters the code on the page; `guest`: has a referral code; `late`: the link expires while it is used. */
  kind: 'ordinary' | 'typist' | 'guest' | 'late';
  links: number;
  requestsAt: number;
  opensAt: number;
  /** Where a link is used, almost at the same time. */
  places: { node: NodeName; after: number }[];
  node: NodeName;
}

/** The number of places where each link is used: for a few users, and for all others. */
export interface Places {
  ofSome: number;
  ofOthers: number;
}

/** A fault to choose from, by name, and the only node that it can affect. */
export interface Choice<Name extends string> {
  name: Name;
  only: NodeName | undefined;
}

/** A planned round. */
export interface Plan<Name extends string = string> {
  seed: number;
  fault: Name;
  target: NodeName;
  beginsAt: number;
  lastsMillis: number;
  /** For the fault's own choices. */
  chance: Seeded;
  users: User[];
}

/** The number of users of each kind. */
const USERS = { ordinary: 13, typist: 4, guest: 8, late: 4 } as const;
/** Links of an ordinary user. */
const LINKS = 3;
/** The number of ordinary users whose links are used in more places: one requests before the fault, one during it. */
const SOME = 2;
const [BEGINS_FROM, BEGINS_TO] = [1500, 2500];
const [LASTS_FROM, LASTS_TO] = [2000, 5000];
/**
 * Early users request before the fault and open their links during it; the others request in its first half, so that most of
 * their links are opened before its end, too. Later requests compete with the sign-ins that check the nodes' recovery.
 */
const EARLY_MILLIS = 800;
const WAITS_MILLIS = 2500;
const SPREAD_MILLIS = 1500;
/** The uses of an expiring link are spread around its expiry. */
const LATE_SPREAD_MILLIS = 6000;

/** The plan for a seed, with one of several faults. */
export function planOf<Name extends string>(
  seed: number,
  choices: readonly [Choice<Name>, ...Choice<Name>[]],
  { ofSome, ofOthers }: Places,
): Plan<Name> {
  const chance = new Seeded(seed);
  const { name: fault, only } = chance.pick(choices);
  const target = only ?? chance.pick(NODE_NAMES);
  const beginsAt = chance.between(BEGINS_FROM, BEGINS_TO);
  const lastsMillis = chance.between(LASTS_FROM, LASTS_TO);
  const user = (kind: User['kind'], number: number): User => {
    const own = chance.for(number);
    const isEarly = kind === 'late' || number % 2 === 0;
    const requestsAt = isEarly ? own.between(0, EARLY_MILLIS) : beginsAt + own.between(-200, lastsMillis / 2);
    const spread = kind === 'late' ? LATE_SPREAD_MILLIS : SPREAD_MILLIS;
    return {
      kind,
      links: kind === 'ordinary' ? LINKS : 1,
      requestsAt,
      opensAt: isEarly
        ? beginsAt + own.between(-300, lastsMillis)
        : requestsAt + own.between(200, WAITS_MILLIS),
      places: Array.from({ length: kind === 'ordinary' && number < SOME ? ofSome : ofOthers }, () => ({
        node: own.pick(NODE_NAMES),
        after: own.between(0, spread),
      })),
      node: own.pick(NODE_NAMES),
    };
  };
  const kinds = Object.entries(USERS).flatMap(([kind, count]) =>
    Array<User['kind']>(count).fill(kind as User['kind']),
  );
  return {
    seed,
    fault,
    target,
    beginsAt,
    lastsMillis,
    chance: chance.for(kinds.length),
    users: kinds.map(user),
  };
}
