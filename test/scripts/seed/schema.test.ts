/** The published schemas of realm-config. */

import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isSettingsSchemaCurrent } from '../../../scripts/reference/settings-schema.ts';
import { checkSchema, type SchemaName } from '../../../scripts/seed/schema.ts';

describe('a file of realm-config', () => {
  test('passes with declared fields only', async () => {
    const declared = { loginTheme: 'linkgate' };
    await expect(checkSchema(declared, 'f.json', 'realm.json')).resolves.toBe(declared);
  });

  test('of a realm needs no more than its name', async () => {
    await expect(checkSchema({ realm: 'r' }, 'f.json', 'sample-realm.json')).resolves.toEqual({ realm: 'r' });
  });

  test.each<[SchemaName, object, string]>([
    ['realm.json', { logInTheme: 'linkgate' }, 'f.json: logInTheme: unknown field'],
    ['realm.json', { smtpServer: { hots: 'email' } }, 'f.json: smtpServer.hots: unknown field'],
    ['realm.json', { enabled: 'yes' }, 'f.json: enabled: must be boolean'],
    ['flow.json', { alias: 'a', description: 'b' }, 'f.json: executions: missing'],
    [
      'keys.json',
      { components: [{ name: 'k', providerId: 'p', config: {}, subComponents: {} }], allowed: {} },
      'components[0].subComponents: unknown field',
    ],
    [
      'realm.json',
      { sslRequired: 'some' },
      'f.json: sslRequired: must be equal to one of the allowed values (all, external, none)',
    ],
    [
      'sample-realm.json',
      { realm: 'r', settings: {}, signIn: {}, clients: [{ clientId: 'c', redirectUri: 'x' }] },
      'f.json: clients[0].redirectUri: unknown field',
    ],
    [
      'sample-realm.json',
      {
        realm: 'r',
        settings: {},
        signIn: {},
        clients: [{ clientId: 'c', attributes: { 'linkgate.sign-in.confirm': 'sometimes' } }],
      },
      'attributes.linkgate.sign-in.confirm: must be equal to one of the allowed values (never, new-browser, always, ',
    ],
    [
      'sample-realm.json',
      { realm: 'r', referrals: [{ code: 'c', max_uses: 2 }] },
      'f.json: referrals[0].max_uses: unknown field; it is called maxUses',
    ],
    ['client.json', { attributes: { 'linkgate.sign-in.lifetime': 'soon' } }, 'must match pattern'],
  ])('is rejected by %s naming the field of %j', async (schema, value, message) => {
    await expect(checkSchema(value, 'f.json', schema)).rejects.toThrow(message);
  });
});

test('the schema of settings is what the table of settings declares', async () => {
  expect(await isSettingsSchemaCurrent()).toBe(true);
});

const SCHEMAS = new URL('../../../realm-config/schema/', import.meta.url);

/** The objects of a schema that accept any field, by their paths. */
function openObjects(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, additionalProperties: others } = schema as Record<string, unknown>;
  const isObject = type === 'object' || properties !== undefined;
  // A map's values have a schema of their own.
  const isClosed = others === false || (typeof others === 'object' && others !== null);
  return [
    ...(isObject && !isClosed ? [at] : []),
    ...Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${at}/${name}`)),
  ];
}

test('each object of each schema rejects unknown fields, except what Keycloak’s validators and forms define', async () => {
  const open: string[] = [];
  for (const name of await readdir(SCHEMAS))
    open.push(...openObjects(JSON.parse(await readFile(new URL(name, SCHEMAS), 'utf8')), name));
  expect(open).toEqual([
    'user-profile.json/properties/attributes/items/properties/validations/additionalProperties',
    'user-profile.json/properties/attributes/items/properties/annotations',
  ]);
});
