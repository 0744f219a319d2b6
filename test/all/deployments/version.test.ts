/** Linkgate on a Keycloak that it wasn't tested with, or that lacks what it uses: that server's start, and its realms. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { servicesOf } from '../../../scripts/build/java-types.ts';
import { buildServer, type Home } from '../../../scripts/server/home.ts';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { homeTestedWith, startVariant, VARIANT_ADMIN } from '../../support/variant.ts';

const run = promisify(execFile);

const STEP = 'linkgate-email';
const USER = { username: 'paula', password: 'Correct horse 1' };
const EXCLUDE = '--spi-jpa-entity-provider--linkgate--refuse-untested=true';
const OPTIONS = ['--db=dev-file', '--health-enabled=true', '--metrics-enabled=true'];
/** What Keycloak itself uses for the deletion of clients, and of consents, alone. */
const CLASS = 'org/keycloak/services/clientpolicy/context/AdminClientUnregisterContext';
const CLASS_WITH_METHOD = 'org/keycloak/services/managers/UserConsentManager';

type Node = Awaited<ReturnType<typeof startVariant>>;

/** Makes a Linkgate realm, one without Linkgate, and ones whose flow has the step as the only way or as an alternative. */
async function makeRealms(admin: KeycloakAdminClient): Promise<void> {
  await makeRealm(admin, 'links', { attributes: { 'linkgate.enabled': 'true' } });
  await makeRealm(admin, 'plain', {});
  for (const requirement of ['REQUIRED', 'ALTERNATIVE'] as const) {
    const realm = requirement.toLowerCase();
    await makeRealm(admin, realm, {});
    const flow = { alias: 'with step', providerId: 'basic-flow', topLevel: true };
    await admin.authenticationManagement.createFlow({ ...flow, realm, builtIn: false });
    for (const provider of requirement === 'REQUIRED' ? [STEP] : [STEP, 'auth-username-password-form'])
      await admin.authenticationManagement.addExecutionToFlow({ realm, flow: flow.alias, provider });
    for (const execution of await admin.authenticationManagement.getExecutions({ realm, flow: flow.alias }))
      await admin.authenticationManagement.updateExecution(
        { realm, flow: flow.alias },
        { ...execution, requirement },
      );
    await admin.realms.update({ realm }, { browserFlow: flow.alias });
  }
}

async function makeRealm(admin: KeycloakAdminClient, realm: string, fields: object): Promise<void> {
  await admin.realms.create({ realm, enabled: true, ...fields });
  await admin.clients.create({
    realm,
    clientId: 'app',
    publicClient: true,
    directAccessGrantsEnabled: true,
    redirectUris: ['http://localhost/app'],
  });
  const { username, password } = USER;
  const profile = { firstName: 'Paula', lastName: 'Paz', email: 'paula@example.com' };
  const credentials = [{ type: 'password', value: password, temporary: false }];
  await admin.users.create({ realm, username, enabled: true, ...profile, credentials });
}

const HTML = { Accept: 'text/html' };
const AUTH =
  '/protocol/openid-connect/auth?client_id=app&response_type=code&scope=openid&redirect_uri=http://localhost/app';

