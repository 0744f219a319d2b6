/** What an administrator has to look at once a flow has the step. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { thingsToLookAt } from '../../../scripts/add-step/look-at.ts';
import type { RealmAdmin } from '../../../scripts/admin/connect.ts';

// Nothing listens there: the hostname isn't looked at.
const ADMIN = {
  realm: 'acme',
  client: { baseUrl: 'http://localhost:9', users: { count: async () => 0 } },
} as unknown as RealmAdmin;
const MAIL = { smtpServer: { host: 'mail' } as never };

describe('duplicate email addresses', () => {
  test.each([
    [false, 'no link for them, not even by username'],
    [true, 'this flow signs them in no more, not even by username'],
  ])('are told, if a realm allows them (the only way: %s)', async (isOnlyWay, words) => {
    const steps = { settings: [{}], isOnlyWay, isReset: false };
    expect(await thingsToLookAt(ADMIN, { ...MAIL, duplicateEmailsAllowed: true }, steps)).toEqual([
      expect.stringContaining(words),
    ]);
    expect(await thingsToLookAt(ADMIN, MAIL, steps)).toEqual([]);
  });
});

describe('cross-device sign-in', () => {
  test.each([
    [{ crossDevice: 'true' }, false, 1],
    [{ crossDevice: 'false' }, false, 0],
    [{}, false, 0],
    [{ crossDevice: 'true' }, true, 0],
  ])('is told where a link does so: %o (a reset: %s)', async (settings, isReset, told) => {
    const steps = { settings: [{}, settings], isOnlyWay: false, isReset };
    expect(await thingsToLookAt(ADMIN, MAIL, steps)).toEqual(
      Array(told).fill(expect.stringMatching(/^crossDevice=true: .* after a comparison code; .*SECURITY.md/)),
    );
  });
});

describe('the hostname', () => {
  test.each([
    ['the request’s', (host: string) => `http://${host}`, 1],
    ['fixed', () => 'https://id.example.com', 0],
  ])('is told if it is %s', async (_, issuerFor, told) => {
    const server = createServer(({ headers: { host = '' } }, response) => {
      response.end(JSON.stringify({ issuer: `${issuerFor(host)}/realms/acme` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const admin = { ...ADMIN, client: { ...ADMIN.client, baseUrl } } as RealmAdmin;
    const lines = await thingsToLookAt(admin, MAIL, { settings: [{}], isOnlyWay: false, isReset: false });
    server.close();
    expect(lines).toEqual(
      Array(told).fill(expect.stringMatching(/^the server's hostname isn't fixed: start Keycloak/)),
    );
  });
});

describe('users with an unverified address', () => {
  const counting = {
    ...ADMIN,
    client: { ...ADMIN.client, users: { count: async () => 2 } },
  } as unknown as RealmAdmin;

  test.each([
    [{ unverified: 'reject' }, false, 'no link for those'],
    [{ unverified: 'claim' }, false, 'a link removes their passwords'],
    [{ unverified: 'reject' }, true, 'resetting the password removes'],
    [{}, true, 'resetting the password removes'],
  ])('are told what becomes of them with %o (a reset: %s)', async (settings, isReset, words) => {
    const steps = { settings: [settings], isOnlyWay: true, isReset };
    expect(await thingsToLookAt(counting, MAIL, steps)).toEqual([expect.stringContaining(words)]);
  });
});

describe('users without an address', () => {
  test.each([
    [true, true, 'can’t reset their password'],
    [true, false, 'signs them in no more'],
    [false, false, 'no link for them'],
  ])('are told what they lose (the only way: %s, a reset: %s)', async (isOnlyWay, isReset, words) => {
    const counts = async (query: { email?: string; emailVerified?: boolean }) =>
      query.emailVerified === false ? 0 : query.email === undefined ? 3 : 2;
    const counting = { ...ADMIN, client: { ...ADMIN.client, users: { count: counts } } };
    const steps = { settings: [{}], isOnlyWay, isReset };
    expect(await thingsToLookAt(counting as unknown as RealmAdmin, MAIL, steps)).toEqual([
      expect.stringContaining(words),
    ]);
  });
});
