/** `npm run linkgate -- seed` as an administrator meets it: a second run changes nothing, drift is fixed. */
import { describe, expect, inject, test } from 'vitest';
import { seed } from '../../scripts/seed/seed.ts';
import { admin } from '../support/admin.ts';

const { serverUrl, admin: account, variables } = inject('site');

describe('seeding', () => {
  test('a second run changes nothing', async () => {
    expect((await seed({ serverUrl, admin: account, variables })).changes).toEqual([]);
  });

  test('what was changed by hand is fixed and told, what was not declared stays', async () => {
    const api = await admin();
    await api.realms.update({ realm: 'linkgate' }, { accessTokenLifespan: 60, accountTheme: 'keycloak.v3' });
    const { changes } = await seed({ serverUrl, admin: account, variables });
    expect(changes).toEqual([
      {
        realm: 'linkgate',
        object: 'realm',
        action: 'updated',
        field: 'accessTokenLifespan',
        before: 60,
        after: 3600,
      },
    ]);
    expect(await (await admin()).realms.findOne({ realm: 'linkgate' })).toMatchObject({
      accountTheme: 'keycloak.v3',
    });
  });
});
