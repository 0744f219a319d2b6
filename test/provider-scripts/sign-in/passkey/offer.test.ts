/** When a user is offered a passkey. */

import { describe, expect, test } from 'vitest';
import type { DevicePasskey } from '../../../../provider-scripts/src/accounts/device/device.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { isOfferDue, type OfferFacts } from '../../../../provider-scripts/src/sign-in/passkey/offer.ts';

const NOW = 1_800_000_000;
const DAY = 86_400;
const NEVER_OFFERED: DevicePasskey = { state: null, rpId: null, offers: 0, offeredAt: null };
/** A user who has just used a link on a device that can have a passkey. */
const DUE: OfferFacts = {
  provenBy: 'link',
  isReturned: false,
  isAddressProven: true,
  isDeviceCapable: true,
  device: NEVER_OFFERED,
  rpId: 'id.example',
  hasPasskey: false,
  allowsPage: true,
};

/** Whether it is due with other facts, by the default schedule. */
function isDue(facts: Partial<OfferFacts>, schedule: string | null = null): boolean {
  return isOfferDue({ ...DUE, ...facts }, readSetting(REALM.passkeyOffers, schedule), NOW);
}

function offered(offers: number, daysAgo: number): Partial<OfferFacts> {
  return { device: { ...NEVER_OFFERED, offers, offeredAt: NOW - daysAgo * DAY } };
}

describe('a passkey is offered', () => {
  test.each(['link', 'code'] as const)('after a %s', (provenBy) => {
    expect(isDue({ provenBy })).toBe(true);
  });

  test('at the first three sign-ins on a device, however soon', () => {
    expect(isDue(offered(1, 0))).toBe(true);
    expect(isDue(offered(2, 0))).toBe(true);
    expect(isDue(offered(3, 0))).toBe(false);
  });

  test('again after 30 days, at each sign-in that late', () => {
    expect(isDue(offered(3, 29))).toBe(false);
    expect(isDue(offered(3, 30))).toBe(true);
    expect(isDue(offered(4, 29))).toBe(false);
    expect(isDue(offered(4, 31))).toBe(true);
  });

  test('as often as the realm says', () => {
    expect(isDue(offered(1, 6), '1/7')).toBe(false);
    expect(isDue(offered(1, 7), '1/7')).toBe(true);
    expect(isDue(offered(1, 999), '1/0')).toBe(false);
  });

  test('to a user of another device that has one', () => {
    expect(isDue({ hasPasskey: true })).toBe(true);
  });

  test('again if this device’s passkey was removed', () => {
    const device: DevicePasskey = { ...NEVER_OFFERED, state: 'exists', rpId: 'id.example' };
    expect(isDue({ device })).toBe(true);
    expect(isDue({ device, hasPasskey: true })).toBe(false);
  });

  test('again if this device’s passkey is for an earlier RP ID', () => {
    const device: DevicePasskey = { ...NEVER_OFFERED, state: 'exists', rpId: 'old.example' };
    expect(isDue({ device, hasPasskey: true })).toBe(true);
  });
});

describe('no passkey is offered', () => {
  test.each<[string, Partial<OfferFacts>]>([
    ['in a cross-device sign-in', { provenBy: 'cross-device' }],
    ['to a session that continues', { provenBy: null }],
    ['after a link that was returned to a backend', { isReturned: true }],
    ['while the address isn’t proven', { isAddressProven: false }],
    ['on a device that can’t have one, or runs no scripts', { isDeviceCapable: false }],
    ['on a device that doesn’t remember the account', { device: null }],
    ['where the user has declined it', { device: { ...NEVER_OFFERED, state: 'declined' } }],
    ['where the request allows no page of ours', { allowsPage: false }],
  ])('%s', (_, facts) => {
    expect(isDue(facts)).toBe(false);
  });
});
