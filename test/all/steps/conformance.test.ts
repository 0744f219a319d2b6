/** The conformance command in a stock realm whose flows have the step. */

import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { findTarget } from '../../../scripts/conformance/find-target.ts';
import { checkRealm, type Report } from '../../../scripts/conformance/run.ts';
import { admin } from '../../support/admin.ts';
import { npmRunHere } from '../../support/command.ts';
import { expectConformant, failedChecks, optionsAt, realmAt } from '../../support/conformance.ts';
import type { Part } from '../../support/flows.ts';
import { passkeyPolicy } from '../../support/passkeys.ts';
import type { SiteClient } from '../../support/site.ts';
import { LINK, makeStepRealm, type StepRealm } from '../../support/step-realm.ts';

const { inboxUrl, admin: account } = inject('site');

let realm: StepRealm;
beforeEach(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
});
afterEach(async () => await realm?.remove());

async function check(client?: SiteClient, emailTo?: string, only?: string[]): Promise<Report> {
  const options = {
    ...realmAt(realm.baseUrl),
    ...(client && { 'client-id': client.client_id, 'redirect-uri': client.redirect_uri, inbox: inboxUrl }),
    ...(emailTo && { 'email-to': emailTo }),
  };
  const target = await findTarget(options, {
    CLIENT_SECRET: client?.client_secret ?? '',
    KEYCLOAK_ADMIN_USERNAME: account.username,
    KEYCLOAK_ADMIN_PASSWORD: account.password,
  });
  return await checkRealm(target, only ? { only } : {});
}

const findingOf = ({ findings }: Report, name: string) => findings.find((finding) => finding.check === name);
const problemOf = async (name: string) => {
  const report = await check();
  expect(failedChecks(report)).toEqual([name]);
  return findingOf(report, name)?.problem;
};

const BESIDE: readonly Part[] = [
  { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
  { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
  { provider: LINK, requirement: 'ALTERNATIVE', config: { lifetime: '600' } },
];

describe('such a realm', () => {
  test('passes by rules of its own, with a real link behind “Try another way”', async () => {
    const [client, user] = [await realm.makeClient(BESIDE), await realm.makeUser()];
    const ran = await npmRunHere(
      'conformance',
      [
        ...['--json', ...optionsAt(realm.baseUrl), '--inbox', inboxUrl, '--email-to', user.email],
        ...['--client-id', client.client_id, '--redirect-uri', client.redirect_uri],
      ],
      { environment: { CLIENT_SECRET: client.client_secret ?? '' } },
    );
    const report = expectConformant(ran);
    expect(report.rules).toBe('step');
    expect(findingOf(report, 'step-link')).toMatchObject({ outcome: 'good' });
    expect(findingOf(report, 'step-place')?.note).toMatch(
      /bound for browser, beside auth-cookie, auth-username-password-form$/,
    );
    expect(findingOf(report, 'step-settings')?.note).toContain('lifetime 600, signUp closed');
    expect(findingOf(report, 'token-lifetimes')).toBeUndefined();
    const skipped = report.findings.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ check }) => check)).toEqual([
      'step-requests',
      'unverified-accounts',
      'step-passkeys',
    ]);
  });

  test('says what the real link needs, and which checks are for the other kind of realm', async () => {
    const client = await realm.makeClient(BESIDE);
    expect(findingOf(await check(client), 'step-link')?.problem).toBe(
      'sign-up is closed; missing: --email-to, the address of a user',
    );
    const { findings } = await check(client, undefined, ['key-set', 'step-paths']);
    expect(findings.map(({ outcome, problem }) => [outcome, problem])).toEqual([
      ['skipped', 'only for a Linkgate realm'],
      ['good', undefined],
    ]);
  });
});

