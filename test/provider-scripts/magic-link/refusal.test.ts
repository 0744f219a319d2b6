/** Why a link can't be used. */
import { describe, expect, test } from 'vitest';
import { REFUSAL_TEXT, REFUSALS } from '../../../provider-scripts/src/errors/catalogue/link-rejections.ts';
import type { LinkRow, LinkState } from '../../../provider-scripts/src/magic-link/link.ts';
import { refusalOf } from '../../../provider-scripts/src/magic-link/refusal.ts';

const EXPIRES_AT = 1_700_000_900;

function link(state: LinkState): LinkRow {
  return {
    jti: 'id-1',
    clientUuid: 'uuid-1',
    email: 'ada@example.com',
    userId: null,
    state,
    issuedAt: EXPIRES_AT - 900,
    expiresAt: EXPIRES_AT,
    request: { redirectUri: 'https://example.com/callback', notes: {} },
    handOff: null,
  };
}

describe('a link', () => {
  test('can be used until its last second', () => {
    expect(refusalOf(link('issued'), EXPIRES_AT - 1)).toBe(null);
  });

  test('can be used before it was issued, by a clock that is behind', () => {
    expect(refusalOf(link('issued'), EXPIRES_AT - 1000)).toBe(null);
  });

  test.each([
    ['is expired at its end', 'issued', EXPIRES_AT, 'expired'],
    ['is expired after its end', 'issued', EXPIRES_AT + 86_400, 'expired'],
    ['that was used says so', 'used', EXPIRES_AT - 1, 'used'],
    ['that was used says so after its end too', 'used', EXPIRES_AT + 1, 'used'],
    ['that was replaced says so', 'superseded', EXPIRES_AT - 1, 'superseded'],
    ['that was revoked says so', 'revoked', EXPIRES_AT - 1, 'revoked'],
    ['that was replaced says so after its end too', 'superseded', EXPIRES_AT + 1, 'superseded'],
  ] as const)('%s', (_, state, now, refusal) => {
    expect(refusalOf(link(state), now)).toBe(refusal);
  });
});

describe('the reasons', () => {
  test('are these', () => {
    expect(REFUSALS.join(' ')).toBe('expired used superseded revoked changed invalid elsewhere');
  });

  test('have a text each, and only they', () => {
    expect(Object.keys(REFUSAL_TEXT).sort()).toEqual([...REFUSALS].sort());
    expect(REFUSAL_TEXT.expired).toBe('The link has expired');
    expect(REFUSAL_TEXT.used).toBe('The link was already used');
    expect(REFUSAL_TEXT.superseded).toContain('replaced by a newer one');
    expect(REFUSAL_TEXT.revoked).toContain('revoked');
    expect(REFUSAL_TEXT.changed).toContain('another address');
    expect(REFUSAL_TEXT.invalid).toBe('The link is not valid');
    expect(REFUSAL_TEXT.elsewhere).toContain('network');
  });
});
