/** The flows in which a step's links can be approved. */
import { expect, test } from 'vitest';
import { offersCrossDevice } from '../../../../provider-scripts/src/sign-in/step/cross-device.ts';

test.each([
  ['authenticate', true],
  ['post-broker-login', true],
  ['reset-credentials', false],
  ['first-broker-login', false],
  ['registration', false],
])('the flow at %s: %s, and nowhere while the setting is off', (flowPath, expected) => {
  expect(offersCrossDevice({ crossDevice: true }, flowPath)).toBe(expected);
  expect(offersCrossDevice({ crossDevice: false }, flowPath)).toBe(false);
});
