/** A test installation of containers: the project's image on PostgreSQL, with MailDev. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { GenericContainer, Wait } from 'testcontainers';
import { Failure } from '../../../scripts/failure.ts';
import { seed } from '../../../scripts/seed/seed.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { respondsWithin } from '../../../scripts/server/responds-within.ts';
import { loadSecrets } from '../../../scripts/server/secrets.ts';
import { ADMIN_USERNAME, seedVariables } from '../../../scripts/start/sample.ts';
import { SAMPLE_EMAIL } from '../../../scripts/start/settings.ts';
import { whileBusy } from '../busy-server.ts';
import { IMAGES, KEYCLOAK_MEMORY_GIBIBYTES, RUN_LABEL, runId } from '../images.ts';
import { VERIFYING_TEST_JVM } from '../jvm.ts';
import { MAIL_CERTIFICATE_FILE, makeMailCertificate } from '../mail-certificate.ts';
import { partPath } from '../part.ts';
import { type Site, siteOf } from '../site.ts';
import { OWN_THEMES } from './own-themes.ts';
import type { Installations } from './set-up.ts';

const PORTS = { database: 5432, smtp: 1025, inbox: 1080 };
const READY_SECONDS = 300;
const MILLIS_PER_SECOND = 1000;
const PROBE_INTERVAL_MILLIS = 1000;
const PROBE_TIMEOUT_MILLIS = 5000;
const LOOPBACK = '127.0.0.1';
const DATABASE = 'keycloak';

/** Starts the containers and seeds the sample realms; removes everything if that fails. */
export async function startInContainers(): Promise<Installations> {
  const steps: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    return { sites: [await start((step) => steps.push(step))], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(atEnd: (step: () => Promise<unknown>) => void): Promise<Site> {
  const data = partPath('installation');
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  const secrets = await loadSecrets(partPath('installation', 'secrets.json'));
  const admin = { username: ADMIN_USERNAME, password: secrets.ADMIN_PASSWORD };
  const logFile = partPath('installation', 'keycloak.log');

  const launch = async (container: GenericContainer) => {
    const started = await container
      .withLabels({ [RUN_LABEL]: runId() })
      .withStartupTimeout(READY_SECONDS * MILLIS_PER_SECOND)
      .start();
    atEnd(() => started.stop({ remove: true, removeVolumes: true }));
    return started;
  };

  const [database, inbox] = await Promise.all([
    launch(
      new GenericContainer(IMAGES.database)
        .withExposedPorts(PORTS.database)
        .withEnvironment({
          POSTGRES_USER: DATABASE,
          POSTGRES_DB: DATABASE,
          POSTGRES_PASSWORD: admin.password,
        })
        .withHealthCheck({
          test: ['CMD', 'pg_isready', '--host=127.0.0.1', `--username=${DATABASE}`],
          interval: PROBE_INTERVAL_MILLIS,
          timeout: PROBE_TIMEOUT_MILLIS,
          retries: READY_SECONDS,
        })
        .withWaitStrategy(Wait.forHealthCheck()),
    ),
    launch(
      new GenericContainer(IMAGES.inbox)
        .withExposedPorts(PORTS.inbox, PORTS.smtp)
        .withWaitStrategy(Wait.forHttp('/api/healthz', PORTS.inbox)),
    ),
  ]);
  const [httpPort, managementPort, demoPort] = [await freePort(), await freePort(), await freePort()];
  await makeMailCertificate();
  const serverUrl = `http://localhost:${httpPort}`;
  const managementUrl = `http://${LOOPBACK}:${managementPort}`;
  await launch(
    new GenericContainer(IMAGES.keycloak)
      // The machine's own network: callers keep their addresses, and tests can act as mail servers.
      .withNetworkMode('host')
      .withEnvironment({
        ...VERIFYING_TEST_JVM,
        KC_DB_URL_HOST: LOOPBACK,
        KC_DB_URL_PORT: String(database.getMappedPort(PORTS.database)),
        KC_DB_USERNAME: DATABASE,
        KC_DB_PASSWORD: admin.password,
        KC_HOSTNAME: serverUrl,
        KC_HTTP_ENABLED: 'true',
        KC_HTTP_HOST: LOOPBACK,
        KC_HTTP_PORT: String(httpPort),
        KC_HTTP_MANAGEMENT_PORT: String(managementPort),
        KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      })
      .withCopyDirectoriesToContainer([{ source: OWN_THEMES, target: '/opt/keycloak/themes' }])
      .withCopyFilesToContainer([
        { source: MAIL_CERTIFICATE_FILE, target: '/opt/keycloak/conf/truststores/mail-server.pem' },
      ])
      .withResourcesQuota({ memory: KEYCLOAK_MEMORY_GIBIBYTES })
      .withLogConsumer((lines) => lines.pipe(createWriteStream(logFile)))
      .withWaitStrategy(Wait.forLogMessage(/Keycloak .* started in/)),
  );
  if (!(await respondsWithin(`${managementUrl}/health/ready`, READY_SECONDS)))
    throw new Failure(`Keycloak's container isn't ready (its log: ${logFile}).`);

  const variables = seedVariables(secrets, {
    demoPort,
    email: { ...SAMPLE_EMAIL, port: inbox.getMappedPort(PORTS.smtp) },
  });
  await whileBusy(() => seed({ serverUrl, admin, variables, apply: true }));
  const inboxUrl = `http://localhost:${inbox.getMappedPort(PORTS.inbox)}`;
  return siteOf({ serverUrl, managementUrl, inboxUrl, logFile, admin, variables });
}
