/** The commands of docs/features/whole-realm.md and docs/operate.md, word for word, where they work on a server: from a realm file to the removal. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { NOT_APPLIED } from '../../../scripts/cli/output.ts';
import { admin } from '../../support/admin.ts';
import { commandsIn, typeLine } from '../../support/documents-commands.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { invitationIn } from '../../support/invitations.ts';
import { partPath } from '../../support/part.ts';

const PAGE = 'docs/features/whole-realm.md';
const REALM = 'acme';
const folder = partPath('documented');
const config = path.join(folder, 'realm-config');
/** A dozen commands, each a process; kcadm.sh starts a JVM. */
const MILLIS = 600_000;
const { serverUrl, variables, admin: account } = inject('site');

let exports: string[];
beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(path.join(ROOT, 'realm-config'), config, { recursive: true });
  const page = await readFile(path.join(ROOT, PAGE), 'utf8');
  const [, name = '', file = ''] =
    /`realm-config\/realms\/(\S+)\.json`:\n\n```json\n([\s\S]*?)```/.exec(page) ?? [];
  await writeFile(path.join(config, 'realms', `${name}.json`), file);
  exports = (await commandsIn(PAGE)).filter((line) => line.startsWith('export '));
});
afterAll(async () => {
  await (await admin()).realms.del({ realm: REALM }).catch(() => {});
  await rm(folder, { recursive: true, force: true });
});

/** What the page's reader puts in. */
const replaced = () => ({
  '=admin KEYCLOAK_ADMIN_PASSWORD=…': `=${account.username} KEYCLOAK_ADMIN_PASSWORD=${account.password}`,
  'SHOP_SECRET=…': 'SHOP_SECRET=a-secret-of-the-shop-a-secret-of-the-shop',
  'mail.example.com SMTP_PORT=25': `${variables.SMTP_HOST} SMTP_PORT=${variables.SMTP_PORT}`,
});

async function type(line: string, code: number, environment: Record<string, string> = {}): Promise<string> {
  const ran = await typeLine(line, {
    before: exports,
    replaced: replaced(),
    environment: { KCADM_CONFIG: path.join(folder, 'kcadm.config'), ...environment },
  });
  expect([ran.code, line], `${ran.stdout}${ran.stderr}`).toEqual([code, line]);
  return ran.stdout;
}

const find = (lines: readonly string[], words: string): string => {
  const found = lines.find((line) => line.includes(words));
  if (found === undefined) throw new Error(`no command "${words}": ${lines.join('\n')}`);
  return found;
};

test('the page’s realm file makes a realm that conforms', { timeout: MILLIS }, async () => {
  const lines = await commandsIn(PAGE);
  const [shown = '', applied = ''] = lines.filter((line) => line.includes('seed --server'));
  expect(await type(`${shown} --config ${config}`, EXIT_CODE.notApplied)).toMatch(`${NOT_APPLIED}\n`);
  await type(`${applied} --config ${config}`, EXIT_CODE.good);
  expect(await type(find(lines, 'conformance'), EXIT_CODE.good)).toContain(' 0 failed');
});

test('a backend gets a link, as operate.md sets it up', { timeout: MILLIS }, async () => {
  const login = `config credentials --server ${serverUrl} --realm master --user ${account.username} --password ${account.password}`;
  await type(`kcadm.sh ${login}`, EXIT_CODE.good);
  const created = await type(
    `npx linkgate clients create desk --machine --approved --apply --json --server ${serverUrl} --realm ${REALM}`,
    EXIT_CODE.good,
  );
  const { client_secret: secret = '' } = JSON.parse(created) as { client_secret?: string };
  const lines = await commandsIn('docs/operate.md', 'Links requested by a backend');
  // The last one needs the variable that the line before it sets.
  for (const line of lines.slice(0, -2)) await type(line, EXIT_CODE.good);
  await type(lines.slice(-2).join('\n'), EXIT_CODE.good);
  const asked = `npx linkgate links create --email new@example.com --client shop --redirect-uri https://shop.example/callback --delivery return --server ${serverUrl} --realm ${REALM} --apply`;
  const { code, stdout, stderr } = await typeLine(asked, {
    environment: {
      KEYCLOAK_ADMIN_USERNAME: '',
      KEYCLOAK_ADMIN_PASSWORD: '',
      KEYCLOAK_ADMIN_REALM: REALM,
      KEYCLOAK_ADMIN_CLIENT_ID: 'desk',
      KEYCLOAK_ADMIN_CLIENT_SECRET: secret,
    },
  });
  expect([code, stderr]).toEqual([EXIT_CODE.good, expect.anything()]);
  expect(stdout).toContain('/verify-email?token=');
});

test('a list of invitations is checked and started, as operate.md says', { timeout: MILLIS }, async () => {
  const lines = await commandsIn('docs/operate.md', 'Invitations');
  const users = path.join(folder, 'users.csv');
  const invited = newAddress('invited');
  await writeFile(users, `email\n${invited}\n`);
  const here = ` --server ${serverUrl} --realm ${REALM}`;
  await type(lines.slice(0, -2).join('\n'), EXIT_CODE.good);
  const checked = await type(`${find(lines, 'check').replace('users.csv', users)}${here}`, EXIT_CODE.good);
  const [, id = ''] = /list (\S+):/.exec(checked) ?? [];
  await type(`${find(lines, 'start').replace("<the list's id>", id)}${here}`, EXIT_CODE.good);
  expect(invitationIn(await emailTo(invited))).toContain(`/realms/${REALM}/`);
});

test('the realm is given back, as operate.md says', { timeout: MILLIS }, async () => {
  const [shown = '', applied = ''] = await commandsIn('docs/operate.md', 'Remove Linkgate');
  await type(shown, EXIT_CODE.notApplied);
  await type(applied, EXIT_CODE.good);
  const realm = await (await admin()).realms.findOne({ realm: REALM });
  expect(Object.keys(realm?.attributes ?? {}).filter((name) => name.startsWith('linkgate.'))).toEqual([]);
});
