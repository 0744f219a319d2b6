/**
 * Every command that can change something: without `--apply` it sends nothing that could, and its last line says so; with it, it
 * does. All take the server and the realm by the same options.
 */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { NOT_APPLIED } from '../../../scripts/cli/output.ts';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { createBackendLink, makeBackend } from '../../support/backend-links.ts';
import { jsonOf, npmRun, type Ran, SUBCOMMANDS } from '../../support/command.ts';
import { type CountingProxy, startCountingProxy } from '../../support/counting-proxy.ts';
import { newAddress } from '../../support/email.ts';
import { reportOf } from '../../support/email-reports.ts';
import type { LinkBatch } from '../../support/link-batches.ts';
import { onTestEnd, undoAfterEach } from '../../support/mail-stubs.ts';
import { declareRealm, type OwnRealm } from '../../support/own-realm.ts';
import { workerPath } from '../../support/part.ts';
import { PATIENT } from '../../support/patience.ts';
import { PICTURE } from '../../support/picture.ts';
import { report, SIGNERS, startService } from '../../support/reporting-service.ts';
import { requestLink } from '../../support/sign-in.ts';
import type { SiteClient } from '../../support/site.ts';
import { WITH_BACKEND_LINKS } from '../../support/step-links.ts';
import { LINK, makeStepRealm, type StepRealm } from '../../support/step-realm.ts';
import { storeSecret } from '../../support/vault.ts';

const { admin: account, variables, clients } = inject('site');
const REALM = 'polarity';
const CLIENT = 'new-app';
const CALLBACK = ['--redirect-uri', 'https://app.example/callback'];
const MILLIS = 120_000;

undoAfterEach();

let proxy: CountingProxy;
let own: OwnRealm;
let stepRealm: StepRealm;
let stepClient: SiteClient;
beforeAll(async () => {
  proxy = await startCountingProxy();
  stepRealm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    // A list waits after its first link, so that it can be stopped.
    { attributes: { ...WITH_BACKEND_LINKS, 'linkgate.limit.link-lists': '1/86400' } },
  );
  stepClient = await stepRealm.makeClient([{ provider: LINK }]);
  own = await declareRealm(REALM);
  await own.declare((file) => {
    file.settings.attributes = {
      'linkgate.limit.exempt': '127.0.0.1, ::1',
      'linkgate.backend-links': 'true',
      'linkgate.invitations': 'true',
      // A list that is started waits, so that it can be stopped.
      'linkgate.limit.invitations': '1/86400',
    };
    file.apiScopes = [
      { name: 'orders', audience: 'https://orders.example', consentText: { en: 'See your orders' } },
    ];
    file.referrals = [{ code: 'POLARITY-CODE-1' }];
  });
});
afterAll(async () => {
  await proxy?.close();
  await own?.remove();
  await stepRealm?.remove();
});

async function run(words: readonly string[], { realm = REALM } = {}): Promise<Ran> {
  const [name = '', ...args] = words;
  return await npmRun(name, [...args, '--server', proxy.url, '--realm', realm], {
    ...variables,
    KEYCLOAK_ADMIN_USERNAME: account.username,
    KEYCLOAK_ADMIN_PASSWORD: account.password,
  });
}

async function json<T>(...words: string[]): Promise<T> {
  return jsonOf<T>(await run([...words, '--json']));
}

/** The id that a list of the realm has first. */
async function firstId(...words: string[]): Promise<string> {
  return (await json<{ id: string }[]>(...words))[0]?.id ?? '';
}

const version = async () => (await json<{ version: string }>('clients', 'show', CLIENT)).version;
const config = () => ['--config', own.folder, '--no-check'];
const invited = () => firstId('invitations', 'list');
let listId = '';

/** A test email as a mail program saves it. */
async function receivedEmail(): Promise<string> {
  const file = workerPath('received.eml');
  const link = `${inject('site').serverUrl}/realms/${REALM}/verify-email?token=of-a-test`;
  await writeFile(file, ['Subject: Sign in', 'Content-Type: text/plain', '', link, ''].join('\r\n'));
  return file;
}

