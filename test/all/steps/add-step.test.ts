/** `npm run linkgate -- add-step` in a realm that was there before Linkgate. */

import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { jsonOf, npmRunHere } from '../../support/command.ts';
import { emailsTo, emailTo, linkIn } from '../../support/email.ts';
import { exportedRealm } from '../../support/exported.ts';
import { oneTimePassword, promptsForOneTimePassword } from '../../support/level-flow.ts';
import type { SiteClient } from '../../support/site.ts';
import { chooseStep } from '../../support/step-pages.ts';
import { makeStepProvider } from '../../support/step-provider.ts';
import { openAndConfirm, type StepRealm, signedInAs, startSignIn } from '../../support/step-realm.ts';
import { ACME_REALM, createAcmeRealm, removeAcmeRealm } from '../../support/stock/acme-realm.ts';

const { serverUrl, variables } = inject('site');
const REALM = { realm: ACME_REALM };
const FLOW = 'acme browser';
const COPY = 'acme browser with links';
const STEP = 'linkgate-step';
const realm = { name: ACME_REALM, baseUrl: `${serverUrl}/realms/${ACME_REALM}` } as StepRealm;
const client: SiteClient = {
  client_id: 'back-office',
  client_secret: 'back-office-secret',
  redirect_uri: 'https://back-office.acme.example/callback',
};
const ADA = 'ac3e0000-0001-4000-8000-000000000001';
const OTTO = 'ac3e0000-0001-4000-8000-000000000002';

const run = (...args: string[]) => npmRunHere('add-step', ['--realm', ACME_REALM, ...args]);

/** Runs it, and fails with what it said unless it exits so. */
async function runs(code: number, ...args: string[]): Promise<string> {
  const ran = await run(...args);
  expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(code);
  return ran.stdout;
}

const exported = () => exportedRealm(ACME_REALM);

/** The enabled executions of a flow, in order. */
async function executionsOf(flow: string): Promise<string[]> {
  const all = await (await admin()).authenticationManagement.getExecutions({ ...REALM, flow });
  return all.map(
    ({ displayName, providerId, requirement, level = 0, authenticationFlow }) =>
      `${'  '.repeat(level)}${authenticationFlow ? displayName : providerId}: ${requirement}`,
  );
}

/** The settings of the step in a flow. */
async function settingsIn(flow: string): Promise<unknown> {
  const management = (await admin()).authenticationManagement;
  const all = await management.getExecutions({ ...REALM, flow });
  const id = all.find(({ providerId }) => providerId === STEP)?.authenticationConfig;
  return id === undefined ? undefined : (await management.getConfig({ ...REALM, id })).config;
}

async function typeName(agent: Agent, username: string): Promise<Page> {
  return await agent.submit(await startSignIn(realm, client, agent), { username });
}

async function byPassword(agent: Agent, username: string): Promise<Page> {
  return await agent.submit(await typeName(agent, username), { password: `${username}-password` });
}

async function byLink(agent: Agent, username: string): Promise<Page> {
  const address = `${username}@acme.example`;
  const before = (await emailsTo(address)).length;
  const page = await chooseStep(agent, await typeName(agent, username));
  await agent.submit(page, {
    ...(page.text.includes('name="email"') ? { email: username } : {}),
    action: 'send',
  });
  return await openAndConfirm(linkIn(await emailTo(address, before + 1)), agent);
}

async function typeOneTimePassword(agent: Agent, page: Page): Promise<Page> {
  expect(promptsForOneTimePassword(page), page.text.slice(0, 500)).toBe(true);
  return await agent.submit(page, { otp: oneTimePassword('otto-otp-secret-20') });
}

let before: unknown;
beforeAll(async () => {
  await createAcmeRealm(await admin(), { smtpPort: Number(variables.SMTP_PORT) });
  before = await exported();
});
afterAll(async () => await removeAcmeRealm(await admin()));

