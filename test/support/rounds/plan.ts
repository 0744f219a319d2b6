/** What happens in a round, chosen by its seed alone. Instants are milliseconds from the round's beginning. */
import type { NodeName } from '../cluster-program.ts';
import { Seeded } from './seeded.ts';

export const NODE_NAMES = ['first', 'second', 'third'] as const satisfies readonly NodeName[];

/** Somebody, from the email that they ask for to the places where they use it. */
export interface User {
  /** `typist`: types the code on the page; `guest`: comes with a referral code; `late`: the link ends while it is used. */
  kind: 'ordinary' | 'typist' | 'guest' | 'late';
  links: number;
  requestsAt: number;
  opensAt: number;
  /** Where a link is used, at once but for some milliseconds. */
  places: { node: NodeName; after: number }[];
  node: NodeName;
}

/** In how many places each link is used: those of a few users, and everybody else's. */
export interface Places {
  ofSome: number;
  ofOthers: number;
}

/** A fault that may be chosen, by its name, and the only node that it can happen to. */
export interface Choice<Name extends string> {
  name: Name;
  only: NodeName | undefined;
}

/** A round before it is run. */
export interface Plan<Name extends string = string> {
  seed: number;
  fault: Name;
  target: NodeName;
  beginsAt: number;
  lastsMillis: number;
  /** For what the fault still has to choose. */
  chance: Seeded;
  users: User[];
}

/** How many of each kind. */
const USERS = { ordinary: 13, typist: 4, guest: 8, late: 4 } as const;
/** Links of an ordinary user. */
const LINKS = 3;
/** So many ordinary users have their links used in more places: one who asks before the fault, and one who asks while it lasts. */
const SOME = 2;
const [BEGINS_FROM, BEGINS_TO] = [1500, 2500];
const [LASTS_FROM, LASTS_TO] = [2000, 5000];
/**
 * Early ones ask before the fault, and open their links while it lasts; the others ask in its first half, so that most of their links are
 * opened by its end as well. What then is left to do competes with the sign-ins that show that nodes serve again.
 */
const EARLY_MILLIS = 800;
const WAITS_MILLIS = 2500;
const SPREAD_MILLIS = 1500;
/** Places of a link that ends are spread over its end. */
const LATE_SPREAD_MILLIS = 6000;

/** The round of a seed, with one of several faults. */
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
