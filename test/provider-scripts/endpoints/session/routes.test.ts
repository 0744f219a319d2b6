/** The paths below `/session`. */
import { describe, expect, test } from 'vitest';
import { findRoute } from '../../../../provider-scripts/src/endpoints/session/routes.ts';

describe('the session endpoints', () => {
  test.each([
    ['GET', '', 'show', ''],
    ['HEAD', '', 'show', ''],
    ['DELETE', '', 'sign-out', ''],
    ['GET', 'consents', 'list-consents', ''],
    ['DELETE', 'consents/demo-web', 'revoke-consent', 'demo-web'],
    ['DELETE', 'consents/https://app.example/id', 'revoke-consent', 'https://app.example/id'],
    ['DELETE', 'accounts/1f0c', 'forget-account', '1f0c'],
  ])('%s "%s" is %s', (method, path, action, name) => {
    const route = findRoute(method, path);
    expect([route?.action, route?.name]).toEqual([action, name]);
  });

  test.each([['accounts'], ['accounts/a/b'], ['consent'], ['consents2'], ['token'], ['accounts/']])(
    'don’t exist at "%s"',
    (path) => {
      expect(findRoute('GET', path)).toBe(null);
    },
  );

  test.each([
    ['POST', '', ['GET', 'DELETE', 'HEAD', 'OPTIONS']],
    ['DELETE', 'consents', ['GET', 'HEAD', 'OPTIONS']],
    ['GET', 'consents/demo-web', ['DELETE', 'OPTIONS']],
    ['HEAD', 'accounts/1f0c', ['DELETE', 'OPTIONS']],
    ['constructor', '', ['GET', 'DELETE', 'HEAD', 'OPTIONS']],
  ])('reject %s "%s", and list the allowed methods', (method, path, methods) => {
    const route = findRoute(method, path);
    expect([route?.action, route?.methods]).toEqual([null, methods]);
  });
});
