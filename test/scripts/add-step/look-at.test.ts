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
    const steps = { settings: [{}], isOnlyWay };
    expect(await thingsToLookAt(ADMIN, { ...MAIL, duplicateEmailsAllowed: true }, steps)).toEqual([
      expect.stringContaining(words),
    ]);
    expect(await thingsToLookAt(ADMIN, MAIL, steps)).toEqual([]);
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
    const lines = await thingsToLookAt(admin, MAIL, { settings: [{}], isOnlyWay: false });
    server.close();
    expect(lines).toEqual(
      Array(told).fill(expect.stringMatching(/^the server's hostname isn't fixed: start Keycloak/)),
    );
  });
});
