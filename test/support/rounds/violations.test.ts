/** A round without violations passes, and each planted violation is found. */
import { describe, expect, test } from 'vitest';
import type { History, RejectionReason, UseResult } from './history.ts';
import { planOf } from './plan.ts';
import { violationsIn } from './violations.ts';

const [ANN, BEN, CAT] = ['ann@example.com', 'ben@example.com', 'cat@example.com'];
const END_SECONDS = 100;

/** Ann has two links and uses the second; Ben and Cat share a referral code with one use. */
function good(): History {
  const span = (began: number) => ({ began, ended: began + 10 });
  const tried = (link: string, began: number, response: UseResult) => ({ link, ...span(began), response });
  const rejected = (why: RejectionReason): UseResult => ({ what: 'rejected', why });
  return {
    excuse: { busy: 'there', none: 'nowhere', clockMillis: 0, forgets: false },
    target: 'second',
    fault: { began: 2000, ended: 4000 },
    requests: [
      { email: ANN, ...span(1000), response: 'sent' },
      { email: ANN, ...span(2000), response: 'sent' },
      { email: BEN, ...span(1000), response: 'sent' },
      { email: CAT, ...span(1000), response: 'sent' },
      { email: CAT, ...span(2100), response: 'busy' },
    ],
    emailed: [
      { link: 'old', email: ANN, at: 1005 },
      { link: 'new', email: ANN, at: 2005 },
      { link: 'ben', email: BEN, at: 1005 },
      { link: 'cat', email: CAT, at: 1005 },
      { link: 'taken-back', email: CAT, at: 2105 },
    ],
    tried: [
      tried('new', 3000, { what: 'busy' }),
      tried('new', 3100, { what: 'in' }),
      tried('new', 3200, rejected('used')),
      tried('old', 3300, rejected('superseded')),
      tried('ben', 3300, { what: 'in' }),
      tried('cat', 3400, rejected('referral')),
      tried('taken-back', 3400, rejected('invalid')),
    ],
    ended: [
      { link: 'new', got: 'tokens', unclear: false, detail: '' },
      { link: 'ben', got: 'tokens', unclear: false, detail: '' },
    ],
    called: [{ node: 'second', path: '/verify-email', status: 503, detail: '', ...span(3000) }],
    recovered: [{ node: 'second', at: 5000, millis: 1000 }],
    referrals: [{ id: 'code', maxUses: 1, guests: [BEN, CAT], uses: 1 }],
    rows: new Map([
      ['old', { state: 'superseded', expiresAt: END_SECONDS }],
      ['new', { state: 'used', expiresAt: END_SECONDS }],
      ['ben', { state: 'used', expiresAt: END_SECONDS }],
      ['cat', { state: 'issued', expiresAt: END_SECONDS }],
    ]),
    accounts: new Map([
      [ANN, 1],
      [BEN, 1],
    ]),
    sessions: new Map([[ANN, 1]]),
    wrong: [],
  };
}

/** The round with a planted change. */
function planted(change: (round: History) => void): string[] {
  const round = good();
  change(round);
  return violationsIn(round);
}

const at = (began: number) => ({ began, ended: began + 10 });