/** An address of the realm that has bounced. */
async function suppressedAddress(): Promise<string> {
  const service = await startService();
  onTestEnd(await storeSecret(REALM, 'mail', 'key'));
  onTestEnd(await storeSecret(REALM, 'hook', SIGNERS.postmark.secret));
  const { realms } = await admin();
  const attributes = { ...(await realms.findOne({ realm: REALM }))?.attributes };
  const route = `main postmark secret=\${vault.mail} feedback=\${vault.hook} ${service.at}`;
  await realms.update({ realm: REALM }, { attributes: { ...attributes, 'linkgate.email-routes': route } });
  onTestEnd(
    async () =>
      await realms.update({ realm: REALM }, { attributes: { ...attributes, 'linkgate.email-routes': '' } }),
  );
  const email = newAddress();
  const { client_id, redirect_uri } = clients.web;
  const base = `${inject('site').serverUrl}/realms/${REALM}`;
  expect((await requestLink({ email, client_id, redirect_uri }, base)).status).toBe(200);
  const bounced = reportOf('postmark', 'bounced', { id: service.sent[0] ?? '', to: email });
  expect(await report('main', SIGNERS.postmark.sign(bounced), base)).toBe(200);
  const listed = async () =>
    (
      await callAdminApi<{ suppressions: { email: string }[] }>('GET', '/email-suppressions', {
        realm: REALM,
      })
    ).json.suppressions;
  await vi.waitFor(async () => expect(await listed()).toMatchObject([{ email }]), PATIENT);
  return email;
}

/** Stores a list of one line as a draft. */
async function draft(): Promise<string> {
  const { id } = await json<{ id: string }>(
    'invitations',
    'check',
    await listFile(),
    '--client',
    'demo-shop',
    '--apply',
  );
  listId = id;
  return id;
}

async function logoFile(): Promise<string> {
  const file = workerPath('logo.png');
  await writeFile(file, PICTURE, 'base64');
  return file;
}

async function listFile(): Promise<string> {
  const file = workerPath('polarity.csv');
  await writeFile(file, `email\n${newAddress()}\n`);
  return file;
}

async function domainsFile(): Promise<string> {
  const file = workerPath('domains.txt');
  await writeFile(file, '# of spammers\none.example\n\ntwo.example\r\n');
  return file;
}

async function exportFile(): Promise<string> {
  const file = workerPath('export.csv');
  await writeFile(file, `email,email_verified,disabled\n${newAddress()},true,\n`);
  return file;
}

async function usersFile(): Promise<string> {
  const file = workerPath('users.csv');
  const users = [await stepRealm.makeUser(), await stepRealm.makeUser()];
  await writeFile(file, ['email', ...users.map(({ email }) => email)].join('\n'));
  return file;
}

/** The list of links, once its first one is sent. */
async function linkListId(): Promise<string> {
  return await vi.waitFor(async () => {
    const [batch] = (
      await callAdminApi<{ batches: LinkBatch[] }>('GET', '/link-batches', { realm: stepRealm.name })
    ).json.batches;
    expect(batch?.counts).toMatchObject({ issued: 1, waiting: 1 });
    return batch?.id ?? '';
  }, PATIENT);
}

/** What a command does: its words, and what its run without `--apply` shows. */
interface Row {
  action: string;
  /** Its other words; made once, before both runs. */
  args?: () => readonly string[] | Promise<readonly string[]>;
  shows: RegExp;
  /** Its exit code with `--apply`, unless 0. */
  code?: number;
  realm?: () => string;
}

