/**
 * A release's install guide, followed from the release's folder alone: each of its commands, but those for Docker, in an empty
 * directory and without the clone, on PostgreSQL with the oldest and the newest Keycloak, to a sign-in; then the removal.
 */
import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { buildRelease, type Release } from '../../../scripts/release/release.ts';
import { type Child, startChild } from '../../../scripts/server/child.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { keycloakEnvironment, SHORT_LIVED } from '../../../scripts/server/environment.ts';
import { buildServer, copyServer } from '../../../scripts/server/home.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import {
  createDatabase,
  findPrograms,
  type Postgres,
  startPostgres,
} from '../../../scripts/server/postgres.ts';
import { respondsWithin } from '../../../scripts/server/responds-within.ts';
import { TESTED_VERSIONS } from '../../../scripts/server/version.ts';
import { Agent } from '../../support/agent.ts';
import { type Ran, runProgram } from '../../support/command.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { pathOfOthers } from '../../support/installed-package.ts';
import { partPath } from '../../support/part.ts';
import { submitConsent } from '../../support/sign-in.ts';

const BUILD_MILLIS = 900_000;
const START_SECONDS = 600;
const quiet = () => {};

const folder = await mkdtemp(path.join(tmpdir(), 'linkgate-install-'));
const releaseFolder = path.join(folder, 'release');
let release: Release;
let postgres: Postgres;

beforeAll(async () => {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  [release, postgres] = await Promise.all([
    buildRelease({ preview: true, image: false, folder: releaseFolder, key, log: quiet }),
    startPostgres(partPath('install-postgres')),
  ]);
}, BUILD_MILLIS);
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The environment of a user of this machine, who has neither a server nor a clone. */
function ofUser(): Record<string, string> {
  const own = Object.entries(keycloakEnvironment()).filter(
    ([name]) => !/^(npm_|LINKGATE_|NODE_(ENV|OPTIONS)$)/i.test(name),
  );
  return Object.fromEntries(own.map(([name, value]) => [name, value ?? '']));
}