describe('npm run linkgate -- add-step', () => {
  test('changes nothing without --apply, and says what it would change and what to look at', async () => {
    const ran = await runs(3, '--bind');
    expect(ran).toContain(`flow ${COPY}, a copy of ${FLOW}:\n  auth-cookie: ALTERNATIVE\n`);
    expect(ran).toContain('+   acme browser with links password and link: REQUIRED');
    expect(ran).toContain('- browserFlow: "acme browser"\n+ browserFlow: "acme browser with links"');
    expect(ran).toMatch(/look at: \d+ of \d+ users without an email address: no link for them/);
    expect(ran).toMatch(/look at: \d+ users with an unverified address/);
    expect(ran).toContain(`try it: ${realm.baseUrl}/account/`);
    expect(await exported()).toEqual(before);
  });

  test('lets users sign in by link or password, asks for the second factor either way, and is undone without a trace', async () => {
    await runs(0, '--bind', '--apply', '--settings', 'lifetime=600', 'emailContains=link-and-code');
    expect(await settingsIn(COPY)).toEqual({ lifetime: '600', emailContains: 'link-and-code' });
    for (const signIn of [byPassword, byLink]) {
      const ada = new Agent();
      expect(await signedInAs(realm, client, await signIn(ada, 'ada'))).toBe(ADA);
      const otto = new Agent();
      const page = await typeOneTimePassword(otto, await signIn(otto, 'otto'));
      expect(await signedInAs(realm, client, page)).toBe(OTTO);
    }

    const made = await exported();
    expect(await runs(0, '--bind', '--apply')).toContain('nothing to change');
    expect(await runs(0, '--flow', FLOW, '--bind', '--settings', 'emailContains=link-and-code')).toContain(
      'nothing to change',
    );
    expect(await exported()).toEqual(made);
    await runs(0, '--apply', '--settings', 'emailContains=link');
    expect(await settingsIn(COPY)).toEqual({ lifetime: '600', emailContains: 'link' });

    expect(await runs(3, '--undo')).toContain('+ browserFlow: "acme browser"');
    await runs(0, '--undo', '--apply');
    expect(await exported()).toEqual(before);
    expect(await runs(0, '--undo', '--apply')).toBe('nothing to change\n');
  });
});