describe('what backends and invitations request', () => {
  const on = (name: 'backend-links' | 'invitations') => ({ attributes: { [`linkgate.${name}`]: 'true' } });
  const noteOf = async () => findingOf(await check(), 'step-requests')?.note;

  test('is reported if no client’s flow has a step, though another flow has', async () => {
    await realm.makeClient([{ provider: 'auth-username-password-form' }]);
    const { alias } = await realm.makeFlow([{ provider: LINK }]);
    await realm.update({ resetCredentialsFlow: alias });
    expect(failedChecks(await check())).toEqual([]);
    await realm.update(on('backend-links'));
    expect(await problemOf('step-requests')).toBe(
      'linkgate.backend-links is on, but no client’s flow has a step that a sign-in can reach',
    );
  });

  test('is reported if nobody can be invited', async () => {
    await realm.makeClient([{ provider: LINK }], { baseUrl: 'http://localhost:9/home' });
    await realm.makeClient(BESIDE);
    await realm.update(on('invitations'));
    expect(await problemOf('step-requests')).toContain('but nobody can be invited');
    await realm.makeClient(BESIDE, { baseUrl: 'http://localhost:9/home' });
    expect(failedChecks(await check())).toEqual([]);
  });

  test('is reported if a step for it alone waits for what is off', async () => {
    const only: Part = { provider: 'linkgate-links-only', requirement: 'ALTERNATIVE' };
    await realm.makeClient([...BESIDE.slice(0, 2), only]);
    expect(await problemOf('step-requests')).toContain('nothing can complete the step for links only');
    await realm.update(on('backend-links'));
    expect(failedChecks(await check())).toEqual([]);
  });

  test('is reported if every user may have links returned, also by a role of a role', async () => {
    await realm.makeClient(BESIDE);
    const { roles, realms } = await admin();
    const at = { realm: realm.name };
    const make = async (name: string) => {
      await roles.create({ ...at, name });
      return { id: '', ...(await roles.findOneByName({ ...at, name })) };
    };
    const [own, between] = [await make('linkgate-links'), await make('staff')];
    await roles.createComposite({ ...at, roleId: between.id }, [own]);
    const { defaultRole } = (await realms.findOne(at)) ?? {};
    await roles.createComposite({ ...at, roleId: defaultRole?.id ?? '' }, [between]);
    expect(await problemOf('step-requests')).toContain('every user of the realm has the role linkgate-links');
  });

  test('is noted with clients that it isn’t for, and who may request', async () => {
    const [plain, code] = [
      await realm.makeClient([{ provider: 'auth-username-password-form' }]),
      await realm.makeClient([{ provider: LINK, config: { emailContains: 'code' } }]),
    ];
    const user = await realm.makeUser();
    await realm.giveRole(user, 'linkgate-long-links');
    expect(await noteOf()).toBe(`linkgate.backend-links is off; linkgate-long-links: ${user.username}`);
    await realm.update(on('backend-links'));
    const note = await noteOf();
    expect(note).toContain(`not for ${plain.client_id}, whose flow has no step`);
    expect(note).toContain(`none is sent for ${code.client_id}, whose emails contain only a code`);
    expect(note).toContain(`linkgate-long-links: ${user.username}`);
  });
});

describe('is reported:', () => {
  test('an invalid setting of a step', async () => {
    await realm.makeClient([{ provider: LINK, config: { lifetime: '5' } }]);
    expect(await problemOf('step-settings')).toMatch(
      /^flow .*: lifetime is "5", which is not a whole number from 60 to 86400/,
    );
  });

  test('a step beside which Keycloak ignores the password', async () => {
    await realm.makeClient([
      { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
      { provider: LINK },
    ]);
    expect(await problemOf('step-place')).toContain('Keycloak ignores the alternatives beside it');
  });

  test('a step in no bound flow', async () => {
    await realm.makeFlow([{ provider: LINK }]);
    expect(await problemOf('step-place')).toContain('no flow with the step is bound');
  });

  test('a second factor that the mailbox is enough for, while passwords can be reset', async () => {
    await realm.makeClient([{ provider: 'auth-username-password-form' }, { provider: LINK }]);
    expect(await problemOf('step-place')).toContain('the only second factor');
    await realm.update({ resetPasswordAllowed: false });
    expect(failedChecks(await check())).toEqual([]);
  });

  test('accounts that lose their credentials to a link', async () => {
    await realm.makeClient([{ provider: LINK, config: { unverified: 'claim' } }]);
    await realm.makeUser({ emailVerified: false, credentials: [] });
    expect(failedChecks(await check())).toEqual([]);
    const user = await realm.makeUser({ emailVerified: false });
    expect(await problemOf('unverified-accounts')).toMatch(
      new RegExp(`the first link of 1 unverified users removes .*: ${user.username}$`),
    );
  });

  test('an offer of passkeys that Keycloak doesn’t accept', async () => {
    await realm.makeClient([{ provider: LINK, config: { passkeys: 'true' } }]);
    expect(await problemOf('step-passkeys')).toBe('Keycloak’s passkeys are off');
    await realm.update(passkeyPolicy(true));
    expect(failedChecks(await check())).toEqual([]);
  });

  test('a theme that the server doesn’t have', async () => {
    await realm.makeClient(BESIDE);
    await realm.update({ loginTheme: 'gone' });
    expect(await problemOf('step-themes')).toBe('the server doesn’t have the login theme gone');
  });

  test('a realm without a mail server', async () => {
    await realm.makeClient(BESIDE);
    await (await admin()).realms.update({ realm: realm.name }, { smtpServer: {} });
    expect(await problemOf('mail-server')).toContain('smtpServer.host');
  });
});
