/** The emails that Keycloak itself writes, by the realm's routes where it wants that, and by its own mail server otherwise. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { updateEmail } from '../support/address-ways.ts';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { newAddress } from '../support/email.ts';
import { mailServer, onTestEnd, undoAfterEach } from '../support/mail-stubs.ts';
import { PATIENT } from '../support/patience.ts';
import type { SiteClient } from '../support/site.ts';
import type { SmtpStub } from '../support/smtp-stub.ts';
import { makeStepProvider } from '../support/step-provider.ts';
import {
  LINK,
  makeStepRealm,
  ORGANIZATION,
  type StepRealm,
  type StepUser,
  startSignIn,
} from '../support/step-realm.ts';
import { forget } from '../support/step-reset.ts';

undoAfterEach();

let realm: StepRealm;
let passwordClient: SiteClient;
let own: SmtpStub;
let backup: SmtpStub;

beforeAll(async () => {
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { organizationsEnabled: true, eventsListeners: ['jboss-logging', 'email'], eventsEnabled: true },
  );
  // The realm has the step, so that its routes act.
  await realm.makeClient([{ provider: LINK }]);
});
afterAll(async () => await realm?.remove());

beforeEach(async () => {
  own = await mailServer();
  backup = await mailServer();
  await realm.update({
    smtpServer: { host: '127.0.0.1', port: String(own.port), from: 'login@acme.example' },
  });
});

/** Sets the realm's routes, which don't contain its own mail server. */
async function routes(text: string, isForAll: boolean): Promise<void> {
  await realm.update({
    attributes: {
      'linkgate.limit.exempt': '127.0.0.1, ::1',
      'linkgate.email-routes': text,
      'linkgate.all-emails': String(isForAll),
    },
  });
  onTestEnd(async () => {
    await realm.update({
      attributes: {
        'linkgate.limit.exempt': '127.0.0.1, ::1',
        'linkgate.email-routes': '',
        'linkgate.all-emails': '',
      },
    });
  });
}

const byBackup = () => `backup smtp host=127.0.0.1 port=${backup.port} tls=none`;

/** Each email that Keycloak writes, by what causes it. */
const EMAILS: readonly [string, (user: StepUser) => Promise<unknown>][] = [
  [
    'a verification',
    async ({ id }) => await (await admin()).users.sendVerifyEmail({ realm: realm.name, id }),
  ],
  [
    'a required action',
    async ({ id }) =>
      await (await admin()).users.executeActionsEmail({ realm: realm.name, id, actions: ['UPDATE_PROFILE'] }),
  ],
  [
    'an invitation into an organization',
    async () => {
      const api = await admin();
      const [found] = await api.organizations.find({ realm: realm.name });
      const { serverUrl } = inject('site');
      const url = `${serverUrl}/admin/realms/${realm.name}/organizations/${found?.id}/members/invite-user`;
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${await api.getAccessToken()}` },
        body: new URLSearchParams({ email: newAddress() }),
      });
      expect(status).toBe(204);
    },
  ],
  ['a reset', async ({ username }) => void (await forget(realm, passwordClient, username))],
  [
    'a change of the address',
    async (user) => {
      await realm.update({ verifyEmail: true });
      onTestEnd(async () => await realm.update({ verifyEmail: false }));
      const { page } = await updateEmail({ realm, client: passwordClient }, newAddress(), user);
      expect(page.status).toBe(200);
    },
  ],
  [
    'a link of an account to a provider',
    async ({ email }) => {
      const provider = await makeStepProvider(realm);
      onTestEnd(async () => await provider.close());
      await provider.update({ firstBrokerLoginFlowAlias: 'first broker login' });
      const agent = new Agent();
      let page = await provider.signIn(agent, passwordClient, email);
      if (page.text.includes('name="firstName"'))
        page = await agent.submit(page, { email, firstName: 'Ada', lastName: 'User' });
      await agent.submit(page, { submitAction: 'linkAccount' });
    },
  ],
  [
    'an event',
    async ({ username }) => {
      const agent = new Agent();
      const page = await startSignIn(realm, passwordClient, agent);
      await agent.submit(page, { username, password: 'wrong' });
    },
  ],
];

beforeAll(async () => {
  passwordClient = await realm.makeClient([{ provider: 'auth-username-password-form' }]);
  const api = await admin();
  await api.organizations.create({
    realm: realm.name,
    name: ORGANIZATION.name,
    domains: [{ name: ORGANIZATION.domain, verified: false }],
  });
});

describe('of Keycloak’s own emails', () => {
  test.each(EMAILS)('%s goes by the routes of a realm that wants that, once', async (_, cause) => {
    await routes(byBackup(), true);
    await cause(await realm.makeUser({ emailVerified: true }));
    await expect.poll(() => [own.messages.length, backup.messages.length], PATIENT).toEqual([0, 1]);
    expect(backup.messages[0]).toMatch(/^From: .*login@acme\.example/m);
    expect(backup.messages[0]).toMatch(/^Auto-Submitted: auto-generated/m);
  });

  test.each(EMAILS)('%s goes by the realm’s own mail server otherwise', async (_, cause) => {
    await routes(byBackup(), false);
    await cause(await realm.makeUser({ emailVerified: true }));
    await expect.poll(() => [own.messages.length, backup.messages.length], PATIENT).toEqual([1, 0]);
  });

  test('one goes by the second route if the first one is down', async () => {
    const down = await mailServer({ CONNECT: '421 closing' });
    await routes(`a smtp host=127.0.0.1 port=${down.port} tls=none; ${byBackup()}`, true);
    const { id } = await realm.makeUser();
    await (await admin()).users.sendVerifyEmail({ realm: realm.name, id });
    expect(backup.messages).toHaveLength(1);
  });

  test('one that no route accepts is told, and leaves nothing', async () => {
    const down = await mailServer({ CONNECT: '421 closing' });
    await routes(`a smtp host=127.0.0.1 port=${down.port} tls=none`, true);
    const { id } = await realm.makeUser();
    await expect((await admin()).users.sendVerifyEmail({ realm: realm.name, id })).rejects.toThrow();
    expect(own.messages).toEqual([]);
  });

  test('the console’s test of a mail server is by that server', async () => {
    await routes(byBackup(), true);
    const api = await admin();
    const { username } = inject('site').admin;
    const [me] = await api.users.find({ realm: 'master', username, exact: true });
    const before = me?.email ?? '';
    await api.users.update({ realm: 'master', id: me?.id ?? '' }, { email: newAddress() });
    onTestEnd(async () => await api.users.update({ realm: 'master', id: me?.id ?? '' }, { email: before }));
    await api.realms.testSMTPConnection({ realm: realm.name }, {
      host: '127.0.0.1',
      port: String(own.port),
      from: 'login@acme.example',
    } as never);
    expect([own.messages.length, backup.messages.length]).toEqual([1, 0]);
  });
});
