/** When another link was sent, and how long the page still pauses. */
import { expect, test } from 'vitest';
import { RESEND_PAUSE_SECONDS, resentAt } from '../../../../provider-scripts/src/sign-in/prompt/resend.ts';

const SENT_AT = Date.UTC(2026, 10, 26, 20, 12, 30) / 1000;

test('a page gets the time', () => {
  expect(resentAt(SENT_AT, SENT_AT)).toEqual({
    at: '2026-11-26T20:12:30.000Z',
    pauseSeconds: RESEND_PAUSE_SECONDS,
  });
});

test.each([
  ['counts down', 12, RESEND_PAUSE_SECONDS - 12],
  ['ends', RESEND_PAUSE_SECONDS, 0],
  ['does not restart', 600, 0],
  ['is never longer, though another node sent the link and its clock is ahead', -100, RESEND_PAUSE_SECONDS],
])('the pause %s', (_, seconds, left) => {
  expect(resentAt(SENT_AT, SENT_AT + seconds).pauseSeconds).toBe(left);
});
