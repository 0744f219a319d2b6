/** `npm run linkgate -- links` as an administrator runs it. */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { LINK_LIFETIME_SECONDS } from '../../../provider-scripts/src/realm/settings/choices.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { createBackendLink, makeBackend, makeLinksRole } from '../../support/backend-links.ts';
import { jsonOf, npmRunHere } from '../../support/command.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { follow, openLink } from '../../support/sign-in.ts';
import { WITH_BACKEND_LINKS } from '../../support/step-links.ts';
import { LINK, makeStepRealm } from '../../support/step-realm.ts';

const { web } = inject('site').clients;

let forbid = async (): Promise<void> => {};
beforeAll(async () => {
  forbid = await setRealmAttributes({ 'linkgate.backend-links': 'true' });
});
afterAll(() => forbid());

/** The options that a link needs. */
const forUser = (email: string) => [
  '--email',
  email,
  '--client',
  web.client_id,
  '--redirect-uri',
  web.redirect_uri,
];

const create = async (email: string, ...args: string[]) =>
  npmRunHere('links', ['create', ...forUser(email), '--apply', ...args]);

describe('npm run linkgate -- links', () => {
  test('prints a link that signs in, or emails it', async () => {
    const printed = await create(newAddress(), '--delivery', 'return', '--lifetime', '600', '--state', 'own');
    expect(printed.code, printed.stderr).toBe(0);
    expect(printed.stdout).toContain('valid once, for 600 seconds');
    const link = printed.stdout.trim().split('\n').at(-1) ?? '';
    expect((await follow(link)).searchParams.get('state')).toBe('own');

    const email = newAddress();
    const emailed = await create(email, '--json');
    expect(jsonOf(emailed)).toMatchObject({
      delivery: 'email',
      email,
      expires_in: LINK_LIFETIME_SECONDS.default,
    });
    expect(emailed.stdout).not.toContain('token=');
    expect((await follow(linkIn(await emailTo(email)))).searchParams.get('code')).toBeTruthy();
  });

  test.each([
    [
      'a lifetime that is too long',
      ['create', ...forUser('a@example.com'), '--lifetime', '90000'],
      1,
      'lifetime:',
    ],
    [
      'a lifetime that isn’t a number',
      ['create', ...forUser('a@example.com'), '--lifetime', 'long'],
      2,
      '--lifetime: "long"',
    ],
    [
      'an unknown client',
      ['create', '--email', 'a@example.com', '--client', 'nobody', '--redirect-uri', 'https://a.example/'],
      1,
      'client_id: there is no such client',
    ],
    [
      'a realm that doesn’t allow it',
      ['create', ...forUser('a@example.com'), '--realm', 'linkgate-beta'],
      1,
      "404: Backends are not allowed to request links: the realm attribute linkgate.backend-links isn't true",
    ],
    [
      'an unknown realm',
      ['create', ...forUser('a@example.com'), '--realm', 'nowhere'],
      1,
      "404: the realm doesn't exist, or the server has no plugin",
    ],
    ['no client', ['create'], 2, '--client: missing'],
    ['no user', ['create', '--client', 'a'], 2, '--email: missing'],
    ['no owner', ['list'], 2, 'use one of --user-id, --client, --batch'],
    ['an id and a client', ['revoke', 'a', '--client', 'b'], 2, 'use one of them'],
    ['an unknown action', ['burn'], 2, 'burn: use one of create, send, batches, stop, start, list, revoke'],
    ['no action', [], 2, 'no action: use one of create, send, batches, stop, start, list, revoke'],
  ])('rejects %s and says why', async (_, args, code, message) => {
    const ran = await npmRunHere('links', code === 1 ? [...args, '--apply'] : args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});

test('in a stock realm: a link for a user by id is created, listed and revoked', async () => {
  const realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { attributes: WITH_BACKEND_LINKS },
  );
  const client = await realm.makeClient([{ provider: LINK }]);
  const { id } = await realm.makeUser();
  const run = async (...args: string[]) => await npmRunHere('links', [...args, '--realm', realm.name]);
  const to = ['--user-id', id, '--client', client.client_id, '--redirect-uri', client.redirect_uri];
  const made = await run('create', ...to, '--delivery', 'return', '--apply');
  expect(made.code, made.stderr).toBe(0);
  const link = made.stdout.trim().split('\n').at(-1) ?? '';
  const listed = jsonOf(await run('list', '--user-id', id, '--json')) as { links: { id: string }[] };
  expect(listed.links.length).toBe(1);
  expect((await run('revoke', '--user-id', id)).stdout).toMatch(/- open links: 1\n\+ open links: 0/);
  expect((await run('revoke', listed.links[0]?.id ?? '', '--apply')).stdout).toContain('1 link revoked');
  expect((await run('revoke', '--client', client.client_id, '--apply')).stdout).toContain('0 links revoked');
  expect((await run('list', '--client', client.client_id)).stdout).toBe('no links\n');
  expect(await openLink(link)).toBe(401);
  await realm.remove();
});

test('a backend’s own client requests links by the command, once its token has the role', async () => {
  const removeRole = await makeLinksRole();
  const backend = await makeBackend(['linkgate-links']);
  const environment = {
    KEYCLOAK_ADMIN_REALM: 'linkgate',
    KEYCLOAK_ADMIN_CLIENT_ID: backend.clientId,
    KEYCLOAK_ADMIN_CLIENT_SECRET: backend.secret,
  };
  const request = async () =>
    await npmRunHere('links', ['create', ...forUser(newAddress()), '--delivery', 'return', '--apply'], {
      environment,
    });
  await backend.update({ fullScopeAllowed: false });
  const refused = await request();
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/403: these credentials lack the role .*linkgate-links.*scope mappings/),
  ]);
  const api = await admin();
  const role = await api.roles.findOneByName({ realm: 'linkgate', name: 'linkgate-links' });
  await api.clients.addRealmScopeMappings({ realm: 'linkgate', id: backend.id }, [
    { id: role?.id ?? '', name: 'linkgate-links' },
  ]);
  const granted = await request();
  expect(granted.code, granted.stderr).toBe(0);
  expect(await openLink(granted.stdout.trim().split('\n').at(-1) ?? '')).toBe(302);
  await backend.remove();
  await removeRole();
});

test('npm run linkgate -- clients revoke-links revokes what was returned to a client', async () => {
  const removeRole = await makeLinksRole();
  const backend = await makeBackend(['linkgate-links']);
  const links = [];
  for (let i = 0; i < 2; i++) links.push(await createBackendLink(newAddress(), {}, { token: backend.token }));
  const other = await createBackendLink(newAddress());
  const done = await npmRunHere('clients', ['revoke-links', backend.clientId, '--apply']);
  expect([done.code, done.stdout], done.stderr).toEqual([
    0,
    `client ${backend.clientId}: links revoked: 2\n`,
  ]);
  for (const link of links) expect(await openLink(link)).toBe(401);
  expect(await openLink(other)).toBe(302);
  await backend.remove();
  await removeRole();
});
