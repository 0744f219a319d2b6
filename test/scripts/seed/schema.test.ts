/** The published schemas of realm-config. */
import { describe, expect, test } from 'vitest';
import { checkSchema } from '../../../scripts/seed/schema.ts';

describe('a file of realm-config', () => {
  test('passes with declared fields only', async () => {
    await expect(checkSchema({ loginTheme: 'linkgate' }, 'f.json', 'realm.json')).resolves.toBeUndefined();
  });

  test.each([
    ['realm.json', { logInTheme: 'linkgate' }, 'f.json: logInTheme: unknown field'],
    ['realm.json', { smtpServer: { hots: 'mail' } }, 'f.json: smtpServer.hots: unknown field'],
    ['realm.json', { enabled: 'yes' }, 'f.json: enabled: must be boolean'],
    ['flow.json', { alias: 'a', description: 'b' }, 'f.json: executions: missing'],
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
  ])('is refused by %s naming the field of %j', async (schema, value, message) => {
    await expect(checkSchema(value, 'f.json', schema)).rejects.toThrow(message);
  });
});