/** A request for tokens with the user's password. */
async function passwordGrant(node: Node, realm: string): Promise<Response> {
  return await fetch(`${node.url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'app', ...USER }),
  });
}

async function linesWith(node: Node, text: string): Promise<string[]> {
  return (await readFile(node.logFile, 'utf8')).split('\n').filter((line) => line.includes(text));
}

/** What holds wherever Linkgate isn't served. */
function notServed(start: () => Promise<Node>, reason: string): void {
  let node: Node;
  let admin: KeycloakAdminClient;
  beforeAll(async () => {
    node = await start();
    admin = await connectAdmin({ serverUrl: node.url, ...VARIANT_ADMIN });
    await makeRealms(admin);
  });
  afterAll(() => node?.stop());

  test('says why once, and what to do', async () => {
    const lines = await linesWith(node, 'Linkgate is not served');
    expect(lines).toEqual([expect.stringContaining(reason)]);
    expect(lines[0]).toMatch(/ERROR.*Install a Linkgate that was tested with it/);
    const { providers } = await admin.serverInfo.find();
    expect(providers?.authenticator?.providers[STEP]?.operationalInfo).toEqual({
      version: expect.any(String),
    });
  });

  test.each([
    ['GET', ''],
    ['GET', AUTH],
    ['GET', AUTH.replace('/protocol/openid-connect', '')],
    ['POST', '/protocol/openid-connect/token'],
    ['POST', '/token'],
    ['GET', '/protocol/openid-connect/certs'],
    ['GET', '/protocol/openid-connect/userinfo'],
    ['POST', '/protocol/saml'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/jwks.json'],
    ['POST', '/clients-registrations/openid-connect'],
    ['POST', '/request-magic-link'],
    ['GET', '/verify-email?token=x'],
    ['GET', '/session'],
    ['PATCH', '/session'],
    ['GET', '/linkgate/'],
    ['GET', '/account'],
    ['GET', '/login-actions/authenticate'],
    ['GET', '/broker/x/endpoint'],
    ['GET', '/clients/app/redirect'],
    ['GET', '/not-a-path'],
  ])('responds 503 to %s %s of a Linkgate realm', async (method, below) => {
    const response = await fetch(`${node.url}/realms/links${below}`, { method, redirect: 'manual' });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test('shows a browser a page', async () => {
    const response = await fetch(`${node.url}/realms/links${AUTH}`, { headers: HTML });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await response.text()).toContain('The service is temporarily unavailable');
  });

  test('leaves the administration of a Linkgate realm', async () => {
    await admin.users.create({ realm: 'links', username: 'petra', enabled: true });
    expect(await admin.users.count({ realm: 'links' })).toBe(2);
    const [paula] = await admin.users.find({ realm: 'links', username: 'paula' });
    await admin.users.logout({ realm: 'links', id: paula?.id ?? '' });
    await admin.users.del({ realm: 'links', id: paula?.id ?? '' });
    const own = await fetch(`${node.url}/admin/realms/links/linkgate/overview`, {
      headers: { Authorization: `Bearer ${admin.accessToken}` },
    });
    expect(own.status).toBe(503);
    const console = await fetch(`${node.url}/admin/links/console/`, { headers: HTML });
    expect(console.status).toBe(200);
  });

  test('leaves all other realms', async () => {
    expect((await passwordGrant(node, 'plain')).status).toBe(200);
    const page = await fetch(`${node.url}/realms/plain${AUTH}`, { headers: HTML });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="password"')]);
    for (const path of ['/request-magic-link', '/verify-email', '/.well-known/jwks.json', '/token'])
      expect((await fetch(`${node.url}/realms/plain${path}`)).status, path).toBe(404);
    const discovery = await fetch(`${node.url}/realms/plain/.well-known/openid-configuration`);
    expect(await discovery.json()).toHaveProperty('device_authorization_endpoint');
  });

  test('leaves health and metrics', async () => {
    const health = await fetch(`${node.managementUrl}/health/ready`);
    expect(health.status).toBe(200);
    const { checks } = (await health.json()) as { checks: { name: string; status: string; data?: object }[] };
    const own = checks.find(({ name }) => name === 'Linkgate');
    expect(own).toEqual({
      name: 'Linkgate',
      status: 'UP',
      data: { unavailable: expect.stringContaining(reason) },
    });
    expect((await fetch(`${node.managementUrl}/metrics`)).status).toBe(200);
  });

  test('skips a step that has alternatives', async () => {
    const page = await fetch(`${node.url}/realms/alternative${AUTH}`, { headers: HTML });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="password"')]);
    expect((await fetch(`${node.url}/realms/alternative/verify-email?token=x`)).status).toBe(503);
    expect((await passwordGrant(node, 'alternative')).status).toBe(200);
  });

  test('ends a sign-in at a step that is required', async () => {
    const page = await fetch(`${node.url}/realms/required${AUTH}`, { headers: HTML });
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await page.text()).toContain('The service is temporarily unavailable');
  });
}

describe('on another minor version of Keycloak that is excluded', () => {
  const start = async () =>
    await startVariant(await homeTestedWith('25.0.6', 'other-line'), 'other-line', { extraArgs: [EXCLUDE] });
  notServed(start, `it was tested with Keycloak 25.0.6, and this is ${KEYCLOAK_VERSION}, which`);
});

describe('on a Keycloak that lacks a class', () => {
  const start = async () => {
    const home = await homeTestedWith('25.0.6', 'without-class');
    await changeServices(home, `${CLASS}.class`, null);
    await buildServer(home.directory, OPTIONS);
    return await startVariant(home, 'without-class');
  };
  notServed(start, `Keycloak ${KEYCLOAK_VERSION} lacks ${CLASS.replaceAll('/', '.')}.`);
});

test('on a tested Keycloak that lacks a class, the server starts without Linkgate', async () => {
  const home = await homeTestedWith(KEYCLOAK_VERSION, 'tested-without-class');
  await changeServices(home, `${CLASS}.class`, null);
  await buildServer(home.directory, OPTIONS);
  const node = await startVariant(home, 'tested-without-class');
  await node.stop();
  expect(await linesWith(node, `lacks ${CLASS.replaceAll('/', '.')}.`)).toHaveLength(1);
});

test('on another minor version that lacks a method, the server starts without Linkgate', async () => {
  const home = await homeTestedWith('25.0.6', 'without-method');
  // The name of the method in the class file.
  const renamed = (code: Buffer) =>
    Buffer.from(
      code.toString('latin1').replaceAll('revokeConsentToClient', 'revokeConsentToClienX'),
      'latin1',
    );
  await changeServices(home, `${CLASS_WITH_METHOD}.class`, renamed);
  await buildServer(home.directory, OPTIONS);
  const node = await startVariant(home, 'without-method');
  await node.stop();
  const lines = await linesWith(node, 'Linkgate is not served');
  expect(lines).toEqual([
    expect.stringContaining(`lacks ${CLASS_WITH_METHOD.replaceAll('/', '.')}.revokeConsentToClient(`),
  ]);
});

test('on another patch of a tested minor version, Linkgate is served, and the log says so once', async () => {
  const other = KEYCLOAK_VERSION.replace(/\d+$/, '999');
  const node = await startVariant(await homeTestedWith(other, 'other-patch'), 'other-patch');
  await node.stop();
  expect(await linesWith(node, `tested with Keycloak ${other}, this is ${KEYCLOAK_VERSION}`)).toHaveLength(1);
  expect(await linesWith(node, 'Linkgate is not served')).toEqual([]);
});

/** Changes a file in a server's own JAR of endpoints, or removes it. */
async function changeServices(
  { directory }: Home,
  file: string,
  change: ((content: Buffer) => Buffer) | null,
): Promise<void> {
  const jar = await servicesOf(directory);
  const folder = path.join(directory, 'changed');
  await mkdir(folder);
  await run('jar', ['--extract', '--file', jar], { cwd: folder });
  const changed = path.join(folder, file);
  if (change === null) await rm(changed);
  else await writeFile(changed, change(await readFile(changed)));
  // The JAR is a link to the distribution's own.
  await rm(jar);
  await run('jar', ['--create', '--file', jar, '--manifest', 'META-INF/MANIFEST.MF', '.'], { cwd: folder });
  await rm(folder, { recursive: true });
}
