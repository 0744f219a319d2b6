/** Which client scopes are API scopes. */
import { describe, expect, test } from 'vitest';
import { consentTextKeyIn, isApiScope } from '../../../provider-scripts/src/clients/api-scopes.ts';
import { repeat } from '../../engine/repeat.ts';

describe('a client scope', () => {
  test.each([['orders:read'], ['https://api.example.com/orders.read'], ['groups'], ["!#[]^_`{|}~'<&>"]])(
    'of the name %s is an API scope if it is marked',
    (name) => {
      expect(isApiScope(name, 'true')).toBe(true);
      for (const mark of ['false', '', 'yes', null, undefined]) expect(isApiScope(name, mark)).toBe(false);
    },
  );

  test.each([
    ['openid'],
    ['profile'],
    ['email'],
    ['address'],
    ['offline_access'],
    ['basic'],
    ['service_account'],
    ['two words'],
    ['"quoted"'],
    ['back\\slash'],
    ['line\n'],
    ['\u00e9'],
    [''],
    [repeat('x', 256)],
  ])('of the name %j is none, even if it is marked', (name) => {
    expect(isApiScope(name, 'true')).toBe(false);
  });
});

test.each([
  [`\${linkgateScope.orders_3aread}`, 'linkgateScope.orders_3aread'],
  [`\${linkgateScope.{id}}`, 'linkgateScope.{id}'],
  ['Read orders', null],
  [`Read \${orders}`, null],
  [`\${}`, null],
  ['orders:read', null],
])('the consent text %s stands for the key %j', (text, key) => {
  expect(consentTextKeyIn(text)).toBe(key);
});