describe('the verification of rounds', () => {
  test('finds no violation in a correct round', () => {
    expect(violationsIn(good())).toEqual([]);
  });

  test.each<[string, RegExp, (round: History) => void]>([
    [
      'a link that signs in twice',
      /^double: link new signed in 2 times/,
      ({ tried }) => tried.push({ link: 'new', ...at(3500), response: { what: 'in' } }),
    ],
    [
      'an older link used as well',
      /^double: of ann.* 2 links signed in/,
      ({ tried }) => tried.push({ link: 'old', ...at(3500), response: { what: 'in' } }),
    ],
    ['two accounts of one address', /^double: ann.* has 2 accounts/, ({ accounts }) => accounts.set(ANN, 2)],
    ['two sessions by one link', /^double: ann.* has 2 sessions/, ({ sessions }) => sessions.set(ANN, 2)],
    ['a referral code used too often', /^double: referral code code/, ({ accounts }) => accounts.set(CAT, 1)],
    [
      'a use that is not counted',
      /^lost: referral code code counts 0/,
      ({ referrals }) => referrals.splice(0, 1, { id: 'code', maxUses: 1, guests: [BEN, CAT], uses: 0 }),
    ],
    ['an email that never came', /^lost: an email to ben/, ({ emailed }) => emailed.splice(2, 1)],
    ['a link without a row', /^lost: link old is gone/, ({ rows }) => rows.delete('old')],
    [
      'a link without any response',
      /^lost: link old never got a response/,
      ({ tried }) => tried.push({ link: 'old', ...at(9000), response: { what: 'none' } }),
    ],
    [
      'a link that was used and signed in no user',
      /^lost: link ben was used and signed in no user/,
      ({ tried }) =>
        tried.splice(4, 1, { link: 'ben', ...at(3300), response: { what: 'rejected', why: 'used' } }),
    ],
    [
      'a code that yields no tokens',
      /^lost: the user signed in by link new got no tokens/,
      ({ ended }) => ended.splice(0, 1, { link: 'new', got: 'nothing', unclear: false, detail: '' }),
    ],
    [
      'a late use',
      /^late: link new was accepted 500 ms after its expiry/,
      ({ tried }) =>
        tried.splice(1, 1, { link: 'new', ...at(END_SECONDS * 1000 + 500), response: { what: 'in' } }),
    ],
    [
      'a link that expires early',
      /^wrong reason: link old was rejected as expired/,
      ({ tried }) => tried.push({ link: 'old', ...at(3600), response: { what: 'rejected', why: 'expired' } }),
    ],
    [
      'a wrong reason',
      /^wrong reason: link old was rejected as used, and is superseded/,
      ({ tried }) => tried.push({ link: 'old', ...at(3600), response: { what: 'rejected', why: 'used' } }),
    ],
    [
      'an emailed link that was confirmed and is rejected as invalid',
      /^wrong reason: link old was rejected as invalid/,
      ({ tried }) => tried.push({ link: 'old', ...at(3600), response: { what: 'rejected', why: 'invalid' } }),
    ],
    [
      'a slow recovery',
      /^slow: the first node served again after 60001 ms/,
      ({ recovered }) => recovered.push({ node: 'first', at: 64_001, millis: 60_001 }),
    ],
    [
      'a node that is busy elsewhere',
      /^busy: 1 of 1 calls without an excuse; at the first node: later/,
      ({ called }) => called.push({ node: 'first', path: '/', status: 503, detail: 'later', ...at(3000) }),
    ],
    [
      'a node that is busy before the fault',
      /^busy: 1 of 1 calls/,
      ({ called }) => called.push({ node: 'second', path: '/', status: 503, detail: '', ...at(1000) }),
    ],
    [
      'a missing response',
      /^not excused: the second node gave no response/,
      ({ called }) => called.push({ node: 'second', path: '/', status: null, detail: '', ...at(3000) }),
    ],
    ['an unexpected response', /^wrong: 500/, ({ wrong }) => wrong.push('500 of /verify-email')],
  ])('finds %s', (_, violation, change) => {
    expect(planted(change)).toContainEqual(expect.stringMatching(violation));
  });

  test('allows a late use within the clocks’ difference, and no later', () => {
    const late = (millis: number) =>
      planted((round) => {
        round.excuse = { ...round.excuse, clockMillis: 5000 };
        round.tried.splice(1, 1, {
          link: 'new',
          ...at(END_SECONDS * 1000 + millis),
          response: { what: 'in' },
        });
      });
    expect([late(4999), late(5000)]).toEqual([[], [expect.stringMatching(/^late/)]]);
  });
});

test('a seed always yields the same round', () => {
  const of = (seed: number) =>
    planOf(
      seed,
      [
        { name: 'a', only: undefined },
        { name: 'b', only: 'third' },
      ],
      { ofSome: 3, ofOthers: 2 },
    );
  expect(of(7)).toEqual(of(7));
  expect(of(7).users).not.toEqual(of(8).users);
});

test('some links are used in more places than others, and all are requested by the middle of the fault', () => {
  const { users, beginsAt, lastsMillis } = planOf(7, [{ name: 'a', only: undefined }], {
    ofSome: 50,
    ofOthers: 15,
  });
  const links = users.flatMap((user) => Array<number>(user.links).fill(user.places.length));
  expect([50, 15].map((places) => links.filter((count) => count === places).length)).toEqual([6, 49]);
  expect(Math.max(...users.map(({ requestsAt }) => requestsAt))).toBeLessThanOrEqual(
    beginsAt + lastsMillis / 2,
  );
});
