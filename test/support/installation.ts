/** Starts a sample installation for the integration tests: own ports, own data, ended when the tests are. */
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { connectAdmin } from '../../scripts/admin/connect.ts';
import { buildPlugin } from '../../scripts/build/plugin.ts';
import { seed } from '../../scripts/seed/seed.ts';
import { stopChildren } from '../../scripts/server/child.ts';
import { prepareHome } from '../../scripts/server/home.ts';
import { startInbox } from '../../scripts/server/inbox.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import { startNode } from '../../scripts/server/node.ts';
import { freePort } from '../../scripts/server/ports.ts';
import { loadSecrets } from '../../scripts/server/secrets.ts';
import type { Site } from './site.ts';

/** Where the tests come from; what they say about limits they say from other addresses of this machine. */
const TESTS = '127.0.0.1, ::1';
const REALMS = ['linkgate', 'linkgate-beta'] as const;

const log = (line: string) => console.log(line);

/** vitest's global set-up. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = localPath('test-data');
  await rm(data, { recursive: true, force: true });
  const jar = await buildPlugin({ log });
  const home = await prepareHome({ name: 'test-server', jar, database: 'dev-file', log });
  const [httpPort, managementPort, smtpPort, webPort, demoPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const { ADMIN_PASSWORD: password, ...secrets } = await loadSecrets(localPath('test-data', 'secrets.json'));
  const admin = { username: 'admin', password };
  const serverUrl = `http://localhost:${httpPort}`;
  const logFile = localPath('test-data', 'keycloak.log');
  const variables = {
    ...secrets,
    DEMO_PORT: String(demoPort),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    MAIL_FROM: 'linkgate@example.com',
  };
  const inbox = await startInbox({ smtpPort, webPort });
  const node = await startNode({
    home,
    httpPort,
    managementPort,
    hostname: serverUrl,
    dataDir: data,
    adminUsername: admin.username,
    adminPassword: password,
    logFile,
  });
  await seed({ serverUrl, admin, variables });
  await exemptTests({ serverUrl, ...admin });
  const demo = `http://localhost:${demoPort}`;
  const confidential = (name: string, secret: string | undefined, path: string) => ({
    client_id: `demo-${name}`,
    client_secret: secret ?? '',
    redirect_uri: `${demo}${path}`,
  });
  const site: Site = {
    serverUrl,
    managementUrl: node.managementUrl,
    baseUrl: `${serverUrl}/realms/linkgate`,
    betaUrl: `${serverUrl}/realms/linkgate-beta`,
    inboxUrl: inbox.url,
    logFile,
    admin,
    variables,
    clients: {
      web: confidential('web', secrets.DEMO_WEB_SECRET, '/callback'),
      shop: confidential('shop', secrets.DEMO_SHOP_SECRET, '/shop/callback'),
      mobile: { client_id: 'demo-mobile', redirect_uri: 'com.example.demo:/callback' },
      spa: { client_id: 'demo-spa', redirect_uri: `${demo}/spa` },
      service: confidential('service', secrets.DEMO_SERVICE_SECRET, '/callback'),
      pending: confidential('pending', secrets.DEMO_PENDING_SECRET, '/callback'),
      betaWeb: confidential('web', secrets.BETA_WEB_SECRET, '/callback'),
    },
  };
  project.provide('site', site);
  return stopChildren;
}

/** The tests make more calls than anybody may: none of theirs is counted by IP. */
async function exemptTests(server: Parameters<typeof connectAdmin>[0]): Promise<void> {
  const api = await connectAdmin(server);
  for (const realm of REALMS) {
    const { attributes } = (await api.realms.findOne({ realm })) ?? {};
    await api.realms.update({ realm }, { attributes: { ...attributes, 'linkgate.rate.exempt': TESTS } });
  }
}
