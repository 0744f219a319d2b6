/** What happened in a run is replayed against the model, and refused where the rules don't allow it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, withFault } from './model.ts';
import { type Replay, replay } from './replay.ts';
import type { TraceEvent } from './trace-event.ts';

const MAX_MILLIS = 900_000;

type Given = TraceEvent extends infer T ? (T extends unknown ? Omit<T, 'at' | 'node'> : never) : never;

/** Things one after the other, in turn at two nodes. */
function story(...given: Given[]): TraceEvent[] {
  return given.map((it, index) => ({ ...it, at: index, node: index % 2 === 0 ? 'first' : 'second' }));
}

const ask = (link: string, person = 'person'): Given => ({
  what: 'ask',
  link,
  person,
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
const refuse = (link: string, why: 'WasUsed' | 'WasSuperseded' | 'Invalid'): Given => ({
  what: 'refuse',
  link,
  why,
});

/** Two links, of which the newer one is used. */
const TWO = [
  ask('old'),
  deliver('old'),
  ask('new'),
  deliver('new'),
  use('new', ['old']),
  signIn('new'),
] as const;

/** Everything that can come of links that a tab has asked for with a referral code. */
const CODE = { id: 'code', maxUses: 2 };
const asked = (link: string, person: string): Given => ({
  what: 'ask',
  link,
  person,
  client: 'client',
  tab: person,
  referral: CODE,
});

const NEWER = 'a newer link that ends an older one';

const POSSIBLE: readonly [string, Given[]][] = [
  [
    'a link that is used, and refused from then on',
    [...TWO.slice(0, 2), use('old'), signIn('old'), refuse('old', 'WasUsed')],
  ],
  [NEWER, [...TWO, refuse('old', 'WasSuperseded'), refuse('new', 'WasUsed')]],
  [
    'an account that is deleted with its links',
    [
      ...TWO,
      ask('last'),
      deliver('last'),
      { what: 'deleteAccount', person: 'person', links: ['old', 'new', 'last'] },
      refuse('last', 'Invalid'),
    ],
  ],
  [
    'a mail that came, of which the node isn’t told',
    [ask('old'), deliver('old'), { what: 'takeBack', link: 'old' }],
  ],
  ['a session that a node didn’t live to store', [...TWO.slice(0, 5), refuse('new', 'WasUsed')]],
  [
    'a code that is typed wrongly, then rightly',
    [
      asked('old', 'one'),
      deliver('old'),
      { what: 'count', link: 'old' },
      { what: 'refuse', link: 'old', why: 'WrongCode' },
      { what: 'count', link: 'old' },
      use('old'),
      signIn('old'),
    ],
  ],
  [
    'a referral code that is used up',
    [
      ...['one', 'two', 'three'].flatMap((person) => [asked(person, person), deliver(person)]),
      use('one'),
      signIn('one'),
      use('three'),
      signIn('three'),
      { what: 'refuse', link: 'two', why: 'NoReferral' },
    ],
  ],
  [
    'a hand-off that is taken back',
    [
      asked('old', 'one'),
      deliver('old'),
      { what: 'typeDigits', link: 'old', right: true },
      { what: 'use', link: 'old', superseded: [], claimed: true, isNew: true },
      { what: 'keep', link: 'old' },
      signIn('old'),
      { what: 'undo', link: 'old' },
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
      ask('last'),
      deliver('last'),
      { what: 'deleteAccount', person: 'person', links: ['old', 'new', 'last'] },
      use('last'),
      signIn('last'),
    ],
  ],
  ['a link whose row was removed without a reason', [...TWO.slice(0, 2), refuse('old', 'Invalid')]],
  [
    'an account more than a referral code has uses',
    [
      ...['one', 'two', 'three'].flatMap((person) => [
        asked(person, person),
        deliver(person),
        use(person),
        signIn(person),
      ]),
    ],
  ],
  [
    'a hand-off that goes on after it was taken back',
    [
      asked('old', 'one'),
      deliver('old'),
      { what: 'typeDigits', link: 'old', right: true },
      { what: 'undo', link: 'old' },
      { what: 'use', link: 'old', superseded: [], claimed: true, isNew: true },
    ],
  ],
];

const STORIES = [...POSSIBLE, ...FORGED];

/** All stories at once, each of people and links of its own. */
const EVERYTHING = STORIES.flatMap(([, parts], index) => {
  const own = JSON.stringify(story(...parts));
  return JSON.parse(own, (key, value: unknown) =>
    typeof value === 'string' && !['what', 'why', 'node'].includes(key) ? `${index} ${value}` : value,
  ) as TraceEvent[];
});

/** Whether something happened in a story. */
function isOf(name: string) {
  const index = STORIES.findIndex(([other]) => other === name);
  return (it: TraceEvent) => JSON.stringify(it).includes(`"${index} `);
}

/** The names of the stories that were refused. */
function refusedIn({ refused }: Replay): string[] {
  const links = refused.flatMap(({ story: [first] }) => (first && 'link' in first ? [first.link] : []));
  return links.map((link) => STORIES[Number(link.split(' ')[0])]?.[0] ?? '');
}

describe('a replay', () => {
  let right: string[];
  let faulty: string[];
  beforeAll(async () => {
    right = refusedIn(await replay(EVERYTHING));
    const fault = FAULTS.find(({ breaks }) => breaks === 'NoneUsedAfterANewer');
    faulty =
      fault === undefined ? [] : refusedIn(await replay(EVERYTHING.filter(isOf(NEWER)), withFault(fault)));
  }, MAX_MILLIS);

  test.each(POSSIBLE.map(([name]) => name))('has %s', (name) => {
    expect(right).not.toContain(name);
  });

  test.each(FORGED.map(([name]) => name))('refuses %s', (name) => {
    expect(right).toContain(name);
  });

  test('refuses what the code does where the rules have a fault', () => {
    expect(faulty).toEqual([NEWER]);
  });
});
