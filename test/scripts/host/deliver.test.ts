/** What becomes of an email's reservation and row, by its outcome, and by what happened to the row meanwhile. */
import { afterEach, expect, test, vi } from 'vitest';

const [released, revoked] = [vi.fn(), vi.fn()];
const inTransaction = (_session: unknown, work: (own: object) => unknown) => work({});
vi.mock('../../../provider-scripts/src/platform/database/sql.ts', () => ({
  inOwnTransaction: inTransaction,
  inRetriedTransaction: inTransaction,
}));
vi.mock('../../../provider-scripts/src/realm/limits/rows.ts', () => ({ releaseWithin: released }));
afterEach(() => vi.clearAllMocks());

/** By its address: scripts' types aren't those of tests. */
const SOURCE = new URL('../../../provider-scripts/src/email/delivery/deliver.ts', import.meta.url).href;
const { deliver, deliverInTurn } = (await import(SOURCE)) as {
  deliver(session: object, delivery: object): string;
  deliverInTurn(session: object, deliveries: object[]): string;
};

function emailThat(outcome: string, rowIsUnchanged: boolean, isRevocable = false) {
  return {
    reserved: { limitKeys: [outcome], at: 1 },
    transport: { emailSender: 'smtp' },
    send: () => ({ outcome, cause: null }),
    report: () => {},
    compensate: () => rowIsUnchanged,
    ...(isRevocable ? { revoke: revoked } : {}),
  };
}

test.each([
  ['failed', true, 1],
  ['rejected', true, 1],
  ['busy', true, 1],
  // Such as an invitation that an administrator revoked, or sent anew, meanwhile.
  ['failed', false, 0],
  ['rejected', false, 0],
  ['busy', false, 0],
  ['late', true, 0],
  ['sent', true, 0],
])('an email that is %s, its row unchanged: %s, is given back %i times', (outcome, unchanged, times) => {
  expect(deliver({}, emailThat(outcome, unchanged))).toBe(outcome);
  expect(released).toHaveBeenCalledTimes(times);
});

test('an email that may arrive late has its row revoked, and counts', () => {
  deliver({}, emailThat('late', true, true));
  expect([revoked.mock.calls.length, released.mock.calls.length]).toEqual([1, 0]);
});

test('an email that can’t be rendered is compensated for', () => {
  const failing = { ...emailThat('sent', true), send: () => expect.fail('no template') };
  expect(() => deliver({}, failing)).toThrow('no template');
  expect(released).toHaveBeenCalledTimes(1);
});

test('of several emails, those after one that fails are given back, too', () => {
  const emails = ['sent', 'failed', 'sent', 'sent'].map((outcome, at) => ({
    ...emailThat(outcome, true),
    reserved: { limitKeys: [at], at },
  }));
  expect(deliverInTurn({}, emails)).toBe('failed');
  expect(released.mock.calls.map(([, , at]) => at)).toEqual([1, 2, 3]);
});