/** In the order in which they work: each is applied. */
const ROWS: readonly Row[] = [
  { action: 'seed', args: config, shows: /polarity: realm @@\n\+ \(the whole object\)/ },
  {
    action: 'clients create',
    args: () => [CLIENT, ...CALLBACK],
    shows: /\+ approval: "pending"\n[\s\S]*app\.example/,
  },
  {
    action: 'clients approve',
    args: async () => [CLIENT, '--version', await version()],
    shows: /- approval: "pending"\n\+ approval: "approved"/,
  },
  {
    action: 'clients second-factor',
    args: () => [CLIENT, 'always'],
    shows: /- second factor: "none"\n\+ .*"always"/,
  },
  {
    action: 'clients refresh-tokens',
    args: () => [CLIENT, '30'],
    shows: /- refresh tokens: "off"\n\+ refresh tokens: 30/,
  },
  {
    action: 'clients urls',
    args: () => [CLIENT, '--home-url', 'https://app.example/'],
    shows: /- home url: \(none\)\n\+ home url: "https:\/\/app\.example\/"\n(?!.*login)/,
  },
  {
    action: 'clients api-scopes',
    args: () => [CLIENT, '--allow', 'orders'],
    shows: /- api scopes: \[\]\n\+ api scopes: \["orders"\]/,
  },
  {
    action: 'clients suspend',
    args: () => [CLIENT],
    shows: /- approval: "approved"\n\+ approval: "suspended"/,
  },
  {
    action: 'settings set',
    args: () => ['linkgate.unknown-scopes', 'ignore', 'linkgate.account-deletion', 'true'],
    shows:
      /: realm @@\n- linkgate\.unknown-scopes: \(none\)\n\+ linkgate\.unknown-scopes: "ignore"\n[\s\S]*Unknown scopes: reject → ignore/,
  },
  {
    action: 'settings reset',
    args: () => ['linkgate.unknown-scopes'],
    shows:
      /- linkgate\.unknown-scopes: "ignore"\n\+ linkgate\.unknown-scopes: \(none\)\n.*reject \(the default\)/,
  },
  {
    action: 'settings set',
    args: () => ['lifetime', '120', '--step', 'linkgate browser'],
    shows: /: step of the flow linkgate browser @@\n.*\n\+ lifetime: "120"/,
  },
  {
    action: 'settings set',
    args: () => ['linkgate.sign-in.confirm', 'always', '--client', CLIENT],
    shows: /: client new-app @@\n.*\n\+ linkgate\.sign-in\.confirm: "always"/,
  },
  { action: 'clients branding', args: () => [CLIENT, '--subject', 'Hi'], shows: /\+ .*subject.*: "Hi"/ },
  {
    action: 'clients branding',
    args: async () => [CLIENT, '--logo-file', await logoFile(), '--text', 'Bonjour', '--language', 'fr'],
    shows: /\+ .*text\.fr.*: "Bonjour"\n[\s\S]*\+ .*logo.*: "the file .*\.png"/,
  },
  { action: 'clients rotate-secret', args: () => [CLIENT], shows: /the present secret stops working/ },
  {
    action: 'clients revoke-links',
    args: async () => {
      const { clientId, token } = await makeBackend(['impersonation'], { realm: REALM });
      for (let i = 0; i < 2; i++) await createBackendLink(newAddress(), {}, { token, realm: REALM });
      return [clientId];
    },
    shows: /- open returned links: 2\n\+ open returned links: 0/,
  },
  { action: 'clients delete', args: () => [CLIENT], shows: /\+ approval: "deleted"/ },
  { action: 'clients delete', args: () => [CLIENT, '--permanently'], shows: /- \(the whole object\)/ },
  { action: 'clients reject', args: () => ['demo-pending'], shows: /\+ approval: "rejected"/ },
  { action: 'clients reopen', args: () => ['demo-pending'], shows: /\+ approval: "pending"/ },
  {
    action: 'referrals create',
    args: () => ['--max-uses', '2'],
    shows: /\+ max_uses: 2\n\+ expires: "never"/,
  },
  {
    action: 'referrals revoke',
    args: async () => [await firstId('referrals', 'list')],
    shows: /uses so far: 0 of/,
  },
  {
    action: 'sign-up-rules add',
    args: () => ['denied', 'Spam.example.', '*.spam.example'],
    shows: /\+ denied: "spam\.example"[\s\S]*created in the last 30 days[\s\S]*the rules are off/,
  },
  {
    action: 'sign-up-rules remove',
    args: () => ['denied', '*.spam.example'],
    shows: /- denied: "\*\.spam\.example"/,
  },
  {
    action: 'sign-up-rules replace',
    args: async () => ['allowed', await domainsFile()],
    shows: /\+ allowed: "one\.example"/,
  },
  {
    action: 'sign-up-rules disposable',
    args: async () => [await domainsFile()],
    shows: /2 domains of a file/,
  },
  { action: 'sign-up-rules built-in-disposable', shows: /- disposable domains: "2 domains \(own\)"/ },
  {
    action: 'links create',
    args: () => [
      '--email',
      'a@example.com',
      '--client',
      'demo-web',
      '--redirect-uri',
      clients.web.redirect_uri,
    ],
    shows: /link for a@example\.com @@\n[\s\S]*\+ client_id: "demo-web"/,
  },
  {
    action: 'links revoke',
    args: () => ['--client', 'demo-web'],
    shows: /- open links: \d+\n\+ open links: 0/,
  },
  {
    action: 'links send',
    args: async () => [
      '--list',
      await usersFile(),
      '--client',
      stepClient.client_id,
      '--redirect-uri',
      stepClient.redirect_uri,
      '--lifetime',
      '3600',
    ],
    shows: /links for users\.csv @@\n[\s\S]*\+ users: 2\n/,
    realm: () => stepRealm.name,
  },
  {
    action: 'links stop',
    args: async () => [await linkListId()],
    shows: /- state: "running"\n\+ state: "stopped"\nlines that wait: 1/,
    realm: () => stepRealm.name,
  },
  {
    action: 'links start',
    args: async () => [await linkListId()],
    shows: /- state: "stopped"\n\+ state: "running"/,
    realm: () => stepRealm.name,
  },
  {
    action: 'links revoke',
    args: async () => ['--batch', await linkListId()],
    shows: /list .* @@\n- open links: 2\n\+ open links: 0/,
    realm: () => stepRealm.name,
  },
  {
    action: 'invitations send',
    args: () => ['--email', newAddress(), '--client', 'demo-shop'],
    shows: /invitation of .*@.* @@\n[\s\S]*\+ client_id: "demo-shop"/,
  },
  // At most one a day.
  {
    action: 'invitations resend',
    args: async () => [await invited()],
    shows: /- emails: 1\n\+ emails: 2/,
    code: 1,
  },
  {
    action: 'invitations revoke',
    args: async () => [await invited()],
    shows: /- state: "sent"\n\+ state: "revoked"/,
  },
  {
    action: 'invitations check',
    args: async () => [await listFile(), '--client', 'demo-shop'],
    shows: /list polarity\.csv @@\n[\s\S]*\+ state: "draft"\n\+ lines: 1\n/,
  },
  {
    action: 'invitations start',
    args: async () => [await draft()],
    shows: /\+ state: "running"\nvalid lines: 1/,
  },
  { action: 'invitations stop', args: () => [listId], shows: /- state: "running"\n\+ state: "stopped"/ },
  {
    action: 'invitations discard',
    args: async () => [await draft()],
    shows: /- \(the whole object\)\nlines: 1/,
  },
  {
    action: 'import',
    args: async () => ['--from', 'csv', await exportFile()],
    shows:
      /attribute linkgate\.imported-id @@\n\+ \(the whole object\)\n1 user in the file\n1 account to create\n/,
  },
  {
    action: 'seed',
    args: async () => {
      await own.declare(({ settings }) => {
        settings.displayName = 'Drifted';
      });
      return config();
    },
    shows: /\+ displayName: "Drifted"/,
  },
  // The administrator has no address.
  {
    action: 'check-email send',
    args: () => ['--route', 'smtp'],
    shows: /test email @@\n[\s\S]*\+ route: "smtp"/,
    code: 1,
  },
  {
    action: 'suppressions lift',
    args: async () => [await suppressedAddress(), '--reason', 'The mailbox exists again'],
    shows: /- suppressed: "hard"/,
  },
  { action: 'remove', shows: /linkgate\.enabled/ },
  { action: 'add-step', args: () => ['--bind'], shows: /\+ browserFlow: /, realm: () => stepRealm.name },
  {
    action: 'add-step',
    args: () => ['--undo'],
    shows: /- \(the whole object\)/,
    realm: () => stepRealm.name,
  },
  {
    action: 'add-step',
    args: () => ['--replace', 'auth-username-password-form'],
    shows: /linkgate-step/,
    realm: () => stepRealm.name,
  },
];

