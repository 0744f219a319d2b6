/** `npm run linkgate -- seed` with an email password and a signing key, which Keycloak stores and never shows again. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { npmRunHere, type Ran } from '../../support/command.ts';
import { newAddress } from '../../support/email.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';
import { requestLink } from '../../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../../support/smtp-stub.ts';

const REALM = 'seed-secrets';
const USER = 'linkgate';
const FIELD = 'smtpServer.password';
const password = randomBytes(16).toString('hex');
const next = randomBytes(16).toString('hex');
const SIGNING_KEY = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;
const ran: Ran[] = [];

let own: OwnRealm;
let stub: SmtpStub;
beforeAll(async () => {
  stub = await startSmtpStub({ EHLO: '250-stub\r\n250 AUTH PLAIN' });
  own = await makeRealm(REALM);
  await own.declare(({ settings }) => {
    const login = { auth: 'true', user: USER, password: `\${EMAIL_PASSWORD}` };
    settings.smtpServer = { host: '127.0.0.1', port: String(stub.port), ...login };
  });
});
afterAll(async () => {
  stub.close();
  await own.remove();
});

async function seed(EMAIL_PASSWORD: string, ...args: string[]): Promise<Ran> {
  const environment = { EMAIL_PASSWORD, SIGNING_KEY };
  const one = await npmRunHere('seed', ['--config', own.folder, ...args], { environment });
  ran.push(one);
  return one;
}

/** How the server authenticates at the mail server: the stub's last login. */
async function login(): Promise<string | undefined> {
  const { client_id, redirect_uri } = inject('site').clients.web;
  const response = await requestLink({ email: newAddress(), client_id, redirect_uri }, own.baseUrl);
  expect(response.status).toBe(200);
  // RFC 4616: the authorization identity, which may be omitted, the authentication identity, and its password.
  return stub.logins.at(-1)?.split('\0').slice(1).join(' ');
}

describe('a declared email password', () => {
  test('is sent, and reported without its value', async () => {
    const first = await seed(password, '--apply', '--no-check');
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toContain(`${REALM}: realm: ${FIELD}: (none) → "(secret)"`);
    expect(await login()).toBe(`${USER} ${password}`);
  });

  test('isn’t a difference in a second run, nor in one without --apply', async () => {
    const again = await seed(password, '--apply', '--no-check');
    expect(again).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    expect(again.stderr).toContain(`${FIELD}: not shown by Keycloak; sent as declared`);
    const dry = await seed(password);
    expect(dry).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    expect(dry.stderr).toContain(`${FIELD}: not shown by Keycloak; a run with --apply sends it`);
    expect(await login()).toBe(`${USER} ${password}`);
  });

  test('is sent when it changed, but not without --apply', async () => {
    await seed(next);
    expect(await login()).toBe(`${USER} ${password}`);
    expect((await seed(next, '--apply', '--no-check')).code).toBe(0);
    expect(await login()).toBe(`${USER} ${next}`);
  });

  test('stays when another field of the mail server is changed by hand and fixed', async () => {
    await own.declare(({ settings }) => {
      settings.smtpServer = { ...(settings.smtpServer as object), fromDisplayName: 'Other' };
    });
    const dry = await seed(next);
    expect(dry.code).toBe(3);
    expect(dry.stdout).not.toContain(FIELD);
    expect((await seed(next, '--apply', '--no-check')).code).toBe(0);
    expect(await login()).toBe(`${USER} ${next}`);
  });
});

describe('a declared signing key', () => {
  const publicKeys = async () => {
    const { keys = [] } = await (await admin()).realms.getKeys({ realm: REALM });
    return keys.flatMap(({ kid, publicKey, algorithm }) =>
      algorithm === 'RS256' ? [{ kid, publicKey }] : [],
    );
  };

  test('is imported, then stays the same key in every run, and isn’t a difference', async () => {
    const file = path.join(own.folder, 'keys.json');
    const declared = JSON.parse(await readFile(file, 'utf8')) as { components: unknown[] };
    const config = { priority: ['50'], algorithm: ['RS256'], privateKey: [`\${SIGNING_KEY}`] };
    declared.components.push({ name: 'imported', providerId: 'rsa', config });
    await writeFile(file, JSON.stringify(declared));
    const first = await seed(next, '--apply', '--no-check');
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toBe(`${REALM}: key imported: created\n${REALM}: changes made: 1\n`);
    const before = await publicKeys();
    expect(before).toHaveLength(2);
    expect(await seed(next)).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    const again = await seed(next, '--apply', '--no-check');
    expect(again).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    expect(again.stderr).toContain(
      'key imported: config.privateKey: not shown by Keycloak; sent as declared',
    );
    expect(await publicKeys()).toEqual(before);
  });
});

test('no output contains a secret', () => {
  expect(ran.length).toBeGreaterThan(8);
  const line = SIGNING_KEY.split('\n')[1] ?? '';
  for (const { stdout, stderr } of ran)
    for (const secret of [password, next, line]) expect(stdout + stderr).not.toContain(secret);
});
