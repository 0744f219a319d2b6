/** `npm run linkgate -- seed` as an administrator runs it: a second run changes nothing, drift is fixed. */

import { describe, expect, inject, test } from 'vitest';
import { LIMIT_SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';
import { seed } from '../../scripts/seed/seed.ts';
import { admin, setRealmAttributes } from '../support/admin.ts';

const { serverUrl, admin: account, variables } = inject('site');

describe('seeding', () => {
  test('changes nothing in a second run', async () => {
    expect((await seed({ serverUrl, admin: account, variables, apply: true })).changes).toEqual([]);
  });

  test('fixes and reports manual changes, and retains undeclared settings', async () => {
    const api = await admin();
    await api.realms.update({ realm: 'linkgate' }, { accessTokenLifespan: 60, accountTheme: 'keycloak.v3' });
    const { changes } = await seed({ serverUrl, admin: account, variables, apply: true });
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

  test('retains and reports a limit changed by administrators, since no file declares it', async () => {
    const { name: attribute } = LIMIT_SETTINGS.invitations;
    const undo = await setRealmAttributes({ [attribute]: '7/60' });
    const { changes, kept } = await seed({ serverUrl, admin: account, variables, apply: true });
    const { attributes } = (await (await admin()).realms.findOne({ realm: 'linkgate' })) ?? {};
    await undo();
    expect([changes, attributes?.[attribute]]).toEqual([[], '7/60']);
    expect(kept).toContainEqual({
      realm: 'linkgate',
      object: 'realm',
      field: `attributes["${attribute}"]`,
      value: '7/60',
    });
  });
});