describe('changes nothing without --apply, and does it with it', () => {
  test.each(ROWS)(
    '$action ($shows)',
    { timeout: MILLIS },
    async ({ action, args, shows, code = 0, realm }) => {
      const words = [...action.split(' '), ...((await args?.()) ?? [])];
      const where = realm === undefined ? {} : { realm: realm() };
      proxy.take();
      const shown = await run(words, where);
      expect(shown.code, shown.stdout + shown.stderr).toBe(EXIT_CODE.notApplied);
      expect(shown.stdout).toMatch(shows);
      expect(shown.stdout.endsWith(`\n${NOT_APPLIED}\n`)).toBe(true);
      const { writes, reads } = proxy.take();
      expect(writes).toEqual([]);
      expect(reads).not.toEqual([]);
      const applied = await run([...words, '--apply'], where);
      expect(applied.code, applied.stdout + applied.stderr).toBe(code);
      expect(applied.stdout).not.toContain(NOT_APPLIED);
      expect(proxy.take().writes).not.toEqual([]);
    },
  );
});

test('a declared referral code is looked for without a write', async () => {
  // The realm is gone by the last row, and is made again.
  const [seed] = ROWS;
  await (await admin()).realms.del({ realm: REALM });
  await run(['seed', ...((await seed?.args?.()) ?? []), '--apply']);
  proxy.take();
  expect(await run(['seed', ...config()])).toMatchObject({
    code: 0,
    stdout: `${REALM}: nothing to change\n`,
  });
  const { writes, reads } = proxy.take();
  expect(writes).toEqual([]);
  expect(reads).toContain(`POST /admin/realms/${REALM}/linkgate/referrals`);
});

