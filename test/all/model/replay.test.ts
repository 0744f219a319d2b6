/** A run's events are replayed against the model, and rejected if its rules don't allow them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, withFault } from './model.ts';
import { type Replay, replay } from './replay.ts';
import type { TraceEvent } from './trace-event.ts';

const MAX_MILLIS = 900_000;

type Given = TraceEvent extends infer T ? (T extends unknown ? Omit<T, 'at' | 'node'> : never) : never;

/** Events in sequence, alternating between two nodes. */
function story(...given: Given[]): TraceEvent[] {
  return given.map((it, index) => ({ ...it, at: index, node: index % 2 === 0 ? 'first' : 'second' }));
}

const request = (link: string, user = 'user'): Given => ({
  what: 'request',
  link,
  user,
  client: 'client',
  tab: null,
  referral: null,
});
const use = (link: string, superseded: readonly string[] = [], isNew = true): Given => ({
  what: 'use',
  link,
  superseded,
  claimed: false,
  isNew,
});
const deliver = (link: string): Given => ({ what: 'deliver', link });
const signIn = (link: string): Given => ({ what: 'signIn', link });
const reject = (link: string, why: 'WasUsed' | 'WasSuperseded' | 'Invalid'): Given => ({
  what: 'reject',
  link,
  why,
});

/** Two links, of which the newer one is used. */
const TWO = [
  request('old'),
  deliver('old'),
  request('new'),
  deliver('new'),
  use('new', ['old']),
  signIn('new'),
] as const;

/** Every outcome of links that a tab requested with a referral code. */
const CODE = { id: 'code', maxUses: 2 };
const requestBy = (link: string, user: string): Given => ({
  what: 'request',
  link,
  user,
  client: 'client',
  tab: user,
  referral: CODE,
});

const NEWER = 'a newer link that ends an older one';

const POSSIBLE: readonly [string, Given[]][] = [
  [
    'a link that is used, and rejected from then on',
    [...TWO.slice(0, 2), use('old'), signIn('old'), reject('old', 'WasUsed')],
  ],
  [NEWER, [...TWO, reject('old', 'WasSuperseded'), reject('new', 'WasUsed')]],
  [
    'an account that is deleted with its links',
    [
      ...TWO,
      request('last'),
      deliver('last'),
      { what: 'deleteAccount', user: 'user', links: ['old', 'new', 'last'] },
      reject('last', 'Invalid'),
    ],
  ],
  [
    'an email that was delivered without confirmation to the node',
    [request('old'), deliver('old'), { what: 'compensate', link: 'old' }],
  ],
  ['a session that a killed node didn’t store', [...TWO.slice(0, 5), reject('new', 'WasUsed')]],
  [
    'a wrong code, then the right one',
    [
      requestBy('old', 'one'),
      deliver('old'),
      { what: 'count', link: 'old' },
      { what: 'reject', link: 'old', why: 'WrongCode' },
      { what: 'count', link: 'old' },
      use('old'),
      signIn('old'),
    ],
  ],
  [
    'a referral code that is used up',
    [
      ...['one', 'two', 'three'].flatMap((user) => [requestBy(user, user), deliver(user)]),
      use('one'),
      signIn('one'),
      use('three'),
      signIn('three'),
      { what: 'reject', link: 'two', why: 'NoReferral' },
    ],
  ],
  [
    'a cross-device sign-in that is revoked',
    [
      requestBy('old', 'one'),
      deliver('old'),
      { what: 'typeComparisonCode', link: 'old', right: true },
      { what: 'use', link: 'old', superseded: [], claimed: true, isNew: true },
      { what: 'storeSession', link: 'old' },
      signIn('old'),
      { what: 'revokeCrossDevice', link: 'old' },
      { what: 'endSessions', link: 'old' },
    ],
  ],
];

const FORGED: readonly [string, Given[]][] = [
  ['a link that makes two sessions', [...TWO, signIn('new')]],
  ['a link that is used twice', [...TWO, use('new', [], false), signIn('new')]],
  ['a link that is used after a newer one', [...TWO, use('old', [], false), signIn('old')]],
  ['a link that outlives a newer one', [...TWO.slice(0, 4), use('new')]],
  [
    'a link of an account that was deleted',
    [
      ...TWO,
      request('last'),
      deliver('last'),
      { what: 'deleteAccount', user: 'user', links: ['old', 'new', 'last'] },
      use('last'),
      signIn('last'),
    ],
  ],
  ['a link whose row was removed without a reason', [...TWO.slice(0, 2), reject('old', 'Invalid')]],
  [
    'more accounts than a referral code’s maximum of uses',
    [
      ...['one', 'two', 'three'].flatMap((user) => [
        requestBy(user, user),
        deliver(user),
        use(user),
        signIn(user),
      ]),
    ],
  ],
  [
    'a cross-device sign-in that continues after it was revoked',
    [
      requestBy('old', 'one'),
      deliver('old'),
      { what: 'typeComparisonCode', link: 'old', right: true },
      { what: 'revokeCrossDevice', link: 'old' },
      { what: 'use', link: 'old', superseded: [], claimed: true, isNew: true },
    ],
  ],
];

const STORIES = [...POSSIBLE, ...FORGED];

/** All stories at once, each with its own users and links. */
const EVERYTHING = STORIES.flatMap(([, parts], index) => {
  const own = JSON.stringify(story(...parts));
  return JSON.parse(own, (key, value: unknown) =>
    typeof value === 'string' && !['what', 'why', 'node'].includes(key) ? `${index} ${value}` : value,
  ) as TraceEvent[];
});

/** Whether an event is part of a story. */
function isOf(name: string) {
  const index = STORIES.findIndex(([other]) => other === name);
  return (it: TraceEvent) => JSON.stringify(it).includes(`"${index} `);
}

/** The names of the stories that were rejected. */
function rejectedIn({ rejected }: Replay): string[] {
  const links = rejected.flatMap(({ story: [first] }) => (first && 'link' in first ? [first.link] : []));
  return links.map((link) => STORIES[Number(link.split(' ')[0])]?.[0] ?? '');
}

describe('a replay', () => {
  let right: string[];
  let faulty: string[];
  beforeAll(async () => {
    right = rejectedIn(await replay(EVERYTHING));
    const fault = FAULTS.find(({ breaks }) => breaks === 'NoneUsedAfterANewer');
    faulty =
      fault === undefined ? [] : rejectedIn(await replay(EVERYTHING.filter(isOf(NEWER)), withFault(fault)));
  }, MAX_MILLIS);

  test.each(POSSIBLE.map(([name]) => name))('has %s', (name) => {
    expect(right).not.toContain(name);
  });

  test.each(FORGED.map(([name]) => name))('rejects %s', (name) => {
    expect(right).toContain(name);
  });

  test('rejects the code’s behaviour if the rules have a fault', () => {
    expect(faulty).toEqual([NEWER]);
  });
});
