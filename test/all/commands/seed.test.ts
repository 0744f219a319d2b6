/**
 * `npm run linkgate -- seed` as an administrator types it: shows and fixes drift, removes only what it created, and changes no
 * user data.
 */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { NOT_APPLIED } from '../../../scripts/cli/output.ts';
import type { Change } from '../../../scripts/seed/change.ts';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { jsonOf, npmRun, npmRunHere } from '../../support/command.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { declareRealm, useRealm } from '../../support/own-realm.ts';
import { requestLink, submitConsent } from '../../support/sign-in.ts';

const { admin: account, clients, serverUrl, variables } = inject('site');
const REALM = 'seed-test';
const LIFETIME = 'linkgate.sign-in.lifetime';

const { own, seed } = useRealm(REALM);
const describeRealm = async () => (await admin()).realms.findOne({ realm: REALM });

/** Declares it for the first client, `demo-web`; undefined for a file that doesn't state it. */
const declareLifetime = (value: string | null | undefined) =>
  own().declare(({ clients: [first] }) => {
    if (first) first.attributes = { ...(first.attributes as object), [LIFETIME]: value };
  });

describe('npm run linkgate -- seed', () => {
  test('finds nothing to change in a realm that matches its declarations', async () => {
    const ran = await seed();
    expect(ran).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    expect(ran.stderr).toContain(`${REALM}: clients…`);
  });

  test('shows drift as a diff and exits with 3 without fixing it, then fixes it', async () => {
    const api = await admin();
    await api.realms.update({ realm: REALM }, { accessTokenLifespan: 60, accountTheme: 'keycloak.v3' });
    const [client] = await api.clients.find({ realm: REALM, clientId: 'demo-shop' });
    await api.clients.del({ realm: REALM, id: client?.id ?? '' });
    const dry = await seed();
    expect(dry.code).toBe(3);
    expect(dry.stdout).toBe(
      [
        `@@ ${REALM}: client demo-shop @@`,
        '+ (the whole object)',
        `@@ ${REALM}: realm @@`,
        '- accessTokenLifespan: 60',
        '+ accessTokenLifespan: 3600',
        `${REALM}: changes needed: 2`,
        NOT_APPLIED,
        '',
      ].join('\n'),
    );
    expect(await describeRealm()).toMatchObject({ accessTokenLifespan: 60 });

    const fixed = await seed('--apply', '--no-check', '--json');
    expect(fixed.code).toBe(0);
    expect(jsonOf<{ changes: Change[] }>(fixed).changes).toEqual([
      { realm: REALM, object: 'client demo-shop', action: 'created' },
      {
        realm: REALM,
        object: 'realm',
        action: 'updated',
        field: 'accessTokenLifespan',
        before: 60,
        after: 3600,
      },
    ]);
    expect(await describeRealm()).toMatchObject({ accessTokenLifespan: 3600, accountTheme: 'keycloak.v3' });
  });

  test('leaves users, their consents and their sessions alone while it fixes', async () => {
    const { web } = clients;
    const email = newAddress('kept');
    const fields = { email, client_id: web.client_id, redirect_uri: web.redirect_uri };
    expect((await requestLink(fields, own().baseUrl)).status).toBe(200);
    const agent = new Agent();
    await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
    const api = await admin();
    const [user] = await api.users.find({ realm: REALM, email, exact: true });
    const id = user?.id ?? '';
    const sessions = await api.users.listSessions({ realm: REALM, id });
    await api.realms.update({ realm: REALM }, { ssoSessionIdleTimeout: 1800 });
    expect((await seed('--apply', '--no-check')).code).toBe(0);
    expect(await api.users.findOne({ realm: REALM, id })).toMatchObject({ email, emailVerified: true });
    expect(await api.users.listSessions({ realm: REALM, id })).toEqual(sessions);
    expect(await api.users.listConsents({ realm: REALM, id })).toMatchObject([{ clientId: 'demo-web' }]);
    const query = new URLSearchParams({ ...fields, response_type: 'code', scope: 'openid', prompt: 'none' });
    const again = await agent.request(`${own().baseUrl}/auth?${query}`);
    expect(again.headers.get('location')).toContain('code=');
  });

  test('with --prune removes what it created and is no longer declared, and nothing else', async () => {
    const api = await admin();
    await api.clients.create({ realm: REALM, clientId: 'made-by-hand', publicClient: true });
    await own().declare((file) => {
      file.clients = file.clients.filter(({ clientId }) => clientId !== 'demo-spa');
    });
    const names = async () => (await api.clients.find({ realm: REALM })).map(({ clientId }) => clientId);
    expect((await seed('--apply', '--no-check')).code).toBe(0);
    expect(await names()).toContain('demo-spa');
    const dry = await seed('--prune', '--json');
    const removal = [{ realm: REALM, object: 'client demo-spa', action: 'removed' }];
    expect([dry.code, jsonOf<{ changes: Change[] }>(dry).changes]).toEqual([3, removal]);
    expect(await names()).toContain('demo-spa');
    expect((await seed('--prune', '--apply', '--no-check')).code).toBe(0);
    const left = await names();
    expect(left).not.toContain('demo-spa');
    expect(left).toEqual(expect.arrayContaining(['made-by-hand', 'demo-web', 'account']));
  });

  test('checks the realm at the end', async () => {
    const ran = await seed('--apply', '--json');
    const { conformance } = jsonOf<{ conformance: { base_url: string; findings: { check: string }[] }[] }>(
      ran,
    );
    expect(conformance).toHaveLength(1);
    expect(conformance[0]).toMatchObject({ base_url: own().baseUrl });
    expect(conformance[0]?.findings).toContainEqual(
      expect.objectContaining({ check: 'code-once', outcome: 'good' }),
    );
  });

  test('works with a service account, without printing its secret', async () => {
    const api = await admin();
    const clientId = 'seeding-machine';
    const clientSecret = randomBytes(16).toString('hex');
    const { id } = await api.clients.create({
      realm: 'master',
      clientId,
      secret: clientSecret,
      serviceAccountsEnabled: true,
      standardFlowEnabled: false,
    });
    const machine = await api.clients.getServiceAccountUser({ realm: 'master', id });
    const role = await api.roles.findOneByName({ realm: 'master', name: 'admin' });
    await api.users.addRealmRoleMappings({
      realm: 'master',
      id: machine.id ?? '',
      roles: [{ id: role?.id ?? '', name: 'admin' }],
    });
    const environment = { KEYCLOAK_ADMIN_CLIENT_ID: clientId, KEYCLOAK_ADMIN_CLIENT_SECRET: clientSecret };
    const args = ['--config', own().folder];
    const good = await npmRunHere('seed', args, { environment });
    expect(good).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    const wrong = { ...environment, KEYCLOAK_ADMIN_CLIENT_SECRET: 'wrong' };
    const rejected = await npmRunHere('seed', args, { environment: wrong });
    expect(rejected.code).toBe(1);
    expect(rejected.stderr).toContain(`can't sign in as administrator`);
    for (const text of [good.stdout, good.stderr]) {
      for (const secret of [clientSecret, account.password, variables.DEMO_WEB_SECRET ?? ''])
        expect(text).not.toContain(secret);
    }
    await (await admin()).clients.del({ realm: 'master', id });
  });

  test.each(['SMTP_HOST', 'SMTP_PORT', 'EMAIL_FROM'])(
    'requires the email settings on any other server: without %s it changes nothing',
    async (name) => {
      const args = ['--server', serverUrl, '--config', own().folder];
      const credentials = {
        KEYCLOAK_ADMIN_USERNAME: account.username,
        KEYCLOAK_ADMIN_PASSWORD: account.password,
      };
      const environment = { ...variables, ...credentials };
      const good = await npmRun('seed', args, environment);
      expect(good).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
      const ran = await npmRun('seed', args, { ...environment, [name]: '' });
      expect(ran).toMatchObject({ code: 1, stdout: '' });
      expect(ran.stderr).toMatch(
        new RegExp(`^realm-config/realm\\.json: smtpServer\\.\\w+: ${name} isn't set$`, 'm'),
      );
    },
  );

  test('shows no secret when it changes one', async () => {
    const api = await admin();
    const [client] = await api.clients.find({ realm: REALM, clientId: 'demo-web' });
    const drifted = randomBytes(16).toString('hex');
    await api.clients.update({ realm: REALM, id: client?.id ?? '' }, { ...client, secret: drifted });
    const ran = await seed('--apply', '--no-check');
    expect(ran.stdout).toContain('client demo-web: secret: "(secret)" → "(secret)"');
    for (const secret of [drifted, variables.DEMO_WEB_SECRET ?? ''])
      expect(ran.stdout + ran.stderr).not.toContain(secret);
  });

  test('without --apply reports a realm that does not exist, and does not create it', async () => {
    const { name, folder } = await declareRealm('seed-missing');
    const ran = await npmRunHere('seed', ['--config', folder]);
    expect(ran).toMatchObject({
      code: 3,
      stdout: `@@ ${name}: realm @@\n+ (the whole object)\n${name}: changes needed: 1\n${NOT_APPLIED}\n`,
    });
    expect((await (await admin()).realms.findOne({ realm: name })) ?? null).toBeNull();
  });

  test('names the declared realms when another is requested', async () => {
    const ran = await npmRunHere('seed', ['--config', own().folder, '--realm', 'nowhere']);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.stderr).toContain(`realm nowhere: not in realm-config/realms/, which has ${REALM}`);
  });

  test.each([
    [
      'an unknown field',
      'realm.json',
      '"loginTheme"',
      '"logInTheme"',
      'realm-config/realm.json: logInTheme: unknown field',
    ],
    [
      'a field of the wrong kind',
      'realm.json',
      '3600',
      '"an hour"',
      'realm-config/realm.json: accessTokenLifespan: must be integer',
    ],
    [
      'a malformed limit',
      'realm.json',
      '"linkgate.enabled"',
      '"linkgate.limit.general": "lots", "linkgate.enabled"',
      'linkgate.limit.general',
    ],
    [
      'a limit out of bounds',
      'realm.json',
      '"linkgate.enabled"',
      '"linkgate.limit.link-email": "1001/3600", "linkgate.enabled"',
      'linkgate.limit.link-email is "1001/3600", which is not of the form count/seconds, up to 1000/86400',
    ],
    ['invalid JSON', 'flow.json', '{', '', 'realm-config/flow.json: not JSON'],
  ])('rejects %s before it sends anything, naming file and field', async (_, file, text, other, message) => {
    const place = path.join(own().folder, file);
    const before = await readFile(place, 'utf8');
    await writeFile(place, before.replace(text, other));
    const ran = await seed('--apply', '--no-check');
    await writeFile(place, before);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(message);
    expect(ran.stdout).toBe('');
  });

  test('rejects a sign-in setting that the plugin does not know', async () => {
    await own().declare(({ signIn }) => {
      signIn.lifetme = '60';
    });
    const ran = await seed('--apply', '--no-check');
    await own().declare(({ signIn }) => {
      delete signIn.lifetme;
    });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('signIn: lifetme is no setting of Linkgate; it has no effect');
  });

  test('rejects an unknown client setting, naming client and attribute', async () => {
    await declareLifetime('59');
    const ran = await seed('--apply', '--no-check');
    await declareLifetime(undefined);
    expect([ran.code, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toContain(
      `client demo-web: ${LIFETIME} is "59", which is not a whole number from 60 to 86400`,
    );
  });

  test('gives one client its own setting with one line, and removes it with null', async () => {
    const lifetime = async () => {
      const [client] = await (await admin()).clients.find({ realm: REALM, clientId: 'demo-web' });
      return client?.attributes?.[LIFETIME] as string | undefined;
    };
    await declareLifetime('3600');
    expect(await seed('--apply', '--no-check')).toMatchObject({ code: 0 });
    expect(await lifetime()).toBe('3600');
    expect(await seed()).toMatchObject({ code: 0 });
    await declareLifetime(null);
    expect(await seed('--apply', '--no-check')).toMatchObject({ code: 0 });
    expect(await lifetime()).toBe(undefined);
  });

  test('rejects unknown options', async () => {
    const help = await seed('--help');
    expect(help.code).toBe(0);
    for (const word of ['--apply', '--prune', '--no-check', '--json', 'Exit code'])
      expect(help.stdout).toContain(word);
    const wrong = await seed('--aply');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('--aply');
  });
});
