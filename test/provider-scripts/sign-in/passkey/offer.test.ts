/** Whether a passkey is offered, and the reason why not. */

import { describe, expect, test } from 'vitest';
import type { DevicePasskey } from '../../../../provider-scripts/src/accounts/device/device.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import {
  type Facts,
  type Offer,
  passkeyOffer,
  type Question,
  reasonsOf,
  rpIdFor,
} from '../../../../provider-scripts/src/sign-in/passkey/offer.ts';

const NOW = 1_800_000_000;
const DAY = 86_400;
const NEVER_OFFERED: DevicePasskey = { state: null, rpId: null, offers: 0, offeredAt: null };
/** A user who has just used a link on a device that can have a passkey. */
const OFFERED: Facts = {
  setting: { isOn: true },
  policy: {
    isEnabled: true,
    userVerification: 'required',
    attachment: 'not specified',
    rpId: 'example.com',
    host: 'id.example.com',
  },
  realm: { isActionEnabled: true, remembersDevices: true },
  step: { isSignIn: true, isUserProven: false },
  device: { isCapable: true },
  signIn: {
    provenBy: 'link',
    isReturned: false,
    isAddressProven: true,
    allowsPage: true,
    device: NEVER_OFFERED,
    rpId: 'example.com',
    hasPasskey: false,
    schedule: readSetting(REALM.passkeyOffers, null),
    now: NOW,
  },
};
type Level = keyof Facts;
const LEVELS = Object.keys(OFFERED) as Level[];

/** The facts above, but for some of a level. */
const but = <L extends Level>(level: L, facts: Partial<Facts[L]>): Facts => ({
  ...OFFERED,
  [level]: { ...OFFERED[level], ...facts },
});
const question = (facts: Facts) =>
  Object.fromEntries(LEVELS.map((level) => [level, () => facts[level]])) as Required<Question>;
/** The answer with other facts about the sign-in. */
const ofSignIn = (facts: Partial<Facts['signIn']>, schedule: string | null = null): Offer =>
  passkeyOffer(
    question(but('signIn', { schedule: readSetting(REALM.passkeyOffers, schedule), ...facts })),
    'signIn',
  );

function offered(offers: number, daysAgo: number): Partial<Facts['signIn']> {
  return { device: { ...NEVER_OFFERED, offers, offeredAt: NOW - daysAgo * DAY } };
}

/** For each reason, its level and the facts that it is for. */
const REASONS: { readonly [R in Exclude<Offer, 'offered'>]: readonly [Level, ...Facts[]] } = {
  off: ['setting', but('setting', { isOn: false })],
  'keycloak-off': ['policy', but('policy', { isEnabled: false })],
  'user-unverified': [
    'policy',
    but('policy', { userVerification: 'preferred' }),
    but('policy', { userVerification: null }),
  ],
  'separate-keys': ['policy', but('policy', { attachment: 'cross-platform' })],
  'rp-id': ['policy', but('policy', { rpId: 'other.example' })],
  'action-disabled': ['realm', but('realm', { isActionEnabled: false })],
  'devices-forgotten': ['realm', but('realm', { remembersDevices: false })],
  'other-flow': ['step', but('step', { isSignIn: false })],
  'user-proven': ['step', but('step', { isUserProven: true })],
  'device-incapable': ['device', but('device', { isCapable: false })],
  'other-proof': [
    'signIn',
    but('signIn', { provenBy: 'cross-device' }),
    but('signIn', { provenBy: 'passkey' }),
    // A session that continues.
    but('signIn', { provenBy: null }),
  ],
  'returned-link': ['signIn', but('signIn', { isReturned: true })],
  'address-unproven': ['signIn', but('signIn', { isAddressProven: false })],
  'no-page': ['signIn', but('signIn', { allowsPage: false })],
  'device-unknown': ['signIn', but('signIn', { device: null })],
  declined: ['signIn', but('signIn', { device: { ...NEVER_OFFERED, state: 'declined' } })],
  exists: [
    'signIn',
    but('signIn', {
      device: { ...NEVER_OFFERED, state: 'exists', rpId: 'example.com' },
      hasPasskey: true,
    }),
  ],
  'offered-before': ['signIn', but('signIn', offered(3, 29))],
};
const CASES = Object.entries(REASONS).flatMap(([reason, [level, ...all]]) =>
  all.map((facts) => ({ reason: reason as Exclude<Offer, 'offered'>, level, facts })),
);

