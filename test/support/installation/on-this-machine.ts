/** Test installations of processes on this machine: on PostgreSQL if installed, else on Keycloak's embedded database. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { seed } from '../../../scripts/seed/seed.ts';
import { stopChildren } from '../../../scripts/server/child.ts';
import type { Home } from '../../../scripts/server/home.ts';
import { startInbox } from '../../../scripts/server/inbox.ts';
import { type DatabaseAddress, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { createDatabase, hasPostgres, startPostgres } from '../../../scripts/server/postgres.ts';
import { loadSecrets } from '../../../scripts/server/secrets.ts';
import { ADMIN_USERNAME, seedVariables } from '../../../scripts/start/sample.ts';
import { SAMPLE_EMAIL } from '../../../scripts/start/settings.ts';
import { whileBusy } from '../busy-server.ts';
import { prepareWatchedHome, watchOf } from '../connection-watch.ts';
import { BUSY_TEST_JVM } from '../jvm.ts';
import { MAIL_CERTIFICATE_FILE, makeMailCertificate } from '../mail-certificate.ts';
import { partPath } from '../part.ts';
import { type Site, siteOf } from '../site.ts';
import { vaultBeside, WITH_VAULT } from '../vault.ts';
import { OWN_THEMES } from './own-themes.ts';
import type { Installations } from './set-up.ts';

const log = (line: string) => console.log(line);

const FOLDER = 'installations';

/** More than the creation of a realm takes on a busy machine. */
const TRANSACTION_SECONDS = 300;

/** Builds and starts a number of installations: each is a server with its inbox and the sample realms. */
export async function startOnThisMachine(count: number): Promise<Installations> {
  await rm(partPath(FOLDER), { recursive: true, force: true });
  const jar = await buildPlugin({ log });
  const onPostgres = await hasPostgres();
  const database = onPostgres ? 'postgres' : 'dev-file';
  const home = await prepareWatchedHome({ name: 'test-server', jar, database, more: WITH_VAULT, log });
  await makeMailCertificate();
  const server = onPostgres ? (await startPostgres(partPath('postgres'))).address : undefined;
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1));
  const sites = await Promise.all(
    numbers.map(async (number) => {
      const own = server && { ...server, name: `installation_${number}` };
      if (own !== undefined) await createDatabase(own, own.name);
      return await startOne(home, partPath(FOLDER, number), own);
    }),
  );
  return { sites, stop: stopChildren };
}

async function startOne(home: Home, folder: string, database: DatabaseAddress | undefined): Promise<Site> {
  const [httpPort, managementPort, smtpPort, webPort, demoPort, dnsPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const secrets = await loadSecrets(path.join(folder, 'secrets.json'));
  const admin = { username: ADMIN_USERNAME, password: secrets.ADMIN_PASSWORD };
  const serverUrl = `http://localhost:${httpPort}`;
  const logFile = path.join(folder, 'keycloak.log');
  const vault = vaultBeside(logFile);
  await mkdir(vault, { recursive: true });
  const variables = seedVariables(secrets, { demoPort, email: { ...SAMPLE_EMAIL, port: smtpPort } });
  const inbox = await startInbox({ smtpPort, webPort });
  const { managementUrl } = await startNode({
    home,
    httpPort,
    managementPort,
    hostname: serverUrl,
    ...(database === undefined ? { dataDir: folder } : { database, transactionSeconds: TRANSACTION_SECONDS }),
    adminUsername: admin.username,
    adminPassword: admin.password,
    logFile,
    // Each is the only node on its database.
    extraArgs: [
      ...(database ? ['--cache=local'] : []),
      `--spi-theme--folder--dir=${OWN_THEMES}`,
      `--truststore-paths=${MAIL_CERTIFICATE_FILE}`,
      `--vault-dir=${vault}`,
      // Documents of clients are served on this machine.
      '--spi-connections-http-client--default--document-networks=127.0.0.1,::1',
      `--spi-connections-http-client--default--name-servers=127.0.0.1:${dnsPort}`,
    ],
    env: { ...BUSY_TEST_JVM, ...watchOf(logFile) },
  });
  await whileBusy(() => seed({ serverUrl, admin, variables, apply: true }));
  return siteOf({ serverUrl, managementUrl, inboxUrl: inbox.url, logFile, dnsPort, admin, variables });
}
