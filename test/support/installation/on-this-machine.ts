/** A test installation of processes on this machine, on Keycloak's embedded database. */
import { rm } from 'node:fs/promises';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { seed } from '../../../scripts/seed/seed.ts';
import { stopChildren } from '../../../scripts/server/child.ts';
import { prepareHome } from '../../../scripts/server/home.ts';
import { startInbox } from '../../../scripts/server/inbox.ts';
import { localPath } from '../../../scripts/server/local-folder.ts';
import { startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { loadSecrets } from '../../../scripts/server/secrets.ts';
import { ADMIN_USERNAME, seedVariables } from '../../../scripts/start/sample.ts';
import { SAMPLE_MAIL } from '../../../scripts/start/settings.ts';
import { MAIL_CERTIFICATE_FILE, makeMailCertificate } from '../mail-certificate.ts';
import { siteOf } from '../site.ts';
import { OWN_THEMES } from './own-themes.ts';
import type { Installation } from './set-up.ts';

const log = (line: string) => console.log(line);

/** Builds what it needs, starts server and inbox, seeds the sample realms. */
export async function startOnThisMachine(): Promise<Installation> {
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
  const secrets = await loadSecrets(localPath('test-data', 'secrets.json'));
  const admin = { username: ADMIN_USERNAME, password: secrets.ADMIN_PASSWORD };
  const serverUrl = `http://localhost:${httpPort}`;
  const logFile = localPath('test-data', 'keycloak.log');
  const variables = seedVariables(secrets, { demoPort, mail: { ...SAMPLE_MAIL, port: smtpPort } });
  const inbox = await startInbox({ smtpPort, webPort });
  await makeMailCertificate();
  const { managementUrl } = await startNode({
    home,
    httpPort,
    managementPort,
    hostname: serverUrl,
    dataDir: data,
    adminUsername: admin.username,
    adminPassword: admin.password,
    logFile,
    extraArgs: [`--spi-theme--folder--dir=${OWN_THEMES}`, `--truststore-paths=${MAIL_CERTIFICATE_FILE}`],
  });
  await seed({ serverUrl, admin, variables });
  const site = siteOf({ serverUrl, managementUrl, inboxUrl: inbox.url, logFile, admin, variables });
  return { site, stop: stopChildren };
}
