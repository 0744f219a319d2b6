/** skills/linkgate/SKILL.md, followed word for word: a step in a fresh realm, a whole realm, and the way back from each. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { NOT_APPLIED } from '../../../scripts/cli/output.ts';
import { admin } from '../../support/admin.ts';
import { commandsIn, typeLine } from '../../support/documents-commands.ts';
import { exportedRealm } from '../../support/exported.ts';
import { partPath } from '../../support/part.ts';

const SKILL = 'skills/linkgate/SKILL.md';
const [STEP_REALM, WHOLE_REALM] = ['acme', 'shop'];
const folder = partPath('skill');
const config = path.join(folder, 'realm-config');
const { variables, admin: account } = inject('site');

let exported: string[];
beforeAll(async () => {
  const client = await admin();
  const smtpServer = {
    host: variables.SMTP_HOST,
    port: variables.SMTP_PORT,
    from: 'acme@example.com',
  } as never;
  await client.realms.create({ realm: STEP_REALM, enabled: true, smtpServer });
  await client.clients.create({
    realm: STEP_REALM,
    clientId: 'my-app',
    redirectUris: ['https://app.example/*'],
  });

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(path.join(ROOT, 'realm-config'), config, { recursive: true });
  const text = await readFile(path.join(ROOT, SKILL), 'utf8');
  const [, name = '', file = ''] =
    /`realm-config\/realms\/(\S+)\.json`[\s\S]*?```json\n([\s\S]*?)```/.exec(text) ?? [];
  await writeFile(path.join(config, 'realms', `${name}.json`), file);
  exported = (await commandsIn(SKILL)).filter((line) => line.startsWith('export '));
});
afterAll(async () => {
  const { realms } = await admin();
  for (const realm of [STEP_REALM, WHOLE_REALM]) await realms.del({ realm }).catch(() => {});
  await rm(folder, { recursive: true, force: true });
});

/** Types a line after the skill's exports, with what the user puts in. */
async function type(line = ''): Promise<{ code: number | null; text: string }> {
  const { code, stdout, stderr } = await typeLine(line, {
    before: exported,
    replaced: {
      '=admin KEYCLOAK_ADMIN_PASSWORD=…': `=${account.username} KEYCLOAK_ADMIN_PASSWORD=${account.password}`,
      'WEB_SECRET=…': 'WEB_SECRET=a-secret-of-the-web-a-secret-of-the-web',
      'mail.example.com SMTP_PORT=25': `${variables.SMTP_HOST} SMTP_PORT=${variables.SMTP_PORT}`,
      '--config realm-config': `--config ${config}`,
    },
  });
  return { code, text: `${stdout}${stderr}` };
}

const lines = async (heading: string) =>
  (await commandsIn(SKILL, heading)).filter((line) => !line.startsWith('export '));

describe('a step', () => {
  test('is planned, tried, bound, checked and taken out, as the skill says', {
    timeout: 300_000,
  }, async () => {
    const [planned, tried, bound, checked, undone, ...more] = await lines('A step');
    expect(more).toEqual([]);
    const before = await exportedRealm(STEP_REALM);
    expect(await type(planned)).toEqual({
      code: EXIT_CODE.notApplied,
      text: expect.stringMatching(/linkgate-step: ALTERNATIVE[\s\S]*--apply/),
    });
    expect(await exportedRealm(STEP_REALM)).toEqual(before);
    expect(await type(tried)).toEqual({ code: EXIT_CODE.good, text: expect.stringContaining('my-app') });
    expect(await type(bound)).toEqual({
      code: EXIT_CODE.good,
      text: expect.stringContaining('browser with links'),
    });
    expect(await type(checked)).toEqual({ code: EXIT_CODE.good, text: expect.stringContaining(' 0 failed') });
    expect((await type(undone)).code).toBe(EXIT_CODE.good);
    expect(await exportedRealm(STEP_REALM)).toEqual(before);
  });
});

describe('a realm', () => {
  test('is planned, made, checked and given back, as the skill says', { timeout: 600_000 }, async () => {
    const [planned, made, checked, removalPlanned, removed, ...more] = await lines('A realm');
    expect(more).toEqual([]);
    const found = async () => await (await admin()).realms.findOne({ realm: WHOLE_REALM });
    expect(await type(planned)).toEqual({
      code: EXIT_CODE.notApplied,
      text: expect.stringContaining(NOT_APPLIED),
    });
    expect(await found()).toBeFalsy();
    expect((await type(made)).code).toBe(EXIT_CODE.good);
    expect((await found())?.attributes?.['linkgate.enabled']).toBe('true');
    expect(await type(checked)).toEqual({ code: EXIT_CODE.good, text: expect.stringContaining(' 0 failed') });
    expect((await type(removalPlanned)).code).toBe(EXIT_CODE.notApplied);
    expect((await type(removed)).code).toBe(EXIT_CODE.good);
    const left = Object.keys((await found())?.attributes ?? {});
    expect(left.filter((name) => name.startsWith('linkgate.'))).toEqual([]);
  });
});
