/**
 * `add-step --replace` on a server with another extension beside Linkgate, whose authenticators a fixture stands in for: a rehearsal as
 * docs/moving-in.md has it, with one client, for the realm, and back.
 */
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { SHORT_LIVED } from '../../../scripts/server/environment.ts';
import { buildServer, copyServer } from '../../../scripts/server/home.ts';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { requireCodeAlone, textOf } from '../../support/check-email-page.ts';
import { jsonOf, npmRun } from '../../support/command.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { makeFlow } from '../../support/flows.ts';
import { installProvider } from '../../support/own-provider.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { partPath } from '../../support/part.ts';
import { exchange } from '../../support/sign-in.ts';
import { authorizationUrl, type StepRealm } from '../../support/step-realm.ts';
import { VARIANT_ADMIN } from '../../support/variant.ts';

const quiet = () => {};
const server = partPath('moving-in');
const url = `http://localhost:${await freePort()}`;
const REALM = { realm: 'acme' };
const realm = { name: 'acme', baseUrl: `${url}/realms/acme` } as StepRealm;
/** The flow of the realm: a link that is finished on the first device, or a code. */
const FLOW = 'ways by email';
const COPY = `${FLOW} with links`;
const clientOf = (id: string) => ({
  client_id: id,
  client_secret: 'secret',
  redirect_uri: 'http://localhost:9/callback',
});
const [shop, rehearsal] = [clientOf('shop'), clientOf('rehearsal')];

let site: OwnSite;
let node: RunningNode | undefined;
let api: KeycloakAdminClient;
const ada = { username: 'ada', email: newAddress(), id: '' };

beforeAll(async () => {
  site = await openOwnSite();
  await rm(server, { recursive: true, force: true });
  await copyServer(await obtainDistribution(quiet), server);
  await copyFile(await buildPlugin({ log: quiet }), path.join(server, 'providers', 'linkgate.jar'));
  await installProvider(server, {
    source: 'OtherExtension.java',
    service: 'org.keycloak.authentication.AuthenticatorFactory',
    factories: ['Link', 'Continuation', 'Code', 'Token'].map(
      (name) => `org.example.other.OtherExtension$${name}`,
    ),
  });
  await buildServer(server, ['--db=dev-file', '--health-enabled=true']);
  node = await startNode({
    home: { directory: server, database: 'dev-file' },
    httpPort: Number(new URL(url).port),
    managementPort: await freePort(),
    hostname: url,
    adminUsername: VARIANT_ADMIN.username,
    adminPassword: VARIANT_ADMIN.password,
    env: { ...SHORT_LIVED, ...site.variables },
    logFile: partPath('variant', 'moving-in.log'),
  });
  await makeRealm();
});
afterAll(async () => {
  await node?.stop();
  await site?.inbox.close();
  await rm(server, { recursive: true, force: true });
});