describe('no passkey is offered', () => {
  test.each(CASES)('for the reason $reason', ({ reason, level, facts }) => {
    expect(passkeyOffer(question(facts), level)).toBe(reason);
    expect(passkeyOffer(question(facts), 'signIn')).toBe(reason);
    expect(reasonsOf(question(facts), level)).toEqual([reason]);
  });

  test.each(CASES)('for a later reason than $level, which isn’t asked for', ({ level, facts }) => {
    const before = LEVELS[LEVELS.indexOf(level) - 1];
    if (before !== undefined) expect(passkeyOffer(question(facts), before)).toBe('offered');
  });

  test.each(LEVELS)('for the first of several reasons: %s reads no later facts', (level) => {
    const { reason, facts } = CASES.find((one) => one.level === level) as (typeof CASES)[number];
    const read: Level[] = [];
    const asked = Object.fromEntries(
      LEVELS.map((one) => [
        one,
        () => {
          read.push(one);
          return facts[one];
        },
      ]),
    ) as Required<Question>;
    expect(passkeyOffer(asked, 'signIn')).toBe(reason);
    expect(read).toEqual(LEVELS.slice(0, LEVELS.indexOf(level) + 1));
  });

  test('for several reasons of the policy, which are all told', () => {
    const policy = { isEnabled: false, userVerification: 'discouraged', attachment: 'cross-platform' };
    expect(reasonsOf(question(but('policy', policy)), 'policy')).toEqual([
      'keycloak-off',
      'user-unverified',
      'separate-keys',
    ]);
  });
});

describe('a passkey is offered', () => {
  test.each(LEVELS)('as far as the facts up to %s say', (level) => {
    expect(passkeyOffer(question(OFFERED), level)).toBe('offered');
  });

  test('where a level doesn’t matter', () => {
    const { setting, policy, signIn } = question(OFFERED);
    expect(passkeyOffer({ setting, policy, signIn }, 'signIn')).toBe('offered');
    expect(reasonsOf({ setting }, 'realm')).toEqual([]);
  });

  test('after a one-time code', () => {
    expect(ofSignIn({ provenBy: 'code' })).toBe('offered');
  });

  test('at the first three sign-ins on a device, however soon', () => {
    expect(ofSignIn(offered(1, 0))).toBe('offered');
    expect(ofSignIn(offered(2, 0))).toBe('offered');
    expect(ofSignIn(offered(3, 0))).toBe('offered-before');
  });

  test('again after 30 days, at each sign-in that late', () => {
    expect(ofSignIn(offered(3, 29))).toBe('offered-before');
    expect(ofSignIn(offered(3, 30))).toBe('offered');
    expect(ofSignIn(offered(4, 29))).toBe('offered-before');
    expect(ofSignIn(offered(4, 31))).toBe('offered');
  });

  test('as often as the realm says', () => {
    expect(ofSignIn(offered(1, 6), '1/7')).toBe('offered-before');
    expect(ofSignIn(offered(1, 7), '1/7')).toBe('offered');
    expect(ofSignIn(offered(1, 999), '1/0')).toBe('offered-before');
  });

  test('to a user of another device that has one', () => {
    expect(ofSignIn({ hasPasskey: true })).toBe('offered');
  });

  test('again if this device’s passkey was removed', () => {
    const device: DevicePasskey = { ...NEVER_OFFERED, state: 'exists', rpId: 'example.com' };
    expect(ofSignIn({ device })).toBe('offered');
  });

  test('again if this device’s passkey is for an earlier RP ID', () => {
    const device: DevicePasskey = { ...NEVER_OFFERED, state: 'exists', rpId: 'old.example' };
    expect(ofSignIn({ device, hasPasskey: true })).toBe('offered');
  });
});

test('the RP ID is the policy’s, or else the host', () => {
  expect(rpIdFor('example.com', 'id.example.com')).toBe('example.com');
  for (const none of [null, '']) expect(rpIdFor(none, 'id.example.com')).toBe('id.example.com');
});

test.each([
  ['id.example.com', 'id.example.com', true],
  ['example.com', 'id.example.com', true],
  ['localhost', 'localhost', true],
  ['id.example.com', 'example.com', false],
  ['other.example', 'id.example.com', false],
  ['ample.com', 'example.com', false],
  ['127.0.0.1', '127.0.0.1', false],
  ['[::1]', '[::1]', false],
])('browsers accept the RP ID %s on pages of %s: %s', (rpId, host, isAccepted) => {
  const reasons = reasonsOf(question(but('policy', { rpId, host })), 'policy');
  expect(reasons).toEqual(isAccepted ? [] : ['rp-id']);
});
