/** Why a link can't be used. */
import { describe, expect, test } from 'vitest';
import type { LinkRow, LinkState } from '../../../../provider-scripts/src/links/magic-link/link.ts';
import {
  isLinkOff,
  linkRejection,
  rowRejection,
} from '../../../../provider-scripts/src/links/magic-link/rejection.ts';
import { LINK_REJECTIONS } from '../../../../provider-scripts/src/platform/errors/catalogue/link-rejections.ts';
import { problem } from '../../../../provider-scripts/src/platform/errors/problem.ts';

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
    crossDevice: null,
    batchId: null,
    failure: null,
  };
}

test.each([
  ['issued', 0, null],
  ['issued', 900, 'expired'],
  ['used', 0, 'used'],
  ['revoked', 0, 'invalid'],
  ['revoked', 900, 'expired'],
] as const)('a returned link that is %s is rejected %s seconds later as %s', (state, after, rejection) => {
  const returnGrant = {
    userId: 'by',
    realm: 'realm',
    client: 'client',
    account: null,
    administers: false,
    issuedAt: 0,
    credentialsKey: '',
  };
  const row = link(state);
  const now = EXPIRES_AT - 900 + after;
  expect(rowRejection({ ...row, request: { ...row.request, returnGrant } }, now)).toBe(rejection);
  expect(rowRejection(row, now)).toBe(linkRejection(row, now));
});

describe('a link', () => {
  test('can be used until its last second', () => {
    expect(linkRejection(link('issued'), EXPIRES_AT - 1)).toBe(null);
  });

  test('can be used before it was issued, by a clock that is behind', () => {
    expect(linkRejection(link('issued'), EXPIRES_AT - 1000)).toBe(null);
  });

  test.each([
    [EXPIRES_AT - 901, null],
    [EXPIRES_AT - 900, 'expired'],
  ])('is treated like a proof when what was issued before %s was revoked', (notBefore, rejection) => {
    expect(linkRejection(link('issued'), EXPIRES_AT - 600, notBefore)).toBe(rejection);
  });

  test.each([
    ['is expired at its expiry', 'issued', EXPIRES_AT, 'expired'],
    ['is expired after its expiry', 'issued', EXPIRES_AT + 86_400, 'expired'],
    ['that was used is rejected as used', 'used', EXPIRES_AT - 1, 'used'],
    ['that was used is rejected as used after its expiry, too', 'used', EXPIRES_AT + 1, 'used'],
    ['that was superseded is rejected as superseded', 'superseded', EXPIRES_AT - 1, 'superseded'],
    ['that was revoked is rejected as revoked', 'revoked', EXPIRES_AT - 1, 'revoked'],
    [
      'that was superseded is rejected as superseded after its expiry, too',
      'superseded',
      EXPIRES_AT + 1,
      'superseded',
    ],
  ] as const)('%s', (_, state, now, rejection) => {
    expect(linkRejection(link(state), now)).toBe(rejection);
  });
});

describe('the reasons', () => {
  test('are a closed list', () => {
    expect(LINK_REJECTIONS.join(' ')).toBe('expired used superseded revoked changed invalid elsewhere');
  });

  test('have a text each', () => {
    for (const reason of LINK_REJECTIONS) expect(problem(`link_${reason}`).code).toBe('invalid_token');
    expect(problem('link_expired').text).toBe('The link has expired');
    expect(problem('link_used').text).toBe('The link was already used');
    expect(problem('link_superseded').text).toContain('replaced by a newer one');
    expect(problem('link_revoked').text).toContain('revoked');
    expect(problem('link_changed').text).toContain('another address');
    expect(problem('link_invalid').text).toBe('The link is not valid');
    expect(problem('link_elsewhere').text).toContain('network');
  });
});

test('opening a link signs nobody in where emails contain only a code, unless it was returned to a backend', () => {
  const sent = link('issued');
  const returned = { ...sent, request: { ...sent.request, returnGrant: {} as never } };
  expect(isLinkOff(sent, { emailContains: 'code' })).toBe(true);
  expect(isLinkOff(returned, { emailContains: 'code' })).toBe(false);
  for (const emailContains of ['link', 'link-and-code'] as const)
    expect(isLinkOff(sent, { emailContains })).toBe(false);
});
