/** Current problems by the admin API: the conformance command's rules, and the server's own observations (contract, section 4.15). */
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { admin, planted, setMailServer, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { PASSKEY_FAULTS, passkeyPolicy, turnPasskeysOn } from '../../support/passkeys.ts';
import { PATIENT } from '../../support/patience.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';
import { LINK, makeStepRealm, startSignIn } from '../../support/step-realm.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const UNSET = `\${SMTP_HOST}`;

interface Problem {
  id: string;
  message: string;
  detail: { id: string; values: Record<string, unknown> } | null;
  page: string | null;
  console: string | null;
}

/** Except for emails that failed in other tests, and what their requests look like. */
async function problems(): Promise<Problem[]> {
  const { json } = await callAdminApi<{ problems: Problem[] }>('GET', '/problems');
  return json.problems.filter(({ id }) => id !== 'emails-failing' && id !== 'suspected-requests');
}

test('include clients that wait for approval, and none of the sample realm’s settings', async () => {
  expect(await problems()).toEqual([
    expect.objectContaining({ id: 'pending-clients', detail: null, page: 'clients', console: null }),
  ]);
});

test('include settings, each with its fix', async () => {
  const api = await admin();
  await api.realms.update({ realm: 'linkgate' }, { registrationAllowed: true });
  undo.push(async () => (await admin()).realms.update({ realm: 'linkgate' }, { registrationAllowed: false }));
  undo.push(await setMailServer({ host: UNSET }));
  undo.push(
    await setRealmAttributes({ 'linkgate.limit.link-email': 'many', 'linkgate.limit.exempt': '0.0.0.0/0' }),
  );
  const found = await problems();
  expect(found.map(({ id }) => id).toSorted()).toEqual([
    'limits',
    'limits',
    'mail-server',
    'pending-clients',
    'registration',
  ]);
  expect(found.find(({ id }) => id === 'mail-server')).toMatchObject({
    message: `smtpServer.host is ${UNSET}, a variable that was not set during the import`,
    detail: { id: 'setting-variable', values: { setting: 'smtpServer.host', value: UNSET } },
    console: 'realm-settings/email',
  });
  expect(found.flatMap(({ detail }) => detail?.id ?? []).toSorted()).toEqual([
    'limit-malformed',
    'networks-everybody',
    'on-registrationAllowed',
    'setting-variable',
  ]);
});

test('say why emails fail, by what the mail server did most often', async () => {
  const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  undo.push(realm.remove);
  const client = await realm.makeClient([{ provider: LINK }]);
  const { SMTP_HOST: host, EMAIL_FROM: from } = inject('site').variables;
  const fail = async (port: number, times: number) => {
    await realm.update({ smtpServer: { host, from, port: String(port) } });
    for (let i = 0; i < times; i++) {
      const { email } = await realm.makeUser();
      const agent = new Agent();
      await agent.submit(await startSignIn(realm, client, agent), { email, action: 'send' });
    }
  };
  const stub = await startSmtpStub({ RCPT: '550 no such user' });
  await fail(stub.port, 2);
  stub.close();
  await fail(stub.port, 1);
  const failing = async () => {
    const { json } = await callAdminApi<{ problems: Problem[] }>('GET', '/problems', { realm: realm.name });
    return json.problems.find(({ id }) => id === 'emails-failing');
  };
  await vi.waitUntil(async () => (await failing())?.message.startsWith('3 '), PATIENT);
  expect(await failing()).toMatchObject({
    values: { count: 3 },
    message: '3 emails did not leave in the last hour: the mail server rejects the recipient',
    detail: { id: 'email-recipient-rejected', values: {} },
    console: 'realm-settings/email',
  });
});

describe('where passkeys are on', () => {
  const ofPasskeys = (found: readonly Problem[]) => found.filter(({ id }) => id === 'passkeys');

  test('they have none if passkeys can be offered', async () => {
    undo.push(await turnPasskeysOn());
    expect(ofPasskeys(await problems())).toEqual([]);
  });

  test.each(PASSKEY_FAULTS)('they say why none is offered: $finding', async ({ finding, message, plant }) => {
    undo.push(await planted(plant));
    expect(ofPasskeys(await problems())).toEqual([
      expect.objectContaining({
        message,
        detail: expect.objectContaining({ id: finding }),
        console: 'authentication/policies',
      }),
    ]);
  });

  test('by a step in a stock realm, they say it too', async () => {
    const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    undo.push(realm.remove);
    const found = async () => {
      const call = await callAdminApi<{ problems: Problem[] }>('GET', '/problems', { realm: realm.name });
      return ofPasskeys(call.json.problems).map(({ detail }) => detail?.id);
    };
    await realm.makeClient([{ provider: LINK }]);
    expect(await found()).toEqual([]);
    await realm.makeClient([{ provider: LINK, config: { passkeys: 'true' } }]);
    expect(await found()).toEqual(['passkeys-keycloak-off']);
    await realm.update(passkeyPolicy(true));
    expect(await found()).toEqual([]);
  });
});
