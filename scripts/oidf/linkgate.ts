/** Starts the Linkgate under test: a server behind TLS, with an inbox, and in each realm one user. */
import { rm } from 'node:fs/promises';
import { connectAdmin } from '../admin/connect.ts';
import { buildPlugin } from '../build/plugin.ts';
import { seed } from '../seed/seed.ts';
import { SHORT_LIVED } from '../server/environment.ts';
import { prepareHome } from '../server/home.ts';
import { startInbox } from '../server/inbox.ts';
import { localPath } from '../server/local-folder.ts';
import { startNginx } from '../server/nginx.ts';
import { startNode } from '../server/node.ts';
import { freePort } from '../server/ports.ts';
import { randomSecret } from '../server/secrets.ts';
import { ADMIN_USERNAME } from '../start/sample.ts';
import { declareRealms, REALMS, type RealmKind, type RealmsUnderTest } from './realm.ts';

/** The test user, with a value for every claim that Linkgate supports. */
export const EMAIL = 'olga.user@example.com';
const USER = {
  username: EMAIL,
  email: EMAIL,
  emailVerified: true,
  enabled: true,
  firstName: 'Olga',
  lastName: 'User',
  attributes: {
    picture: ['https://example.com/olga.png'],
    formatted: ['1 Main Street, Springfield, OR 97475, US'],
    street: ['1 Main Street'],
    locality: ['Springfield'],
    region: ['Oregon'],
    postal_code: ['97475'],
    country: ['US'],
  },
};

/** The environment that plans run against. */
export interface UnderTest {
  discoveryUrl: (realm: RealmKind) => string;
  inboxUrl: string;
  clients: RealmsUnderTest['clients'];
}

/**
 * Starts all servers on free ports; they stop with the command.
 * @param suiteUrl the suite, whose certificate the server trusts by `NODE_EXTRA_CA_CERTS`, like this process
 */
export async function startLinkgate(suiteUrl: string, log: (line: string) => void): Promise<UnderTest> {
  const jar = await buildPlugin({ log });
  const home = await prepareHome({ name: 'oidf-server', jar, database: 'dev-file', log });
  const [port, httpPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `https://localhost:${port}`;
  const admin = { username: ADMIN_USERNAME, password: randomSecret() };
  await rm(localPath('oidf', 'data'), { recursive: true, force: true });
  const inbox = await startInbox({ smtpPort, webPort: await freePort() });
  log('Keycloak: starting…');
  await startNode({
    home,
    httpPort,
    managementPort: await freePort(),
    hostname: origin,
    dataDir: localPath('oidf', 'data'),
    adminUsername: admin.username,
    adminPassword: admin.password,
    logFile: localPath('oidf', 'keycloak.log'),
    extraArgs: [
      '--proxy-headers=xforwarded',
      '--proxy-trusted-addresses=127.0.0.1',
      ...truststoreArguments(),
    ],
    env: SHORT_LIVED,
  });
  await startNginx(port, `http://localhost:${httpPort}`, localPath('oidf', 'nginx'));
  const { folder, variables, clients } = await declareRealms(suiteUrl, smtpPort);
  const serverUrl = `http://localhost:${httpPort}`;
  await seed({ serverUrl, admin, variables, folder, apply: true });
  const api = await connectAdmin({ serverUrl, ...admin });
  for (const realm of Object.values(REALMS)) await api.users.create({ realm, ...USER });
  return {
    discoveryUrl: (realm) => `${origin}/realms/${REALMS[realm]}/.well-known/openid-configuration`,
    inboxUrl: inbox.url,
    clients,
  };
}

/** For back-channel logout, which calls the suite: on this machine its certificate is self-signed. */
function truststoreArguments(): string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  return file === undefined ? [] : [`--truststore-paths=${file}`];
}