describe('add-step', () => {
  afterEach(async () => {
    for (const flow of ['reset credentials', 'first broker login', FLOW])
      await runs(0, '--undo', '--apply', '--flow', flow);
    expect(await exported()).toEqual(before);
  });

  test('binds the copy for one client, and restores what the client had', async () => {
    const api = await admin();
    const ran = await runs(0, '--client', 'back-office', '--as', 'required', '--apply');
    expect(ran).toContain(`try it: ${realm.baseUrl}/protocol/openid-connect/auth?client_id=back-office&`);
    const override = async () =>
      (await api.clients.find({ ...REALM, clientId: 'back-office' }))[0]?.authenticationFlowBindingOverrides;
    const flows = await api.authenticationManagement.getFlows(REALM);
    expect(await override()).toEqual({ browser: flows.find(({ alias }) => alias === COPY)?.id });
    expect(await executionsOf(COPY)).toEqual(
      (await executionsOf(FLOW)).map((line) =>
        line
          .replace('auth-username-password-form', STEP)
          .replace(/acme (organization|conditional|forms)/, `${COPY} acme $1`),
      ),
    );
    await runs(0, '--undo', '--apply');
    expect(await exported()).toEqual(before);

    const [{ id = '' } = {}] = await api.clients.find({ ...REALM, clientId: 'back-office' });
    const original = flows.find(({ alias }) => alias === FLOW)?.id ?? '';
    const set = async (browser: string) =>
      await api.clients.update(
        { ...REALM, id },
        { clientId: 'back-office', authenticationFlowBindingOverrides: { browser } },
      );
    await set(original);
    await runs(0, '--client', 'back-office', '--apply');
    expect(await override()).not.toEqual({ browser: original });
    await runs(0, '--undo', '--apply');
    expect(await override()).toEqual({ browser: original });
    await set('');
  });

  test('puts the link in place of the email for a forgotten password', async () => {
    const flow = 'reset credentials';
    const ran = jsonOf<{ changes: unknown[]; try_at: string }>(
      await run('--flow', flow, '--bind', '--apply', '--json'),
    );
    expect(ran.changes).toEqual([
      { ...REALM, object: `flow ${flow} with links`, action: 'created' },
      {
        ...REALM,
        object: 'realm',
        action: 'updated',
        field: 'resetCredentialsFlow',
        before: flow,
        after: `${flow} with links`,
      },
    ]);
    expect((await fetch(ran.try_at)).status).toBe(200);
    const [, , ...after] = await executionsOf(flow);
    expect(await executionsOf(`${flow} with links`)).toEqual([
      'reset-credentials-choose-user: REQUIRED',
      `${STEP}: REQUIRED`,
      ...after.map((line) => line.replace('Reset -', `${flow} with links Reset -`)),
    ]);
  });

  test('puts the link in place of the email after an identity provider, but never for a client', async () => {
    const flow = 'first broker login';
    const client = await run('--flow', flow, '--client', 'back-office', '--apply');
    expect([client.code, client.stderr]).toEqual([1, expect.stringContaining("isn't a browser flow")]);
    expect(await exported()).toEqual(before);
    expect(await runs(3, '--flow', flow)).toContain('not bound by this run: --bind for the realm');
    await runs(0, '--flow', flow, '--bind', '--apply');
    const copied = await executionsOf(`${flow} with links`);
    expect(copied.some((line) => line.includes('idp-email-verification'))).toBe(false);
    expect(copied.filter((line) => line.includes(STEP))).toHaveLength(1);
  });

  test('links an account to an identity provider by the link', async () => {
    const provider = await makeStepProvider(realm);
    const user = { ...REALM, id: ADA };
    try {
      await runs(0, '--flow', 'first broker login', '--bind', '--apply');
      const [agent, address] = [new Agent(), 'ada@acme.example'];
      const review = await provider.signIn(agent, client, address);
      const username = /name="username"[^>]* value="([^"]*)"/.exec(review.text)?.[1] ?? '';
      const profile = { username, email: address, firstName: 'Ada', lastName: 'Adler' };
      const existing = await agent.submit(review, profile);
      expect(textOf(existing)).toContain('Account already exists');
      const page = await agent.submit(existing, { submitAction: 'linkAccount' });
      const count = (await emailsTo(address)).length;
      await agent.submit(page, { action: 'send' });
      const link = linkIn(await emailTo(address, count + 1));
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(ADA);
      const linked = await (await admin()).users.listFederatedIdentities(user);
      expect(linked.map(({ identityProvider }) => identityProvider)).toEqual([provider.alias]);
    } finally {
      await (await admin()).identityProviders.del({ ...REALM, alias: provider.alias });
      await provider.close();
    }
  });

  test('asks for the address first, with the password as another way', async () => {
    await runs(0, '--as', 'first', '--client', 'back-office', '--apply');
    const lines = await executionsOf(COPY);
    const added = `${COPY} password and link: REQUIRED`;
    const at = lines.findIndex((line) => line.trim() === added);
    expect(lines.slice(at, at + 3).map((line) => line.trim())).toEqual([
      added,
      `${STEP}: ALTERNATIVE`,
      'auth-username-password-form: ALTERNATIVE',
    ]);
    const ada = new Agent();
    const page = await typeName(ada, 'ada');
    expect(page.text).toContain('value="send"');
    const list = await ada.submit(page, { tryAnotherWay: 'on' });
    const id = /authenticationExecution[^>]*value="([^"]+)"/g;
    const ids = [...list.text.matchAll(id)].map(([, one = '']) => one);
    const form = await ada.submit(list, { authenticationExecution: ids.at(-1) ?? '' });
    const end = await ada.submit(form, { password: 'ada-password' });
    expect(await signedInAs(realm, client, end)).toBe(ADA);
  });

  test('asks for the link after the password', async () => {
    await runs(0, '--as', 'second-factor', '--client', 'back-office', '--apply');
    const [ada, address] = [new Agent(), 'ada@acme.example'];
    const count = (await emailsTo(address)).length;
    const page = await byPassword(ada, 'ada');
    expect(page.headers.get('location')).toBeNull();
    await ada.submit(page, { action: 'send' });
    const link = linkIn(await emailTo(address, count + 1));
    expect(await signedInAs(realm, client, await openAndConfirm(link, ada))).toBe(ADA);
  });

  test('doesn’t undo a flow that it didn’t make', async () => {
    const management = (await admin()).authenticationManagement;
    const { id = '' } = await management.addExecutionToFlow({ ...REALM, flow: FLOW, provider: STEP });
    const undone = await run('--undo', '--apply');
    expect([undone.code, undone.stderr]).toEqual([1, expect.stringContaining("wasn't made by this command")]);
    await management.delExecution({ ...REALM, id });
  });

  test('replaces another step in its place, and names the settings that it can’t translate', async () => {
    const management = (await admin()).authenticationManagement;
    const provider = 'identity-provider-redirector';
    const [{ alias = '' } = {}] = await (await admin()).identityProviders.find(REALM);
    const id = (await management.getExecutions({ ...REALM, flow: FLOW })).find(
      ({ providerId }) => providerId === provider,
    )?.id;
    const config = { defaultProvider: alias, TIMEOUT: '10' };
    await management.createConfig({ ...REALM, id: id ?? '', alias: 'theirs', config });

    const ran = await runs(
      0,
      '--replace',
      provider,
      '--apply',
      '--name',
      'ours',
      '--settings',
      'lifetime=1200',
    );
    expect(ran).toContain(`not translated: defaultProvider=${alias}`);
    // 26.6 shows what an authenticator doesn't declare, so this is translated, and the lifetime that is given replaces it.
    const masked = KEYCLOAK_VERSION.startsWith('26.6.') ? [] : [", which Keycloak doesn't show"];
    const named = [...ran.matchAll(/not translated: TIMEOUT([^:\n]*)/g)].map(([, why]) => why);
    expect(named).toEqual(masked);
    expect((await executionsOf('ours'))[2]).toBe(`${STEP}: ALTERNATIVE`);
    expect(await settingsIn('ours')).toEqual({ lifetime: '1200' });
    await runs(0, '--undo', '--name', 'ours', '--apply');
    // Keycloak has no way to remove an execution's settings.
    await createAcmeRealm(await admin(), { smtpPort: Number(variables.SMTP_PORT) });
    before = await exported();
  });
});

