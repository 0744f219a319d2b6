/** The values of the claim `amr`. */
import { expect, test } from 'vitest';
import { methodsOf } from '../../../../../provider-scripts/src/endpoints/keycloak/oauth/method-values.ts';

test.each(['link', 'code', 'cross-device'])('a %s is a one-time secret, or what its step names', (method) => {
  expect(methodsOf({ method, isReturned: false }, null)).toEqual(['otp']);
  expect(methodsOf({ method, isReturned: false }, ['email'])).toEqual(['email']);
  expect(methodsOf({ method, isReturned: false }, [])).toEqual([]);
});

test('a passkey is the possession of a key with its user present, whatever the step names', () => {
  const proven = { method: 'passkey', isReturned: false };
  for (const named of [null, [], ['email']]) expect(methodsOf(proven, named)).toEqual(['pop', 'user']);
});

test('without a proof of Linkgate’s, or with a returned link, there is none', () => {
  expect(methodsOf({ method: null, isReturned: false }, ['email'])).toEqual([]);
  expect(methodsOf({ method: 'link', isReturned: true }, null)).toEqual([]);
});
