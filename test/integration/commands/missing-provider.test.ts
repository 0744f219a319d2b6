/**
 * Flows that Keycloak can't list, since a provider is missing that they name: another extension's whose JAR is gone, a disabled feature's. A
 * stock realm with such flows is judged, and given back, as one without them.
 */

import { afterEach, describe, expect, inject, test } from 'vitest';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { findTarget } from '../../../scripts/conformance/find-target.ts';
import { checkRealm } from '../../../scripts/conformance/run.ts';
import { admin } from '../../support/admin.ts';
import { giveManagementRoles } from '../../support/administrators.ts';
import { npmRunHere } from '../../support/command.ts';
import { failedChecks, realmAt } from '../../support/conformance.ts';
import type { Part } from '../../support/flows.ts';
import { type FlowFields, MISSING, withFlowsOf } from '../../support/missing-provider.ts';
import { removed } from '../../support/remove.ts';
import { LINK, makeStepRealm, type StepRealm } from '../../support/step-realm.ts';

const { admin: account } = inject('site');
const ADMINISTRATOR = {
  KEYCLOAK_ADMIN_USERNAME: account.username,
  KEYCLOAK_ADMIN_PASSWORD: account.password,
};

const BESIDE: readonly Part[] = [
  { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
  { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
  { provider: LINK, requirement: 'ALTERNATIVE', config: { lifetime: '600' } },
];
const CLIENT_FLOW = 'with the step';
/** The exit code where there is something to change. */
const WOULD_CHANGE = EXIT_CODE.notApplied;

const topLevel = (alias: string, builtIn: boolean, authenticationExecutions: object[]): FlowFields => ({
  alias,
  builtIn,
  topLevel: true,
  providerId: 'basic-flow',
  authenticationExecutions,
});
const extension = (flows: FlowFields[]) => flows.push(topLevel('magic link', true, [MISSING]));
const feature = (flows: FlowFields[]) =>
  flows.find(({ alias }) => alias === 'User creation or linking')?.authenticationExecutions?.push(MISSING);
const besideStep = (flows: FlowFields[]) =>
  flows.push(
    topLevel(CLIENT_FLOW, false, [
      { ...MISSING, requirement: 'DISABLED' },
      { authenticator: LINK, authenticatorFlow: false, requirement: 'REQUIRED', priority: 10 },
    ]),
  );

let realm: StepRealm;
afterEach(async () => await realm?.remove());

async function makeRealm(change: (flows: FlowFields[]) => unknown): Promise<void> {
  const themes = { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' };
  realm = await makeStepRealm(themes, { ...(await withFlowsOf('master', change)) });
}

async function judged(environment: Record<string, string> = ADMINISTRATOR) {
  const report = await checkRealm(await findTarget({ ...realmAt(realm.baseUrl) }, environment));
  const place = report.findings.find(({ check }) => check === 'step-place');
  return { rules: report.rules, failed: failedChecks(report), place };
}

describe.each<[string, (flows: FlowFields[]) => unknown, string]>([
  ['another extension’s built-in flow', extension, 'magic link'],
  ['a bound flow with a disabled feature’s execution in a sub-flow', feature, 'first broker login'],
])('%s', (_, change, alias) => {
  test('makes conformance neither find a fault nor take the realm for a Linkgate realm', async () => {
    await makeRealm(change);
    const list = (await admin()).authenticationManagement.getExecutions({ realm: realm.name, flow: alias });
    await expect(list).rejects.toThrow('Could not find authenticator provider');
    const client = await realm.makeClient(BESIDE);
    const { rules, failed, place } = await judged();
    expect([rules, failed]).toEqual(['step', []]);
    expect(place?.note).toContain('bound for browser');
    await realm.disableSteps(client);
    expect((await judged()).failed).toEqual(['step-place']);
  });

  test('doesn’t stop removal, and isn’t named by it', async () => {
    await makeRealm(change);
    const { alias: own } = await realm.makeFlow(BESIDE);
    const { left } = await removed(realm.name, WOULD_CHANGE);
    expect(left.map(({ object }) => object)).toEqual([`flow ${own}`]);
  });
});

describe('add-step', () => {
  const run = (...given: string[]) => npmRunHere('add-step', ['--realm', realm.name, ...given]);

  test.each([
    ['a flow', extension, 'magic link'],
    ['a sub-flow', feature, 'first broker login'],
  ])('names the missing provider of %s, and changes nothing', async (_, change, alias) => {
    await makeRealm(change);
    const before = (await (await admin()).authenticationManagement.getFlows({ realm: realm.name })).length;
    const refused = await run('--flow', alias, '--as', 'required', '--apply');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`flow ${alias}: names what the server doesn't have: ${MISSING.authenticator};`),
    ]);
    expect(await (await admin()).authenticationManagement.getFlows({ realm: realm.name })).toHaveLength(
      before,
    );
    expect((await run('--flow', alias, '--undo', '--apply')).code).toBe(0);
  });

  test('works in a realm with such a flow beside', async () => {
    await makeRealm(extension);
    expect((await run('--apply')).code).toBe(0);
    expect((await run('--undo', '--apply')).code).toBe(0);
  });
});

describe('a flow that has the step beside the missing provider', () => {
  test('is read by conformance and removal', async () => {
    await makeRealm(besideStep);
    await realm.update({ browserFlow: CLIENT_FLOW });
    const { rules, failed, place } = await judged();
    expect([rules, failed]).toEqual(['step', []]);
    expect(place?.note).toContain(`flow ${CLIENT_FLOW}: bound for browser`);
    const refused = await npmRunHere('remove', ['--realm', realm.name]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`flow ${CLIENT_FLOW}: browserFlow`),
    ]);
  });

  test('leaves open what the realm is where only manage-realm shows it', async () => {
    await makeRealm(besideStep);
    await realm.update({ browserFlow: CLIENT_FLOW });
    const { id, username, password } = await realm.makeUser();
    await giveManagementRoles(await admin(), realm.name, id, [
      'view-realm',
      'view-clients',
      'view-identity-providers',
    ]);
    const { rules, failed, place } = await judged({
      KEYCLOAK_ADMIN_REALM: realm.name,
      KEYCLOAK_ADMIN_USERNAME: username,
      KEYCLOAK_ADMIN_PASSWORD: password,
    });
    expect([rules, failed]).toEqual(['step', []]);
    expect(place).toMatchObject({
      outcome: 'skipped',
      problem: `flow ${CLIENT_FLOW}: names a missing provider; only the role manage-realm shows such a flow`,
    });
  });
});