describe('rejects', () => {
  test.each([
    ['an unknown realm', ['--realm', 'nowhere'], 1, 'realm nowhere: not on '],
    ['a Linkgate realm', ['--realm', 'linkgate'], 1, 'realm linkgate: is a Linkgate realm'],
    ['an unknown flow', ['--flow', 'nothing'], 1, 'flow nothing: not in this realm'],
    ['a sub-flow', ['--flow', 'acme forms'], 1, 'flow acme forms: not in this realm, or a sub-flow'],
    ['a flow for clients', ['--flow', 'clients'], 1, 'authenticates clients'],
    ['a flow without a password', ['--flow', 'registration'], 1, 'no enabled password form'],
    ['a flow that isn’t bound', ['--flow', 'browser', '--bind'], 1, 'its browser flow is acme browser'],
    ['an unknown client', ['--client', 'nobody'], 1, 'client nobody: not in realm acme'],
    ['a name that is taken', ['--name', 'browser'], 1, 'flow browser: exists already'],
    ['an unknown role', ['--as', 'third'], 2, 'use one of alternative, first, required, second-factor'],
    ['an unknown setting', ['--settings', 'a=b'], 2, '--settings: a is no setting of Linkgate'],
    ['a stray word', ['browser'], 2, 'browser: not expected'],
    ['--undo with a role', ['--undo', '--as', 'required'], 2, '--as: not an option of --undo'],
  ])('%s and says why', async (_, args, code, message) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});