async function makeRealm(): Promise<void> {
  api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
  const { SMTP_HOST, SMTP_PORT, EMAIL_FROM } = site.variables;
  const smtpServer = { host: SMTP_HOST, port: SMTP_PORT, from: EMAIL_FROM } as never;
  await api.realms.create({ ...REALM, enabled: true, registrationAllowed: true, smtpServer });
  const parts = [
    { provider: 'login-token-verifier', requirement: 'ALTERNATIVE' },
    { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
    {
      requirement: 'ALTERNATIVE',
      parts: [
        { provider: 'magic-link-continuation-form', requirement: 'ALTERNATIVE', config: { TIMEOUT: '20' } },
        { provider: 'ext-email-otp', requirement: 'ALTERNATIVE' },
      ],
    },
  ] as const;
  await makeFlow(REALM.realm, parts, FLOW, api);
  await api.realms.update(REALM, { browserFlow: FLOW });
  for (const { client_id: clientId, client_secret: secret, redirect_uri: uri } of [shop, rehearsal])
    await api.clients.create({ ...REALM, clientId, secret, redirectUris: [uri] });
  const name = { firstName: 'Ada', lastName: 'Adler' };
  const fields = { username: ada.username, email: ada.email, emailVerified: true, enabled: true, ...name };
  ({ id: ada.id } = await api.users.create({ ...REALM, ...fields }));
}

async function run(...args: string[]) {
  const environment = {
    KEYCLOAK_ADMIN_USERNAME: VARIANT_ADMIN.username,
    KEYCLOAK_ADMIN_PASSWORD: VARIANT_ADMIN.password,
    LINKGATE_RUN_FILE: partPath('none.json'),
  };
  return await npmRun('add-step', ['--server', url, '--realm', REALM.realm, ...args], environment);
}

async function signedIn(client: typeof shop, end: Page): Promise<string | undefined> {
  const location = end.headers.get('location') ?? '';
  const code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
  expect(code, `${end.status}: ${textOf(end)}`).not.toBeNull();
  const response = await exchange(code, client, {}, `${realm.baseUrl}/protocol/openid-connect`);
  return decodeJwt(((await response.json()) as { id_token: string }).id_token).sub;
}

async function byTheirs(client: typeof shop): Promise<string | undefined> {
  const agent = new Agent();
  const page = await agent.open(authorizationUrl(realm, client));
  return await signedIn(client, await agent.submit(page, { username: ada.username }));
}

let emails = 0;
/** Requests a code on the step's page, which has no field if it knows the user. */
async function requestCode(agent: Agent, page: Page): Promise<{ page: Page; code: string }> {
  const fields = page.text.includes('name="email"') ? { email: ada.email } : {};
  const sent = await agent.submit(page, { ...fields, action: 'send' });
  emails += 1;
  return { page: sent, code: requireCodeAlone(await emailTo(ada.email, emails, site.inbox.url)) };
}

async function byCode(client: typeof shop, agent = new Agent(), begun?: Page): Promise<string | undefined> {
  const { page, code } = await requestCode(
    agent,
    begun ?? (await agent.open(authorizationUrl(realm, client))),
  );
  return await signedIn(client, await agent.submit(page, { code }));
}

const exported = async () => JSON.stringify(await api.realms.export({ ...REALM, exportClients: true }));

test('finishing on the first device is planned as crossDevice, with what stays and the link API', async () => {
  const before = await exported();
  const ran = await run('--replace', 'magic-link-continuation-form');
  expect(ran.code, ran.stderr).toBe(EXIT_CODE.notApplied);
  const told = ran.stdout.split('\n');
  expect(told).toEqual(
    expect.arrayContaining([
      '-   magic-link-continuation-form: ALTERNATIVE',
      '+   linkgate-step: ALTERNATIVE',
      'settings of the step: crossDevice=true lifetime=1200',
      expect.stringMatching(/^not translated: login-token-verifier, which stays in the copy: /),
      expect.stringMatching(/^not translated: ext-email-otp, which stays in the copy: /),
      'POST /realms/acme/magic-link is POST /admin/realms/acme/linkgate/links:',
      expect.stringMatching(/^ {2}expiration_seconds → lifetime: /),
      expect.stringMatching(/^ {2}response: login_hint → link: /),
    ]),
  );
  expect(await exported()).toBe(before);
});

describe('a rehearsal', () => {
  test('with one client leaves the others theirs, and both JARs work', async () => {
    const ran = await run('--replace', 'ext-email-otp', '--client', 'rehearsal', '--apply', '--json');
    expect(ran.code, ran.stderr).toBe(EXIT_CODE.good);
    expect(jsonOf<{ settings: unknown }>(ran).settings).toEqual([{ emailContains: 'code' }]);
    // What stays there comes first.
    const management = api.authenticationManagement;
    for (const { id = '', providerId } of await management.getExecutions({ ...REALM, flow: COPY }))
      if (/^(login-token|magic-link)/.test(providerId ?? '')) await management.delExecution({ ...REALM, id });
    expect(await byCode(rehearsal)).toBe(ada.id);
    expect(await byTheirs(shop)).toBe(ada.id);
  });

  test('for the realm leads a sign-in in progress to the step', async () => {
    const agent = new Agent();
    const page = await agent.open(authorizationUrl(realm, shop));
    const ran = await run('--replace', 'ext-email-otp', '--bind', '--apply');
    expect(ran.code, ran.stderr).toBe(EXIT_CODE.good);
    expect(await byCode(shop, agent, await agent.submit(page, { username: ada.username }))).toBe(ada.id);
    expect(await byCode(shop)).toBe(ada.id);
  });

  test('is undone at any time, and leads a sign-in in progress back', async () => {
    const agent = new Agent();
    const { page, code } = await requestCode(agent, await agent.open(authorizationUrl(realm, shop)));
    const ran = await run('--undo', '--apply');
    expect(ran.code, ran.stderr).toBe(EXIT_CODE.good);
    const theirs = await agent.submit(page, { code });
    expect(await signedIn(shop, await agent.submit(theirs, { username: ada.username }))).toBe(ada.id);
    expect((await api.realms.findOne(REALM))?.browserFlow).toBe(FLOW);
    expect(await byTheirs(shop)).toBe(ada.id);
    expect(await byTheirs(rehearsal)).toBe(ada.id);
    expect(await exported()).not.toContain('linkgate-step');
  });
});
