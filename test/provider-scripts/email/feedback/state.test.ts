/** What is known of an email, whatever the order in which its service reports, and however often. */
import { describe, expect, test } from 'vitest';
import type { EmailState, Objection } from '../../../../provider-scripts/src/email/feedback/event.ts';
import { after, type Known } from '../../../../provider-scripts/src/email/feedback/state.ts';

const SENT: Known = { state: 'accepted', objection: null, at: 1000, words: '' };

/** An event: its state, when, and what it means for the address. */
type Told = readonly [state: EmailState, at: number, objection?: Objection | undefined, words?: string];

function knownAfter(events: readonly Told[]): Known {
  return events.reduce<Known>(
    (known, [state, at, objection = null, words = '']) => after(known, { state, at, objection, words }),
    SENT,
  );
}

/** All orders of a list. */
function orders<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) =>
    orders([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [one, ...rest]),
  );
}

describe('of an email', () => {
  test.each<[string, readonly Told[], Known]>([
    ['nothing is known but that it was accepted', [], SENT],
    ['it is delivered', [['delivered', 2000]], { ...SENT, state: 'delivered', at: 2000 }],
    [
      'it is delivered, though it was deferred first',
      [
        ['deferred', 1500],
        ['deferred', 1800],
        ['delivered', 2000],
      ],
      { ...SENT, state: 'delivered', at: 2000 },
    ],
    [
      'it is deferred, since the last time',
      [
        ['accepted', 1100],
        ['deferred', 1500],
        ['deferred', 1800, undefined, 'busy'],
      ],
      { ...SENT, state: 'deferred', at: 1800, words: 'busy' },
    ],
    [
      'it bounced, though it had been delivered',
      [
        ['delivered', 2000],
        ['bounced', 3000, 'hard', 'no such user'],
      ],
      { state: 'bounced', objection: 'hard', at: 3000, words: 'no such user' },
    ],
    [
      'it bounced for good, though softly at first',
      [
        ['bounced', 3000, 'soft'],
        ['bounced', 2500, 'hard'],
      ],
      { state: 'bounced', objection: 'hard', at: 2500, words: '' },
    ],
    [
      'its owner complained, whatever came later',
      [
        ['delivered', 2000],
        ['complained', 4000, 'complaint'],
        ['bounced', 5000, 'soft'],
      ],
      { state: 'complained', objection: 'complaint', at: 4000, words: '' },
    ],
    [
      'the service suppressed it',
      [
        ['queued', 500],
        ['suppressed', 1500, 'block'],
      ],
      { state: 'suppressed', objection: 'block', at: 1500, words: '' },
    ],
    [
      'of two events that differ in words, one is kept',
      [
        ['deferred', 1500, undefined, 'a'],
        ['deferred', 1500, undefined, 'b'],
      ],
      { state: 'deferred', objection: null, at: 1500, words: 'b' },
    ],
  ])('%s', (_, events, known) => {
    for (const order of orders(events)) {
      expect(knownAfter(order)).toEqual(known);
      // Once more, and once more late.
      expect(knownAfter([...order, ...order])).toEqual(known);
      expect(knownAfter([...order, ...order.slice(0, 1)])).toEqual(known);
    }
  });

  test('what is known stays the same object if an event adds nothing', () => {
    const known = knownAfter([['delivered', 2000]]);
    expect(after(known, { state: 'deferred', at: 9000, objection: null, words: 'late' })).toBe(known);
  });
});
