/** The admin API against its OpenAPI document: every operation, and its required roles (contract, section 4.15). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { callAdminApi, OPERATIONS, pathWithoutAny } from '../../support/admin-api.ts';
import { type Backend, makeBackend } from '../../support/backend-links.ts';

const ROLES = [
  'view-realm',
  'manage-realm',
  'view-clients',
  'manage-clients',
  'view-users',
  'manage-users',
] as const;
/** The realm has to allow these features first; their own tests check the rights. */
const OFF = ['links', 'invitations'];
const ON = OPERATIONS.filter(({ operation }) => !OFF.includes(operation.tags[0] ?? ''));

const callers: Record<string, Backend> = {};
beforeAll(async () => {
  callers.stranger = await makeBackend([]);
  callers.everything = await makeBackend([...ROLES]);
  for (const role of ROLES) callers[role] = await makeBackend([role]);
});
afterAll(async () => {
  for (const caller of Object.values(callers)) await caller.remove();
});

/** Whether the document allows a caller with only these roles. */
function isAllowed(needed: readonly (readonly string[])[], roles: readonly string[]): boolean {
  return needed.every((some) => some.some((role) => roles.includes(role)));
}

test.each(
  ON.map(({ method, path, operation }) => ({ method, path, operation, name: operation.operationId })),
)('$name requires the role', async ({ method, path, operation }) => {
  const call = async (token: string) => {
    const body = operation.requestBody === undefined ? {} : { body: '{' };
    return (await callAdminApi(method, pathWithoutAny(path), { token, ...body })).status;
  };
  expect(await call('')).toBe(401);
  expect(await call(callers.stranger?.token ?? '')).toBe(403);
  expect(await call(callers.everything?.token ?? '')).not.toBe(403);
  for (const role of ROLES) {
    const may = (await call(callers[role]?.token ?? '')) !== 403;
    expect([role, may]).toEqual([role, isAllowed(operation['x-roles'], [role])]);
  }
});

describe('the document', () => {
  test('has every path and method that the server has', async () => {
    const source = await readFile(
      path.join(ROOT, 'provider-scripts/src/endpoints/admin/endpoint.ts'),
      'utf8',
    );
    const routes = [...source.matchAll(/^ {2}'(\/.*?)': \{ (.*) \},$/gm)].flatMap(([, route, methods = '']) =>
      [...methods.matchAll(/([A-Z]+):/g)].map(([, method]) => `${method} ${route}`),
    );
    expect(routes.length).toBeGreaterThan(10);
    const known = OPERATIONS.map((one) => `${one.method} ${one.path}`);
    expect(routes.filter((route) => !known.includes(route))).toEqual([]);
    const mine = ON.map((one) => `${one.method} ${one.path}`);
    expect(mine.filter((route) => !routes.includes(route))).toEqual([]);
  });

  test('lists the caller’s permissions', async () => {
    const { json } = await callAdminApi('GET', '/', { token: callers['manage-clients']?.token ?? '' });
    expect(json).toMatchObject({
      version: '1',
      realm: { name: 'linkgate' },
      rights: {
        realm: { view: false, manage: false },
        clients: { view: true, manage: true },
        users: { view: false, manage: false },
      },
      sign_up: 'open',
      default_language: 'en',
      languages: expect.arrayContaining(['ar', 'de', 'en']),
    });
  });

  test('isn’t served for another realm', async () => {
    const { serverUrl } = inject('site');
    const response = await fetch(`${serverUrl}/admin/realms/linkgate-beta/linkgate/`, {
      headers: { authorization: `Bearer ${callers.everything?.token}` },
    });
    expect(response.status).toBe(403);
    const { status } = await callAdminApi('GET', '/clients', { realm: 'linkgate-beta' });
    expect(status).toBe(200);
  });

  test('rejects other methods and other paths', async () => {
    const { serverUrl } = inject('site');
    const headers = { authorization: `Bearer ${callers.everything?.token}` };
    const at = `${serverUrl}/admin/realms/linkgate/linkgate`;
    for (const method of ['POST', 'PATCH']) {
      const other = await fetch(`${at}/clients`, { method, headers, body: '{}' });
      expect([method, other.status, other.headers.get('allow')]).toEqual([method, 405, 'GET']);
    }
    for (const [other, status] of [
      ['/nothing', 404],
      ['/clients/a/b/c', 404],
      // Keycloak's own, for a path that isn't normal.
      ['//', 400],
    ] as const) {
      const response = await fetch(at + other, { headers });
      expect([other, response.status]).toEqual([other, status]);
    }
  });
});
