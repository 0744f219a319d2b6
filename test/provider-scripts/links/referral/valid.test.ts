/** When a referral code is valid. */
import { describe, expect, test } from 'vitest';
import type { ReferralRow } from '../../../../provider-scripts/src/links/referral/referral.ts';
import { isReferralValid } from '../../../../provider-scripts/src/links/referral/valid.ts';

const NOW = 1_700_000_000;
const CLIENT = 'f1c0a6c2-client';

const ROW: ReferralRow = {
  id: 'id',
  key: 'hash',
  lastLetters: 'WXYZ',
  note: null,
  clientUuid: null,
  maxUses: 2,
  uses: 0,
  createdAt: NOW - 60,
  expiresAt: null,
};

const isValid = (row: Partial<ReferralRow>) => isReferralValid({ ...ROW, ...row }, CLIENT, NOW);

describe('a referral code', () => {
  test.each([
    ['without an expiry or a client', {}],
    ['with one use left', { uses: 1 }],
    ['of one use', { maxUses: 1 }],
    ['in its last second', { expiresAt: NOW + 1 }],
    ['for this client', { clientUuid: CLIENT }],
    ['with all of these', { uses: 1, expiresAt: NOW + 1, clientUuid: CLIENT }],
  ])('%s admits a user', (_, row) => {
    expect(isValid(row)).toBe(true);
  });

  test.each([
    ['that is used up', { uses: 2 }],
    ['that was used too often', { uses: 3 }],
    ['with a maximum lowered below its uses', { maxUses: 1, uses: 2 }],
    ['of no uses', { maxUses: 0 }],
    ['that expires now', { expiresAt: NOW }],
    ['that has expired', { expiresAt: NOW - 1 }],
    ['with an expiry at the epoch', { expiresAt: 0 }],
    ['for another client', { clientUuid: 'another' }],
    ['for a client spelt differently', { clientUuid: CLIENT.toUpperCase() }],
    ['for this client that is used up', { clientUuid: CLIENT, uses: 2 }],
    ['for this client that has expired', { clientUuid: CLIENT, expiresAt: NOW }],
  ])('%s admits no user', (_, row) => {
    expect(isValid(row)).toBe(false);
  });

  test('that doesn’t exist signs in no user', () => {
    expect(isReferralValid(null, CLIENT, NOW)).toBe(false);
  });
});
