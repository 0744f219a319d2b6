/** A flow without an enabled step for links is closed: no link is sent or used, regardless of how it was requested (contract, section 2.6). */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { createBackendLink, requestBackend } from '../../support/backend-links.ts';
import { requestOnPage, requireCode } from '../../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { allowInvitations, callAdmin, HOME, invited } from '../../support/invitations.ts';
import {
  bindFlow,
  chooseFlowByPolicy,
  type FlowPart,
  LINK,
  MAX_AGE,
  makeLevelFlow,
  OTP,
} from '../../support/level-flow.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { linkFor, requestLink } from '../../support/sign-in.ts';

const { clients, logFile } = inject('site');
const { web } = clients;
const REALM = 'linkgate';
const DENY = 'deny-access-authenticator';
const PASSWORD = { provider: 'auth-username-password-form' } as const;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const after: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  after.push(await allowInvitations(), await setRealmAttributes({ 'linkgate.backend-links': 'true' }));
});
afterAll(async () => {
  for (const one of after) await one();
});

async function newClient(): Promise<OwnClient> {
  const client = await makeClient({ name: 'Home', baseUrl: HOME, consentRequired: false });
  undo.push(client.remove);
  return client;
}

/** Binds a flow of these parts to a client; the returned function removes it. */
async function bind(client: OwnClient, parts: readonly FlowPart[]): Promise<() => Promise<void>> {
  const flow = await makeLevelFlow(parts);
  const unbind = await bindFlow([client.client_id], flow.id, {});
  let bound = true;
  const end = async () => {
    if (!bound) return;
    bound = false;
    await unbind();
    await flow.remove();
  };
  undo.push(end);
  return end;
}

async function requestLinkFor(client: { client_id: string; redirect_uri: string }, email = newAddress()) {
  const { client_id, redirect_uri } = client;
  const response = await requestLink({ email, client_id, redirect_uri });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function open(link: string): Promise<{ status: number; error?: string }> {
  const response = await fetch(link, { headers: { accept: 'application/json' }, redirect: 'manual' });
  const text = await response.text();
  return {
    status: response.status,
    ...(text === '' ? {} : { error: (JSON.parse(text) as { error: string }).error }),
  };
}

async function hasAccount(email: string): Promise<boolean> {
  return (await (await admin()).users.find({ realm: REALM, email, exact: true })).length > 0;
}

const CLOSED: readonly (readonly [string, readonly FlowPart[]])[] = [
  ['with a password alone', [PASSWORD]],
  ['whose step is disabled', [{ provider: LINK, requirement: 'DISABLED' }, PASSWORD]],
  [
    'whose step is in a disabled sub-flow',
    [{ level: 1, maxAge: MAX_AGE, providers: [LINK], disabled: true }, PASSWORD],
  ],
  ['that never reaches its step', [PASSWORD, { provider: LINK, requirement: 'ALTERNATIVE' }]],
  ['that denies access before its step', [{ provider: DENY }, { provider: LINK }]],
  ['that denies access after its step', [{ provider: LINK }, { provider: DENY }]],
  ['that prompts for a one-time password first', [{ provider: OTP }, { provider: LINK }]],
];

describe.each(CLOSED)('in a flow %s', (_, parts) => {
  test('an app, a backend and an invitation send no link', async () => {
    const client = await newClient();
    await bind(client, parts);
    const email = newAddress();
    expect(await requestLinkFor(client, email)).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client', message: expect.stringContaining('no enabled step for links') },
    });
    for (const delivery of ['email', 'return']) {
      const response = await requestBackend({ email, delivery }, { client });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: 'ValidationError', details: [{ field: 'client_id', id: 'client-without-step' }] },
      ]);
    }
    const invitation = await callAdmin('POST', 'invitations', { email, client_id: client.client_id });
    expect([invitation.status, await invitation.json()]).toMatchObject([
      400,
      { details: [{ field: 'client_id', id: 'client-without-step' }] },
    ]);
    expect(await emailsTo(email)).toEqual([]);
    expect((await requestLinkFor(web, email)).status).toBe(200);
  });
});

describe('what was issued before the step was removed', () => {
  test('works only once the step is restored: link, returned link, invitation', async () => {
    const client = await newClient();
    const [one, two, three] = [newAddress(), newAddress(), newAddress()];
    const links = [
      await linkFor(one, client),
      await createBackendLink(two, {}, { client }),
      await invited(three, client),
    ];
    const unbind = await bind(client, [{ provider: LINK, requirement: 'DISABLED' }, PASSWORD]);
    for (const link of links) expect(await open(link)).toEqual({ status: 401, error: 'invalid_token' });
    for (const email of [one, two, three]) expect(await hasAccount(email)).toBe(false);
    await unbind();
    for (const link of links.slice(0, 2)) expect((await open(link)).status).toBe(302);
    expect((await new Agent().open(links[2] ?? '')).status).toBe(200);
  });

  test('can neither be used by its code nor be resent', async () => {
    const client = await newClient();
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, client);
    const code = requireCode(await emailTo(email));
    const end = await bind(client, [{ provider: LINK, requirement: 'DISABLED' }, PASSWORD]);
    const isNoWayIn = (page: Page) => page.headers.get('location')?.includes('code=') !== true;
    expect(isNoWayIn(await agent.submit(checkEmail, { code }))).toBe(true);
    expect(isNoWayIn(await agent.submit(checkEmail, { action: 'resend' }))).toBe(true);
    expect(await emailsTo(email)).toHaveLength(1);
    expect(await hasAccount(email)).toBe(false);
    await end();
  });
});

