/** Which identity providers conformance names, since *Trust Email* isn't enough for their addresses. */
import { expect, test } from 'vitest';
import { needsClaim } from '../../../scripts/conformance/checks/realm/identity-providers.ts';

test.each([
  [{ providerId: 'github', trustEmail: true }, true],
  [{ providerId: 'oidc', trustEmail: true, config: {} }, true],
  [{ providerId: 'oidc', trustEmail: false }, false],
  [{ providerId: 'saml', trustEmail: true }, false],
  [{ providerId: 'twitter', trustEmail: true }, false],
  [{ providerId: 'oidc', trustEmail: true, config: { 'linkgate.absent-email-verified': 'true' } }, false],
])('names %j: %s', (provider, isNamed) => {
  expect(needsClaim(provider)).toBe(isNamed);
});
