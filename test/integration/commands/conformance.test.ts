/** `npm run conformance` as an administrator types it: good realms pass, plain ones and every planted fault don't. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Report } from '../../../scripts/conformance/run.ts';
import { admin } from '../../support/admin.ts';
import { jsonOf, npmRunHere } from '../../support/command.ts';
import { expectConformant, failedChecks } from '../../support/conformance.ts';
import { FAULTS } from '../../support/faults.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';

const { baseUrl, betaUrl, serverUrl, variables } = inject('site');
const RUN_MILLIS = 120_000;

describe('npm run conformance', () => {
  test('passes the sample realm, by checks that each ran', { timeout: RUN_MILLIS }, async () => {
    const ran = await npmRunHere('conformance', ['--json']);
    const report = await expectConformant(ran);
    expect(report.base_url).toBe(baseUrl);
    expect(report.versions).toEqual({ keycloak: '26.7.4', linkgate: expect.stringMatching(/^\d/) });
    const left = report.findings.filter(({ outcome }) => outcome === 'left out').map(({ check }) => check);
    // The tests' own calls aren't counted, and sign-up is open.
    expect(left).toEqual(['rate-limit-headers', 'sign-up-gate']);
    for (const secret of [variables.DEMO_WEB_SECRET ?? '', inject('site').admin.password])
      expect(ran.stdout + ran.stderr).not.toContain(secret);
  });

  test('passes the realm with closed sign-up, by a referral code', { timeout: RUN_MILLIS }, async () => {
    const report = await expectConformant(await npmRunHere('conformance', ['--json', '--base-url', betaUrl]));
    for (const check of ['sign-up-gate', 'code-once'])
      expect(report.findings).toContainEqual(expect.objectContaining({ check, outcome: 'good' }));
  });

  test('fails a plain Keycloak realm and says how to mend it', async () => {
    const ran = await npmRunHere('conformance', ['--base-url', `${serverUrl}/realms/master`]);
    expect(ran.code).toBe(1);
    for (const check of ['linkgate-enabled', 'sign-in-flow', 'discovery-document', 'token-lifetimes'])
      expect(ran.stdout).toContain(`✗ ${check} (`);
    expect(ran.stdout).toMatch(/mend: {2}set the realm attribute: kcadm\.sh update/);
    expect(ran.stdout).toMatch(/\d+ good, \d+ failed, \d+ left out\n$/);
  });

  test.each([
    [
      'an address that is no realm',
      ['--base-url', 'https://example.com'],
      1,
      'is not of the form <server>/realms/<realm>',
    ],
    ['a check that is not there', ['--only', 'luck'], 2, '--only luck: there is no such check'],
    ['an option that is not there', ['--fast'], 2, '--fast'],
  ])('refuses %s', async (_, args, code, message) => {
    const ran = await npmRunHere('conformance', args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });

  test('lists its checks, each with the section that it proves', async () => {
    const listed = jsonOf<{ check: string; proves: string; mend: string }[]>(
      await npmRunHere('conformance', ['--list', '--json']),
    );
    expect(listed.length).toBeGreaterThan(60);
    for (const { proves, mend } of listed) {
      expect(proves).toMatch(/^(contract|design) \d/);
      expect(mend).not.toBe('');
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

  /** The configuration and the endpoints, without a sign-in. */
  const check = async () => npmRunHere('conformance', ['--json', '--base-url', own.baseUrl]);

  test('is not in the realm to begin with', async () => {
    await expectConformant(await check());
  });

  test.each(FAULTS)('is named: $fault', async ({ check: name, says, plant }) => {
    const takeBack = await plant(await admin(), own.name);
    const ran = await check().finally(takeBack);
    expect(ran.code).toBe(1);
    const report = jsonOf<Report>(ran);
    expect(await failedChecks(report)).toEqual([name]);
    expect(report.findings.find((finding) => finding.check === name)?.problem).toMatch(says);
  });

  test('is named: the realm switched to plain Keycloak', async () => {
    const api = await admin();
    const { attributes } = (await api.realms.findOne({ realm: own.name })) ?? {};
    const put = async (value: string) =>
      api.realms.update({ realm: own.name }, { attributes: { ...attributes, 'linkgate.enabled': value } });
    await put('false');
    const ran = await check().finally(async () => put('true'));
    expect(await failedChecks(jsonOf<Report>(ran))).toEqual(
      expect.arrayContaining(['linkgate-enabled', 'plugin-tables', 'discovery-document', 'key-set']),
    );
  });

  test('is taken back', async () => {
    await expectConformant(await check());
  });
});