describe('a flow that a client policy chose', () => {
  test('applies to its own requests, and to links until the policy is removed', async () => {
    const client = await newClient();
    await bind(client, [PASSWORD]);
    const chosen = await makeLevelFlow([{ provider: LINK }]);
    const { attributes, remove } = await chooseFlowByPolicy(chosen.alias);
    await client.update({ attributes });
    undo.push(async () => {
      await client.update({ attributes: { 'test.flow': '' } });
    });
    const [first, second] = [newAddress(), newAddress()];
    for (const email of [first, second]) await requestOnPage(new Agent(), email, client);
    expect((await requestLinkFor(client)).status).toBe(400);
    expect((await open(linkIn(await emailTo(first)))).status).toBe(302);
    await remove();
    await chosen.remove();
    expect(await open(linkIn(await emailTo(second)))).toEqual({ status: 401, error: 'invalid_token' });
    expect(await hasAccount(second)).toBe(false);
  });
});

describe('a flow without a step that a client policy may choose', () => {
  test('closes the API to its clients until the policy is removed, and is named', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const [one, two, three] = [newAddress(), newAddress(), newAddress()];
    const issued = [await linkFor(one, client), await createBackendLink(two, {}, { client })];
    const invitation = await invited(three, client);
    const chosen = await makeLevelFlow([PASSWORD]);
    const { attributes, remove } = await chooseFlowByPolicy(chosen.alias);
    let policyExists = true;
    const removePolicy = async () => {
      if (policyExists) await remove();
      policyExists = false;
    };
    undo.push(chosen.remove, removePolicy);
    await client.update({ attributes });
    expect((await new Agent().open(authUrl(client))).text).toContain('name="password"');
    const email = newAddress();
    expect(await requestLinkFor(client, email)).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client', message: expect.stringContaining('no enabled step for links') },
    });
    for (const delivery of ['email', 'return'])
      expect((await requestBackend({ email, delivery }, { client })).status).toBe(400);
    expect((await callAdmin('POST', 'invitations', { email, client_id: client.client_id })).status).toBe(400);
    for (const link of [...issued, invitation])
      expect(await open(link)).toEqual({ status: 401, error: 'invalid_token' });
    for (const address of [one, two, three, email]) expect(await hasAccount(address)).toBe(false);
    expect((await requestLinkFor(other)).status).toBe(200);
    const { json } = await callAdminApi<{ problems: { id: string; detail: unknown }[] }>('GET', '/problems');
    expect(json.problems.filter(({ id }) => id === 'sign-in-flow').map(({ detail }) => detail)).toEqual([
      { id: 'flow-without-step', values: { flow: chosen.alias } },
    ]);
    await removePolicy();
    for (const link of issued) expect((await open(link)).status).toBe(302);
    expect((await requestLinkFor(client, email)).status).toBe(200);
  });

  test('closes the API if the flow does not exist, and leaves it open if the flow has a step', async () => {
    const client = await newClient();
    const good = await makeLevelFlow([{ provider: LINK }]);
    const { attributes, remove } = await chooseFlowByPolicy(good.alias);
    undo.push(remove);
    await client.update({ attributes });
    expect((await requestLinkFor(client)).status).toBe(200);
    await good.remove();
    expect((await requestLinkFor(client)).status).toBe(400);
  });
});

describe('a realm whose own flow has no step', () => {
  test('sends nothing, warns administrators, and logs a warning once', async () => {
    const put = async (browserFlow: string) =>
      (await admin()).realms.update({ realm: REALM }, { browserFlow });
    const line = 'realm "linkgate": flow "browser" has no enabled step linkgate-email';
    const logged = async () => (await readFile(logFile, 'utf8')).split(line).length - 1;
    const before = await logged();
    const link = await linkFor(newAddress(), web);
    await put('browser');
    undo.push(() => put('linkgate browser'));
    const email = newAddress();
    for (let i = 0; i < 5; i++) expect((await requestLinkFor(web, email)).status).toBe(400);
    expect(await open(link)).toEqual({ status: 401, error: 'invalid_token' });
    expect((await logged()) - before).toBe(1);
    expect(await hasAccount(email)).toBe(false);
    const { json } = await callAdminApi<{ problems: { id: string; detail: unknown }[] }>('GET', '/problems');
    expect(json.problems.find(({ id }) => id === 'sign-in-flow')?.detail).toEqual({
      id: 'flow-without-step',
      values: { flow: 'browser' },
    });
    const about = await callAdminApi<{ sign_up: string }>('GET', '/');
    expect(about.json.sign_up).toBe('closed');
    expect((await new Agent().open(authUrl(web))).text).toContain('name="password"');
  });

  test('names the flows of single clients as well', async () => {
    const client = await newClient();
    const flow = await makeLevelFlow([PASSWORD]);
    const unbind = await bindFlow([client.client_id], flow.id, {});
    undo.push(flow.remove, unbind);
    const { json } = await callAdminApi<{ problems: { id: string; detail: unknown }[] }>('GET', '/problems');
    expect(json.problems.filter(({ id }) => id === 'sign-in-flow').map(({ detail }) => detail)).toEqual([
      { id: 'flow-without-step', values: { flow: flow.alias } },
    ]);
  });
});

test('a step without settings signs no user up', async () => {
  const client = await newClient();
  const management = (await admin()).authenticationManagement;
  const flow = await makeLevelFlow([{ provider: LINK }]);
  const [step] = await management.getExecutions({ realm: REALM, flow: flow.alias });
  await management.delConfig({ realm: REALM, id: step?.authenticationConfig ?? '' });
  const unbind = await bindFlow([client.client_id], flow.id, {});
  undo.push(flow.remove, unbind);
  expect(await requestLinkFor(client)).toMatchObject({ status: 403, body: { error: 'referral_required' } });
});
