/** `npm run linkgate -- seed` as an administrator runs it: a second run changes nothing, drift is fixed. */

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { LIMIT_SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';
import { seed } from '../../scripts/seed/seed.ts';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';

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

  test('plans and replaces the declared lists of the rules for sign-up, and no other', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'linkgate-seed-'));
    await cp(new URL('../../realm-config/', import.meta.url), folder, { recursive: true });
    const file = path.join(folder, 'realms', 'linkgate.json');
    const declaration = JSON.parse(await readFile(file, 'utf8')) as object;
    const declare = async (signUpRules: object) =>
      await writeFile(file, JSON.stringify({ ...declaration, signUpRules }));
    const options = {
      ...{ serverUrl, admin: account, variables, realms: ['linkgate'] },
      folder: pathToFileURL(`${folder}/`),
    };
    const lists = async () => {
      const { json } = await callAdminApi<Record<string, string[]>>('GET', '/sign-up-rules');
      return [json.denied, json.allowed];
    };
    await callAdminApi('PUT', '/sign-up-rules', {
      body: { denied: ['old.example'], allowed: ['kept.example'] },
    });
    await declare({ denied: ['*.Spam.example.', 'spam.example'] });
    const changes = [
      { realm: 'linkgate', object: 'rules for sign-up', action: 'updated', field: 'denied' },
    ].map((one) => ({ ...one, before: ['old.example'], after: ['*.spam.example', 'spam.example'] }));
    expect((await seed({ ...options, apply: false })).changes).toEqual(changes);
    expect(await lists()).toEqual([['old.example'], ['kept.example']]);
    expect((await seed({ ...options, apply: true })).changes).toEqual(changes);
    expect(await lists()).toEqual([['*.spam.example', 'spam.example'], ['kept.example']]);
    expect((await seed({ ...options, apply: true })).changes).toEqual([]);
    await declare({ denied: ['com'] });
    await expect(seed({ ...options, apply: false })).rejects.toThrow(/denied\[0\]/);
    await declare({ rejected: [] });
    await expect(seed({ ...options, apply: false })).rejects.toThrow(/signUpRules\.rejected: unknown field/);
    await callAdminApi('PUT', '/sign-up-rules', { body: { denied: [], allowed: [] } });
    await rm(folder, { recursive: true });
  });
});
