/** A server that logs everything: what its log must not tell, and that known and unknown addresses cost it the same. */
import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { seed } from '../../../scripts/seed/seed.ts';
import { SHORT_LIVED } from '../../../scripts/server/environment.ts';
import { prepareHome } from '../../../scripts/server/home.ts';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { Agent } from '../../support/agent.ts';
import { askOnPage, requireCode } from '../../support/inbox-page.ts';
import { linkIn, mailsTo, mailTo, newAddress } from '../../support/mail.ts';
import { partPath } from '../../support/part.ts';
import { sessionOf } from '../../support/session-api.ts';
import { approve, exchange, follow, requestLink } from '../../support/sign-in.ts';

const site = inject('site');
const { web } = site.clients;
/** The loudest there is, but for two loggers of Keycloak's that at trace tell each request whole, cookies and query with it. */
const LEVELS = [
  'info',
  'org.linkgate:trace',
  'org.keycloak:trace',
  'org.keycloak.events:debug',
  'org.keycloak.transaction:debug',
  'org.hibernate.SQL:debug',
].join(',');
const LOUDEST = / TRACE \[org\.keycloak/;
const REFERRAL = 'LOUD-REFERRAL-CODE';
const quiet = () => {};
const logFile = partPath('loud-server', 'keycloak.log');

let node: RunningNode;
let url: string;
let base: string;

beforeAll(async () => {
  const dataDir = partPath('loud-server');
  await rm(dataDir, { recursive: true, force: true });
  const jar = await buildPlugin({ log: quiet });
  const home = await prepareHome({ name: 'test-server', jar, database: 'dev-file', log: quiet });
  const httpPort = await freePort();
  url = `http://localhost:${httpPort}`;
  base = `${url}/realms/linkgate`;
  node = await startNode({
    home,
    httpPort,
    managementPort: await freePort(),
    hostname: url,
    dataDir,
    adminUsername: site.admin.username,
    adminPassword: site.admin.password,
    extraArgs: [`--log-level=${LEVELS}`],
    env: SHORT_LIVED,
    logFile,
  });
  await seed({
    serverUrl: url,
    admin: site.admin,
    variables: { ...site.variables, BETA_REFERRAL_CODE: REFERRAL },
  });
});
afterAll(() => node?.stop());

/** How many statements a request makes the server send to its database. */
async function statementsOf(email: string): Promise<number> {
  const before = (await readFile(logFile, 'utf8')).length;
  const { client_id, redirect_uri } = web;
  expect((await requestLink({ email, client_id, redirect_uri }, base)).status).toBe(200);
  const written = (await readFile(logFile, 'utf8')).slice(before);
  return [...written.matchAll(/\[org\.hibernate\.SQL\]/g)].length;
}

describe('an order of a link', () => {
  test('costs the same statements and the same mails whether or not the address has an account', async () => {
    const api = await connectAdmin({ serverUrl: url, ...site.admin });
    const makeAccount = async (enabled: boolean) => {
      const email = newAddress('known');
      await api.users.create({ realm: 'linkgate', username: email, email, enabled, emailVerified: true });
      return email;
    };
    await statementsOf(newAddress('warm-up'));
    const [known, unknown, disabled] = [
      await makeAccount(true),
      newAddress('unknown'),
      await makeAccount(false),
    ];
    const first = await statementsOf(known);
    expect(first).toBeGreaterThan(0);
    expect(await statementsOf(unknown)).toBe(first);
    // The second time, when caches know what there is.
    expect(await statementsOf(known)).toBe(await statementsOf(unknown));
    expect((await mailsTo(known)).length).toBe((await mailsTo(unknown)).length);
    expect(await mailsTo(disabled)).toEqual([]);
  });
});

describe('the log at trace, but for the two Keycloak loggers that log whole requests,', () => {
  test('has no token, code, secret, cookie, referral code or address of Linkgate’s', async () => {
    const before = (await readFile(logFile, 'utf8')).length;
    const email = newAddress('logged');
    const { client_id, redirect_uri } = web;
    await requestLink({ email, client_id, redirect_uri, state: 'logged-state', scope: 'openid email' }, base);
    const link = linkIn(await mailTo(email));
    const target = await follow(link);
    const code = target.searchParams.get('code') ?? '';
    const tokens = (await (await exchange(code, web, {}, base)).json()) as Record<string, string>;
    await fetch(link, { headers: { accept: 'application/json' } });
    await requestLink({ email: 'nonsense', client_id, redirect_uri }, base);
    const { betaWeb } = site.clients;
    const closed = { email, client_id: betaWeb.client_id, redirect_uri: betaWeb.redirect_uri };
    await requestLink({ ...closed, referral_code: REFERRAL }, `${url}/realms/linkgate-beta`);

    const agent = new Agent();
    const inbox = await askOnPage(agent, email, web, {}, `${base}/auth`);
    const typed = requireCode(await mailTo(email, 3));
    await approve(agent, await agent.submit(inbox, { code: typed }));
    const { csrf_token, authenticated } = await sessionOf(agent, base);
    expect(authenticated).toBe(true);
    for (const token of [csrf_token, 'wrong']) {
      const headers = { 'x-csrf-token': token };
      await agent.request(`${base}/session/accounts/nobody`, { method: 'DELETE', headers });
    }

    const log = await readFile(logFile, 'utf8');
    expect(log).toMatch(LOUDEST);
    const secrets = {
      link: link.slice(-60),
      code,
      'access token': tokens.access_token?.slice(-60),
      'ID token': tokens.id_token?.slice(-60),
      'client secret': web.client_secret,
      'referral code': REFERRAL,
      'admin password': site.admin.password,
      'CSRF token': csrf_token.slice(-60),
      'CSRF cookie': agent.cookie('LINKGATE_CSRF'),
      'device cookie': agent.cookie('LINKGATE_DEVICE'),
    };
    for (const [what, secret] of Object.entries(secrets)) expect(secret, what).toBeTruthy();
    const told = Object.entries(secrets).filter(([, secret]) => log.includes(secret ?? ''));
    expect(told.map(([what]) => what)).toEqual([]);
    // Six digits stand for themselves, in what was written since the mail.
    expect(log.slice(before)).not.toMatch(new RegExp(`\\b${typed}\\b`));
    const own = log.split('\n').filter((line) => line.includes('[org.linkgate'));
    expect(own.filter((line) => line.includes('@'))).toEqual([]);
  });
});
