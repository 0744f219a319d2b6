/** Which of Keycloak's requests are sent after the transaction, so that no request waits for their responses. */
import { expect, test } from 'vitest';
import { kindOfRequest, recipientOf } from '../../../../provider-scripts/src/clients/logout/later.ts';

test.each([
  ['POST', 'https://app.example/admin/k_logout', 'adapter'],
  ['POST', 'https://app.example/k_push_not_before', 'adapter'],
  ['POST', 'https://app.example/k_test_available', null],
  ['GET', 'https://app.example/k_logout', null],
  ['POST', 'https://provider.example/token', null],
  ['GET', 'https://provider.example/jwks', null],
] as const)('%s %s outside the end of a session is for: %s', (method, url, kind) => {
  expect(kindOfRequest(method, url, false)).toBe(kind);
});

test.each([
  ['GET', 'https://provider.example/logout?state=x'],
  ['POST', 'https://provider.example/slo'],
])('%s %s is for an identity provider while a session ends', (method, url) => {
  expect(kindOfRequest(method, url, true)).toBe('provider');
});

test('requests to one host share its places in the pool', () => {
  expect(recipientOf('https://A.example:8443/one?two')).toBe('https://a.example:8443');
  expect(recipientOf('https://a.example:8443')).toBe('https://a.example:8443');
});
