/** The state of the “check your email” page. */
import { describe, expect, test } from 'vitest';
import type { LinkRow } from '../../../../provider-scripts/src/links/magic-link/link.ts';
import { checkEmailState } from '../../../../provider-scripts/src/sign-in/prompt/check-email-state.ts';

const END = 1_700_000_900;
const ROW: LinkRow = {
  jti: 'id-1',
  clientUuid: 'uuid-1',
  email: 'ada@example.com',
  userId: null,
  state: 'issued',
  issuedAt: END - 900,
  expiresAt: END,
  request: { redirectUri: 'https://example.com/callback', notes: {} },
  crossDevice: null,
  batchId: null,
  failure: null,
};

describe('the page that waits for an email', () => {
  test.each([
    ['waits for a link that can be used', ROW, END - 1, 'waiting'],
    ['states that the link has expired', ROW, END, 'expired'],
    ['states it, too, once the link is deleted', null, END, 'expired'],
    ['states that sign-in continued when the link was used', { ...ROW, state: 'used' }, END - 1, 'continued'],
    [
      'states that the link was revoked when its email took too long',
      { ...ROW, state: 'revoked' },
      END - 1,
      'expired',
    ],
    ['states it when another link was used', { ...ROW, state: 'superseded' }, END - 1, 'continued'],
    ['states it after the link’s expiry, too', { ...ROW, state: 'used' }, END + 1, 'continued'],
  ] as const)('%s', (_, row, now, state) => {
    expect(checkEmailState(row, now)).toBe(state);
  });
});
