/** `npm run seed` with a mail server that wants a password, which Keycloak takes and never shows again. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { npmRunHere, type Ran } from '../../support/command.ts';
import { newAddress } from '../../support/mail.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';
import { requestLink } from '../../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../../support/smtp-stub.ts';

const REALM = 'seed-secrets';
const USER = 'linkgate';
const FIELD = 'smtpServer.password';
const password = randomBytes(16).toString('hex');
const next = randomBytes(16).toString('hex');
const ran: Ran[] = [];

let own: OwnRealm;
let stub: SmtpStub;
beforeAll(async () => {
  stub = await startSmtpStub({ EHLO: '250-stub\r\n250 AUTH PLAIN' });
  own = await makeRealm(REALM);
  await own.declare(({ settings }) => {
    const login = { auth: 'true', user: USER, password: `\${MAIL_PASSWORD}` };
    settings.smtpServer = { host: '127.0.0.1', port: String(stub.port), ...login };
  });
});
afterAll(async () => {
  stub.close();
  await own.remove();
});

async function seed(MAIL_PASSWORD: string, ...args: string[]): Promise<Ran> {
  const environment = { MAIL_PASSWORD };
  const one = await npmRunHere('seed', ['--config', own.folder, ...args], { environment });
  ran.push(one);
  return one;
}

/** How the server signs in at the mail server: the last of what the stub met. */
async function login(): Promise<string | undefined> {
  const { client_id, redirect_uri } = inject('site').clients.web;
  const asked = await requestLink({ email: newAddress(), client_id, redirect_uri }, own.baseUrl);
  expect(asked.status).toBe(200);
  // RFC 4616: the identity to act as, which may be left out, the one that signs in, and its password.
  return stub.logins.at(-1)?.split('\0').slice(1).join(' ');
}

describe('a declared mail password', () => {
  test('is sent, and told without its value', async () => {
    const first = await seed(password, '--no-check');
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toContain(`${REALM}: realm: ${FIELD}: (none) → "(secret)"`);
    expect(await login()).toBe(`${USER} ${password}`);
  });

  test('is no difference in a second run, nor in a dry run', async () => {
    const again = await seed(password, '--no-check');
    expect(again).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    expect(again.stderr).toContain(`${FIELD}: not shown by Keycloak; sent as declared`);
    const dry = await seed(password, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    expect(dry.stderr).toContain(`${FIELD}: not shown by Keycloak; a run sends it`);
    expect(await login()).toBe(`${USER} ${password}`);
  });

  test('reaches the server when it changed, but not by a dry run', async () => {
    await seed(next, '--dry-run');
    expect(await login()).toBe(`${USER} ${password}`);
    expect((await seed(next, '--no-check')).code).toBe(0);
    expect(await login()).toBe(`${USER} ${next}`);
  });

  test('stays when something else of the mail server changes by hand and is mended', async () => {
    await own.declare(({ settings }) => {
      settings.smtpServer = { ...(settings.smtpServer as object), fromDisplayName: 'Other' };
    });
    const dry = await seed(next, '--dry-run');
    expect(dry.code).toBe(2);
    expect(dry.stdout).not.toContain(FIELD);
    expect((await seed(next, '--no-check')).code).toBe(0);
    expect(await login()).toBe(`${USER} ${next}`);
  });

  test('is in nothing that was printed', () => {
    expect(ran.length).toBeGreaterThan(5);
    for (const { stdout, stderr } of ran)
      for (const secret of [password, next]) expect(stdout + stderr).not.toContain(secret);
  });
});