/** The guide's commands, in order; a list's are indented. */
function commandsOf(guide: string): string[] {
  return [...guide.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

describe.each([TESTED_VERSIONS[0], TESTED_VERSIONS.at(-1) ?? ''])('on Keycloak %s', (version) => {
  const own = path.join(folder, version);
  const keycloak = path.join(folder, `keycloak-${version}`);
  const database = `install_${version.replaceAll('.', '_')}`;
  let environment: Record<string, string>;
  let guide = '';
  let server: Child;
  let origin = '';
  let inbox = '';
  let secret = '';
  let code = '';

  /** The guide's commands by what they are for; a command that is in none of them is one that nothing here runs. */
  const steps = () => {
    const [
      checksums,
      signature,
      secrets,
      inboxes,
      start,
      docker,
      first,
      exchange,
      conformance,
      administrator,
      kcadm,
      ...more
    ] = commandsOf(guide);
    expect(more).toEqual([]);
    expect(docker).toContain('docker load');
    const text = (found: string | undefined) => found ?? '';
    return {
      terminal: [checksums, signature, secrets, inboxes, start].map(text),
      ...{ first: text(first), exchange: text(exchange), conformance: text(conformance) },
      ...{ administrator: text(administrator), kcadm: text(kcadm) },
    };
  };

  /** Runs commands of the guide's second terminal, which knows the first administrator. */
  async function typed(commands: string): Promise<Ran> {
    const credentials = steps().first.split('\n').slice(0, 2).join('\n');
    return await runProgram('bash', ['-e', '-c', `${credentials}\n${commands}`], { cwd: own, environment });
  }

  beforeAll(async () => {
    const [httpPort, managementPort, smtpPort, webPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ] as const;
    await cp(releaseFolder, own, { recursive: true });
    await writeFile(path.join(own, 'linkgate.pub'), release.publicKey ?? '');
    await copyServer(await obtainDistribution(quiet, version), keycloak);
    await createDatabase(postgres.address, database);
    [origin, inbox] = [`http://localhost:${httpPort}`, `http://localhost:${webPort}`];
    const { port, username, password } = postgres.address;
    environment = {
      ...ofUser(),
      // Node 22 for the inbox.
      PATH: [path.dirname(process.execPath), await pathOfOthers()].join(path.delimiter),
      ...SHORT_LIVED,
      KEYCLOAK: keycloak,
      KC_HTTP_PORT: String(httpPort),
      KC_HTTP_MANAGEMENT_PORT: String(managementPort),
      KC_DB_URL: `jdbc:postgresql://127.0.0.1:${port}/${database}`,
      KC_DB_USERNAME: username,
      KC_DB_PASSWORD: password,
      MAILDEV_SMTP_PORT: String(smtpPort),
      MAILDEV_WEB_PORT: String(webPort),
      MAILDEV_MAIL_DIRECTORY: path.join(own, 'emails'),
    };
    guide = (await readFile(path.join(own, 'INSTALL.md'), 'utf8'))
      .replaceAll('http://localhost:8080', origin)
      .replaceAll('http://localhost:1080', inbox)
      .replaceAll('SMTP_PORT=1025', `SMTP_PORT=${smtpPort}`)
      .replaceAll('--db=dev-file', '--db=postgres');
    server = startChild({
      command: 'bash',
      args: ['-e', '-c', steps().terminal.join('\n')],
      cwd: own,
      env: environment,
      output: { file: path.join(own, 'terminal.log') },
    });
    const ended = server.exited.then(() => false);
    const waiting = new AbortController();
    const ready = respondsWithin(
      `http://localhost:${managementPort}/health/ready`,
      START_SECONDS,
      waiting.signal,
    );
    const isReady = await Promise.race([ended, ready]);
    waiting.abort();
    expect(isReady, await readFile(path.join(own, 'terminal.log'), 'utf8')).toBe(true);
  }, BUILD_MILLIS);
  afterAll(async () => {
    await server.kill();
    await Promise.all([own, keycloak].map((one) => rm(one, { recursive: true, force: true })));
  });

  test('checksums and signature are right, and an application is created', async () => {
    const log = await readFile(path.join(own, 'terminal.log'), 'utf8');
    for (const file of release.files.filter((name) => !name.startsWith('SHA256SUMS')))
      expect(log).toContain(`${file}: OK`);
    expect(log).toContain('Signature Verified Successfully');
    const created = await typed(steps().first);
    expect(created, created.stderr).toMatchObject({ code: 0 });
    expect(created.stdout).toContain('client my-app: created, approved');
    [, secret = ''] = /shown only this once:\n(\S+)/.exec(created.stdout) ?? [];
  });

  test('a user signs in by the link in the email, and the code becomes tokens', async () => {
    const [request = ''] = /^http\S+\/auth\?client_id=my-app\S+$/m.exec(guide) ?? [];
    const email = newAddress();
    const browser = new Agent();
    const page = await browser.open(request);
    expect((await browser.submit(page, { email })).text).toContain(email);
    const target = await submitConsent(browser, await browser.open(linkIn(await emailTo(email, 1, inbox))));
    expect(`${target.origin}${target.pathname}`).toBe('http://localhost:3000/callback');
    code = target.searchParams.get('code') ?? '';
    const exchanged = await typed(
      steps()
        .exchange.replace('client_secret=…', `client_secret=${secret}`)
        .replace('code=…', `code=${code}`),
    );
    expect(JSON.parse(exchanged.stdout)).toMatchObject({ token_type: 'Bearer', id_token: expect.anything() });
  });

  test('the first administrator signs in to the realm’s pages by a link', async () => {
    const made = await typed(steps().administrator);
    expect(made, made.stderr).toMatchObject({ code: 0 });
    const api = await connectServer();
    const [user] = await api.users.find({ realm: 'linkgate', email: 'you@example.com' });
    const [management] = await api.clients.find({ realm: 'linkgate', clientId: 'realm-management' });
    const roles = await api.users.listClientRoleMappings({
      realm: 'linkgate',
      id: user?.id ?? '',
      clientUniqueId: management?.id ?? '',
    });
    expect(roles.map(({ name }) => name)).toEqual(['realm-admin']);
    const browser = new Agent();
    const request = `${origin}/realms/linkgate/auth?${new URLSearchParams({
      client_id: 'linkgate-admin',
      response_type: 'code',
      scope: 'openid',
      state: '1',
      redirect_uri: `${origin}/realms/linkgate/linkgate`,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })}`;
    await browser.submit(await browser.open(request), { email: 'you@example.com' });
    const target = await browser.open(linkIn(await emailTo('you@example.com', 1, inbox)));
    expect(new URL(target.url).pathname).toBe('/realms/linkgate/linkgate');
  });

  test('the realm conforms, and allows what the guide allows in the end', async () => {
    const conformance = await typed(
      steps().conformance.replace('CLIENT_SECRET=…', `CLIENT_SECRET=${secret}`),
    );
    expect(conformance, conformance.stdout + conformance.stderr).toMatchObject({ code: 0 });
    const allowed = await typed(steps().kcadm);
    expect(allowed, allowed.stderr).toMatchObject({ code: 0 });
    const api = await connectServer();
    expect((await api.realms.findOne({ realm: 'linkgate' }))?.attributes).toMatchObject({
      'linkgate.backend-links': 'true',
      'linkgate.invitations': 'true',
    });
  });

  test('removed, the imported realm is one of Keycloak’s own, and the tables are gone', async () => {
    const command = `npx linkgate remove --server ${origin} --realm linkgate`;
    const shown = await typed(command);
    expect(shown, shown.stderr).toMatchObject({ code: EXIT_CODE.notApplied });
    const removed = await typed(`${command} --apply`);
    expect(removed, removed.stdout + removed.stderr).toMatchObject({ code: 0 });
    const api = await connectServer();
    const [realm, flows, clients] = await Promise.all([
      api.realms.findOne({ realm: 'linkgate' }),
      api.authenticationManagement.getFlows({ realm: 'linkgate' }),
      api.clients.find({ realm: 'linkgate' }),
    ]);
    const names = [realm, ...clients].flatMap((one) => Object.keys(one?.attributes ?? {}));
    expect(names.filter((name) => name.startsWith('linkgate'))).toEqual([]);
    expect(realm).not.toMatchObject({ loginTheme: 'linkgate' });
    expect(realm?.browserFlow).toBe('browser');
    expect(flows.map(({ alias }) => alias).filter((alias) => alias?.includes('linkgate'))).toEqual([]);

    await server.kill();
    await rm(path.join(keycloak, 'providers', `linkgate-${release.version}.jar`));
    await buildServer(keycloak, ['--db=postgres', '--health-enabled=true']);
    const { port, username, password } = postgres.address;
    const psql = await runProgram(
      path.join(await findPrograms(), 'psql'),
      [
        ...['--single-transaction', '--set=ON_ERROR_STOP=1', `--dbname=${database}`],
        ...[
          '--file=linkgate-drop-tables.sql',
          '--host=127.0.0.1',
          `--port=${port}`,
          `--username=${username}`,
        ],
      ],
      { cwd: own, environment: { PGPASSWORD: password } },
    );
    expect(psql, psql.stderr).toMatchObject({ code: 0 });
  });

  /** The guide's first administrator. */
  async function connectServer() {
    const secrets = await readFile(path.join(own, 'linkgate.env'), 'utf8');
    const [, password = ''] = /^KC_BOOTSTRAP_ADMIN_PASSWORD=(.*)$/m.exec(secrets) ?? [];
    return await connectAdmin({ serverUrl: origin, username: 'admin', password });
  }
});
