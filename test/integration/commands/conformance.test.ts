/** `npm run linkgate -- conformance` as an administrator runs it: conforming realms pass, plain ones and every planted fault don't. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CHECKS } from '../../../scripts/conformance/checks/index.ts';
import { findTarget } from '../../../scripts/conformance/find-target.ts';
import { checkRealm, type Report } from '../../../scripts/conformance/run.ts';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { admin } from '../../support/admin.ts';
import { jsonOf, npmRun, npmRunHere } from '../../support/command.ts';
import { expectConformant, failedChecks, optionsAt, realmAt } from '../../support/conformance.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { CHOICES, FAULTS } from '../../support/faults.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';

const { baseUrl, betaUrl, serverUrl, variables, admin: account } = inject('site');
const RUN_MILLIS = 360_000;

describe('npm run linkgate -- conformance', () => {
  test('passes the sample realm, and runs every check', { timeout: RUN_MILLIS }, async () => {
    const email = newAddress();
    const ran = await npmRunHere('conformance', ['--json', '--email-to', email]);
    const report = expectConformant(ran);
    expect(report.base_url).toBe(baseUrl);
    expect(report.versions).toEqual({ keycloak: KEYCLOAK_VERSION, linkgate: expect.stringMatching(/^\d/) });
    const left = report.findings.filter(({ outcome }) => outcome === 'skipped').map(({ check }) => check);
    // The tests' own calls aren't counted, and sign-up is open.
    expect(left).toEqual(['rate-limit-headers', 'sign-up-gate']);
    linkIn(await emailTo(email));
    for (const secret of [variables.DEMO_WEB_SECRET ?? '', inject('site').admin.password])
      expect(ran.stdout + ran.stderr).not.toContain(secret);
    expect(ran.stderr).toBe('');
  });

  test('passes the realm with closed sign-up, by a referral code', { timeout: RUN_MILLIS }, async () => {
    const report = expectConformant(await npmRunHere('conformance', ['--json', ...optionsAt(betaUrl)]));
    for (const check of ['sign-up-gate', 'code-once'])
      expect(report.findings).toContainEqual(expect.objectContaining({ check, outcome: 'good' }));
  });

  test('fails a plain Keycloak realm, and reports its behaviour and how to fix it', async () => {
    const ran = await npmRunHere('conformance', optionsAt(`${serverUrl}/realms/master`));
    expect(ran.code).toBe(1);
    for (const check of ['linkgate-enabled', 'sign-in-flow', 'discovery-document', 'token-lifetimes'])
      expect(ran.stdout).toContain(`✗ ${check} (`);
    expect(ran.stdout).toMatch(/fix: {3}set the realm attribute: kcadm\.sh update/);
    expect(ran.stdout).toMatch(/\d+ passed, \d+ failed, \d+ skipped\n$/);
    const lines = ran.stderr.trimEnd().split('\n');
    expect(lines[0]).toBe(`1/${lines.length} plugin-loaded…`);
    expect(lines).toHaveLength(CHECKS.filter(({ realms }) => realms !== 'step').length);
  });

  test('fails a realm that is reachable by http from other machines', async () => {
    const check = async (baseUrl: string) =>
      await npmRun('conformance', ['--only', 'https', ...optionsAt(baseUrl)]);
    const ran = await check('http://id.example.com/realms/main');
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('found: http://id.example.com/realms/main is http');
    expect(ran.stdout).toMatch(/fix: {3}give Keycloak a certificate/);
    expect(await check('https://id.example.com/realms/main')).toMatchObject({ code: 0 });
  });

  test.each([
    [
      'a server without a realm',
      ['--server', 'https://example.com'],
      1,
      '--realm: must be given with --server',
    ],
    [
      'a realm’s URL as the server',
      ['--server', 'https://example.com/auth/realms/acme'],
      1,
      'use --server https://example.com/auth --realm acme',
    ],
    ['the former option', ['--base-url', 'https://example.com'], 2, 'use --server and --realm'],
    ['an unknown check', ['--only', 'luck'], 2, '--only luck: unknown check'],
    ['an unknown option', ['--fast'], 2, '--fast'],
  ])('rejects %s', async (_, args, code, message) => {
    const ran = await npmRunHere('conformance', args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });

  test('lists its checks, each with its section of the contract', async () => {
    const listed = jsonOf<{ check: string; proves: string; fix: string }[]>(
      await npmRunHere('conformance', ['--list', '--json']),
    );
    expect(listed.length).toBeGreaterThan(60);
    for (const { proves, fix } of listed) {
      expect(proves).toMatch(/^contract \d/);
      expect(fix).not.toBe('');
    }
  });
});

describe('a single fault', () => {
  let own: OwnRealm;
  beforeAll(async () => {
    own = await makeRealm('faults');
  });
  afterAll(async () => {
    await own.remove();
  });

  /** Runs the command with these options: the configuration and the endpoints, without a sign-in. */
  async function check(args: readonly string[] = []): Promise<Report> {
    const words = args.map((word) => word.replace(/^--/, ''));
    const options = words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]]] : []));
    const environment = {
      CLIENT_SECRET: variables.DEMO_WEB_SECRET ?? '',
      KEYCLOAK_ADMIN_USERNAME: account.username,
      KEYCLOAK_ADMIN_PASSWORD: account.password,
    };
    return await checkRealm(
      await findTarget({ ...realmAt(own.baseUrl), ...Object.fromEntries(options) }, environment),
    );
  }

  const failed = async (args?: readonly string[]) => failedChecks(await check(args));

  test('is not present in the realm initially', async () => {
    const args = FAULTS.flatMap(({ args }) => args?.() ?? []);
    expect(await failed(args)).toEqual([]);
  });

  test.each(FAULTS)('is reported: $fault', async ({ check: name, message, fixes, args, plant }) => {
    const restore = await plant(await admin(), own.name);
    const report = await check(args?.()).finally(restore);
    expect(failedChecks(report)).toEqual([name]);
    const finding = report.findings.find(({ check }) => check === name);
    expect(finding?.problem).toMatch(message);
    expect(finding?.fix).toMatch(fixes ?? /./);
  });

  test.each(CHOICES)('isn’t: $choice', async ({ plant }) => {
    const restore = await plant(await admin(), own.name);
    expect(failedChecks(await check().finally(restore))).toEqual([]);
  });

  test('is reported: the realm switched to plain Keycloak', async () => {
    const api = await admin();
    const { attributes } = (await api.realms.findOne({ realm: own.name })) ?? {};
    const put = async (value: string) =>
      api.realms.update({ realm: own.name }, { attributes: { ...attributes, 'linkgate.enabled': value } });
    await put('false');
    expect(await failed().finally(async () => put('true'))).toEqual(
      expect.arrayContaining(['linkgate-enabled', 'plugin-tables', 'discovery-document', 'key-set']),
    );
  });

  test('is undone at the end', async () => {
    expect(await failed()).toEqual([]);
  });
});
