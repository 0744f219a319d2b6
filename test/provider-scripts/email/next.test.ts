/** Which attempts lead to the next route: only those that certainly left nothing with the server before, and not for the recipient. */
import { describe, expect, test } from 'vitest';
import {
  budgetMillis,
  type Fate,
  fateOnServer,
  inOrder,
  leadsOn,
  worked,
} from '../../../provider-scripts/src/email/next.ts';
import type { EmailRoute } from '../../../provider-scripts/src/realm/settings/email-routes.ts';

/** The outcome that the host tells, the last command with its response, whether the body began, and the email's fate. */
const ON_SERVER: readonly (readonly [string, string, boolean, Fate])[] = [
  ['sent', '', true, 'accepted'],
  ['busy', '', false, 'busy'],
  // No connection, no TLS, no login, no greeting.
  ['failed', '', false, 'fault'],
  ['failed', 'CONNECT', false, 'fault'],
  ['failed', 'TOKEN', false, 'fault'],
  ['failed', 'CONNECT 421', false, 'fault'],
  ['failed', 'CONNECT 554', false, 'fault'],
  ['failed', 'EHLO 421 4.3.2', false, 'fault'],
  ['failed', 'STARTTLS', false, 'fault'],
  ['failed', 'AUTH 535 5.7.8', false, 'fault'],
  ['failed', 'AUTH 454 4.7.0', false, 'fault'],
  ['failed', 'MAIL 451 4.3.0', false, 'fault'],
  ['failed', 'MAIL 553 5.1.8', false, 'fault'],
  ['failed', 'MAIL', false, 'fault'],
  // The recipient.
  ['failed', 'RCPT 450 4.2.1', false, 'recipient'],
  ['failed', 'RCPT 452 4.2.2', false, 'recipient'],
  ['failed', 'RCPT 550 5.1.1', false, 'recipient'],
  ['failed', 'RCPT 552', false, 'recipient'],
  ['failed', 'RCPT 421 4.3.2', false, 'fault'],
  ['failed', 'RCPT', false, 'fault'],
  // Time-outs, by how far the email came.
  ['late', '', false, 'fault'],
  ['late', 'CONNECT', false, 'fault'],
  ['late', 'RCPT', false, 'fault'],
  ['late', 'DATA', true, 'unknown'],
  ['late', 'end of DATA', true, 'unknown'],
  ['late', '', true, 'unknown'],
  // From DATA on, what is said ends it.
  ['failed', 'DATA 451 4.3.0', true, 'refused'],
  ['failed', 'DATA 421', true, 'refused'],
  ['failed', 'end of DATA 554 5.7.1', true, 'refused'],
  ['failed', 'end of DATA 452 4.3.1', true, 'refused'],
];

test.each(ON_SERVER)('%s, %s, its body begun: %s: %s', (outcome, response, begun, fate) => {
  expect(fateOnServer({ outcome, response, exceptions: '', begun })).toBe(fate);
});

describe('of the fates of an email', () => {
  test.each([
    ['accepted', false, true],
    ['recipient', false, true],
    ['refused', false, true],
    ['unknown', false, false],
    ['fault', true, false],
    ['busy', true, null],
  ] as const)('%s leads on: %s, and the route worked: %s', (fate, leads, isWorking) => {
    expect(leadsOn(fate)).toBe(leads);
    expect(worked(fate)).toBe(isWorking);
  });

  test('nothing leads on once a part of the email was sent', () => {
    for (const outcome of ['failed', 'late'])
      for (const response of [
        '',
        'RCPT 250',
        'DATA',
        'DATA 354',
        'end of DATA',
        'end of DATA 421',
        'RCPT 421',
      ])
        expect(leadsOn(fateOnServer({ outcome, response, exceptions: '', begun: true })), response).toBe(
          false,
        );
  });
});

test('each route has an equal part of what is left', () => {
  expect([budgetMillis(10_000, 4), budgetMillis(9_000, 3), budgetMillis(1_000, 1)]).toEqual([
    2500, 3000, 1000,
  ]);
  expect(budgetMillis(-5, 2)).toBe(0);
});

test('a client’s route is tried first, and the others in their order', () => {
  const routes = ['smtp', 'a', 'b'].map((name) => ({ route: { name } as EmailRoute }));
  const names = (preferred: string) => inOrder(routes, preferred).map(({ route }) => route.name);
  expect(names('b')).toEqual(['b', 'smtp', 'a']);
  expect(names('')).toEqual(['smtp', 'a', 'b']);
  expect(names('gone')).toEqual(['smtp', 'a', 'b']);
});
