/** The JSON body that sets a client's API scopes. */
import { expect, test } from 'vitest';
import { readApiScopes } from '../../../../../provider-scripts/src/endpoints/admin/clients/api-scopes-body.ts';

const KNOWN = ['orders:read', 'orders:write'];

test.each([
  [[], []],
  [['orders:write', 'orders:read'], KNOWN],
  [['orders:write', 'orders:write'], ['orders:write']],
])('names the scopes, each once: %j', (api_scopes, names) => {
  expect(readApiScopes({ api_scopes, version: 'v' }, KNOWN)).toEqual({ names, version: 'v' });
});

test.each([
  [{ api_scopes: undefined }, 'api_scopes', 'wrong-type'],
  [{ api_scopes: 'orders:read' }, 'api_scopes', 'wrong-type'],
  [{ api_scopes: ['orders:read', 7] }, 'api_scopes', 'wrong-type'],
  [{ api_scopes: ['orders:read', 'email'] }, 'api_scopes', 'not-found'],
  [{ version: undefined }, 'version', 'required'],
])('is rejected with %j', (fields, field, id) => {
  const read = readApiScopes({ api_scopes: KNOWN, version: 'v', ...fields }, KNOWN);
  expect(read).toMatchObject({ details: [{ field, id }] });
});
