/** Messages of commands when the server, the account or a file is unsuitable: one line, without a stack. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../../scripts/server/ports.ts';
import { admin } from '../../support/admin.ts';
import { npmRun, npmRunHere, type Ran } from '../../support/command.ts';
import { partPath } from '../../support/part.ts';

const { serverUrl, admin: account } = inject('site');
const USERNAME = 'without-roles';
const password = randomBytes(16).toString('hex');
const withoutRoles = { KEYCLOAK_ADMIN_USERNAME: USERNAME, KEYCLOAK_ADMIN_PASSWORD: password };

let userId = '';
beforeAll(async () => {
  const api = await admin();
  const names = { username: USERNAME, email: `${USERNAME}@example.com`, firstName: 'No', lastName: 'Role' };
  const credentials = [{ type: 'password', value: password }];
  ({ id: userId } = await api.users.create({ realm: 'master', enabled: true, ...names, credentials }));
});
afterAll(async () => {
  await (await admin()).users.del({ realm: 'master', id: userId });
});

/** The last line of a failed command's output; there are no stack and no secret above it. */
function failureOf({ code, stdout, stderr }: Ran): string {
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).not.toMatch(/^\s+at /m);
  for (const secret of [password, account.password]) expect(stderr).not.toContain(secret);
  return stderr.trimEnd().split('\n').at(-1) ?? '';
}

describe('a command', () => {
  test.each([
    ['seed', []],
    ['clients', ['list']],
    ['clients', ['approve', 'demo-pending']],
    ['referrals', ['list']],
  ])('names the missing role: %s %j', async (name, args) => {
    const failure = failureOf(await npmRunHere(name, args, { environment: withoutRoles }));
    expect(failure).toMatch(/403/);
    expect(failure).toMatch(/role/);
  });

  test.each([
    ['seed', []],
    ['clients', ['list']],
    ['referrals', ['list']],
  ])('reports that the server rejects the account: %s %j', async (name, args) => {
    const environment = { ...withoutRoles, KEYCLOAK_ADMIN_PASSWORD: 'wrong' };
    const failure = failureOf(await npmRunHere(name, args, { environment }));
    expect(failure).toMatch(
      /^can't sign in as administrator at .*: 400 .*invalid_grant.*check the KEYCLOAK_ADMIN_… variables$/,
    );
  });

  test.each([
    ['clients', ['list', '--realm', 'linkgate']],
    ['referrals', ['list', '--realm', 'linkgate']],
  ])('reports that nothing responds at the URL: %s %j', async (name, args) => {
    const server = `http://127.0.0.1:${await freePort()}`;
    for (const credentials of [
      withoutRoles,
      { KEYCLOAK_ADMIN_CLIENT_ID: 'machine', KEYCLOAK_ADMIN_CLIENT_SECRET: password },
    ]) {
      const failure = failureOf(await npmRun(name, [...args, '--server', server], credentials));
      expect(failure).toContain(`can't sign in as administrator at ${server}: `);
      expect(failure).toMatch(/ECONNREFUSED.*: is it running, and is the address right\?$/);
    }
  });

  test('reports that the server is not Keycloak', async () => {
    const server = inject('site').inboxUrl;
    const failure = failureOf(
      await npmRun('clients', ['list', '--realm', 'x', '--server', server], withoutRoles),
    );
    expect(failure).toContain(`can't sign in as administrator at ${server}: `);
  });

  test('names the folder of declarations that does not exist', async () => {
    const failure = failureOf(await npmRunHere('seed', ['--config', '/nonexistent']));
    expect(failure).toBe('/nonexistent/realms/: there is no such file or folder');
  });

  test.each([
    ['broken', `{"admin": {"password": "hunter2`],
    ['empty', ''],
    ['of something else', '{"admin": "hunter2"}'],
  ])('names a run file that is %s, and reveals none of its content', async (kind, text) => {
    const file = partPath('run', `${kind}.json`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    for (const name of ['seed', 'clients', 'referrals']) {
      const args = name === 'seed' ? [] : ['list'];
      const failure = failureOf(await npmRun(name, args, { LINKGATE_RUN_FILE: file }));
      expect(failure).toContain(`${file}: not in the format that npm start writes`);
      expect(failure).not.toContain('hunter2');
    }
  });

  test('names the run file that does not exist', async () => {
    const file = partPath('run', 'missing.json');
    const failure = failureOf(await npmRun('clients', ['list'], { LINKGATE_RUN_FILE: file }));
    expect(failure).toContain(`${file}: not found; run npm start first`);
  });

  test('works against the running server', async () => {
    const environment = {
      KEYCLOAK_ADMIN_USERNAME: account.username,
      KEYCLOAK_ADMIN_PASSWORD: account.password,
    };
    const args = ['list', '--server', serverUrl, '--realm', 'linkgate'];
    expect(await npmRun('clients', args, environment)).toMatchObject({ code: 0 });
  });
});