/** The actions that only read. */
const READING: readonly Pick<Row, 'action' | 'args'>[] = [
  { action: 'clients list' },
  { action: 'clients show', args: () => ['demo-web'] },
  { action: 'settings list' },
  { action: 'settings get', args: () => ['linkgate.passkeys'] },
  { action: 'referrals list' },
  { action: 'sign-up-rules list' },
  { action: 'invitations list' },
  { action: 'invitations show', args: async () => [await draft()] },
  { action: 'check-email sender' },
  { action: 'suppressions list' },
  { action: 'check-email received', args: async () => [await receivedEmail()] },
  { action: 'links list', args: () => ['--client', 'demo-web'] },
  { action: 'links batches' },
  { action: 'conformance', args: () => ['--only', 'linkgate-enabled'] },
];

describe('an action that only reads', () => {
  test.each(READING)('takes the server and the realm, and no --apply: $action', async ({ action, args }) => {
    const words = [...action.split(' '), ...((await args?.()) ?? [])];
    proxy.take();
    const ran = await run(words);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(proxy.take()).toEqual({ writes: [], reads: expect.arrayContaining([expect.any(String)]) });
    const refused = await run([...words, '--apply']);
    expect([refused.code, refused.stdout]).toEqual([EXIT_CODE.wrongUsage, '']);
    expect(refused.stderr).toContain('--apply');
    expect(proxy.take()).toEqual({ writes: [], reads: [] });
  });
});

test('the tables have every action, and each takes --apply or not as its help says', async () => {
  const helps = await Promise.all(SUBCOMMANDS.map((name) => npmRun(name, ['--help'])));
  const usages = helps.flatMap(({ stdout }) => [...stdout.matchAll(/^ {2}npm run linkgate -- (.*)$/gm)]);
  const actions = (changes: boolean) =>
    usages.flatMap(([, usage = '']) =>
      usage.endsWith('[--apply]') === changes ? [/^[a-z-]+( [a-z][a-z-]*)?/.exec(usage)?.[0] ?? ''] : [],
    );
  for (const [named, tested] of [
    [actions(true), ROWS],
    [actions(false), READING],
  ] as const)
    expect([...new Set(named)].sort()).toEqual([...new Set(tested.map(({ action }) => action))].sort());
  for (const { stdout } of helps) expect(stdout).toMatch(/^ {2}--server URL .*\n {2}--realm NAME /m);
});

describe('a former option', () => {
  test.each(SUBCOMMANDS)('of %s is rejected, and the new one named', async (name) => {
    for (const [former, now] of [
      ['--dry-run', '--apply'],
      ['--base-url', '--server and --realm'],
    ] as const) {
      const { code, stdout, stderr } = await npmRun(name, [former]);
      expect([code, stdout]).toEqual([EXIT_CODE.wrongUsage, '']);
      expect(stderr).toContain(`${former}: no longer exists`);
      expect(stderr).toContain(now);
    }
  });
});
