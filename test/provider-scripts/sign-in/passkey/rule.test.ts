/** What administrators are told where passkeys are on, but none can be offered. */
import { expect, test } from 'vitest';
import { PASSKEYS_RULE, type RealmFacts } from '../../../../provider-scripts/src/sign-in/passkey/rule.ts';

interface Given {
  isOn?: boolean;
  policy?: Partial<ReturnType<RealmFacts['policy']>>;
  realm?: Partial<ReturnType<RealmFacts['realm']>>;
}

function problems({ isOn = true, policy, realm }: Given) {
  return PASSKEYS_RULE.problems({
    setting: () => ({ isOn }),
    policy: () => ({
      isEnabled: true,
      userVerification: 'required',
      attachment: 'platform',
      rpId: 'example.com',
      host: 'id.example.com',
      ...policy,
    }),
    realm: () => ({ isActionEnabled: true, remembersDevices: true, ...realm }),
  }).map(({ id, message }) => [id, message]);
}

const OFF: Given = {
  policy: { isEnabled: false, userVerification: null, attachment: 'cross-platform', rpId: 'other.example' },
  realm: { isActionEnabled: false, remembersDevices: false },
};

test('a realm that can offer them has no problem', () => {
  expect(problems({})).toEqual([]);
});

test('a realm that has them off has none', () => {
  expect(problems({ ...OFF, isOn: false })).toEqual([]);
});

test('each reason is told in words', () => {
  expect(problems(OFF)).toEqual([
    ['passkeys-keycloak-off', 'Keycloak’s passkeys are off'],
    [
      'passkeys-user-unverified',
      'the policy doesn’t require user verification: the passkey would be the only factor',
    ],
    ['passkeys-separate-keys', 'the policy accepts separate keys only'],
    ['passkeys-rp-id', 'browsers don’t accept the RP ID other.example on pages of id.example.com'],
    ['passkeys-action-disabled', 'the action webauthn-register-passwordless is disabled'],
    ['passkeys-devices-forgotten', 'the sign-in step remembers no devices: none gets the offer'],
  ]);
});
