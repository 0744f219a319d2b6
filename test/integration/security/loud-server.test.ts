/** A server that logs everything: what its log must not tell, and that known and unknown addresses cost it the same. */
import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { seed } from '../../../scripts/seed/seed.ts';
import { prepareHome } from '../../../scripts/server/home.ts';
import { localPath } from '../../../scripts/server/local-folder.ts';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { linkIn, mailsTo, mailTo, newAddress } from '../../support/mail.ts';
import { exchange, follow, requestLink } from '../../support/sign-in.ts';

const site = inject('site');
const { web } = site.clients;
const LEVELS = 'info,org.linkgate:trace,org.keycloak:debug,org.hibernate.SQL:debug';
const REFERRAL = 'LOUD-REFERRAL-CODE';
const quiet = () => {};
const logFile = localPath('loud-data', 'keycloak.log');

let node: RunningNode;
let url: string;
let base: string;

beforeAll(async () => {
  const dataDir = localPath('loud-data');
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

describe('the log at every level', () => {
  test('has no token, code, secret, referral code or address of Linkgate’s', async () => {
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

    const log = await readFile(logFile, 'utf8');
    expect(log).toContain('DEBUG [org.keycloak');
    const secrets = {
      link: link.slice(-60),
      code,
      'access token': tokens.access_token?.slice(-60),
      'ID token': tokens.id_token?.slice(-60),
      'client secret': web.client_secret,
      'referral code': REFERRAL,
      'admin password': site.admin.password,
    };
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret, what).toBeTruthy();
      expect(log.includes(secret ?? ''), what).toBe(false);
    }
    const own = log.split('\n').filter((line) => line.includes('[org.linkgate'));
    expect(own.filter((line) => line.includes('@'))).toEqual([]);
  });
});
