/**
 * What protects an account asks for the best proof that its user has: on their own page, at Keycloak's own clients and by its account API
 * (contract, section 11). No client of the realm has a second factor in the settings.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SECOND_FACTOR_FLOW } from '../../../provider-scripts/src/realm/levels/made-flows.ts';
import {
  accountPageUrl,
  deleteAccount,
  openAccountPage,
  press,
  SURE,
  serveAccountPage,
} from '../../support/account-page.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, pkcePair, signedIn } from '../../support/authorization.ts';
import { chooseSignedInAccount, requiresEmail, submitAddress } from '../../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { bearer, type Fields, formActionOf } from '../../support/form.ts';
import { makeIdentityProvider } from '../../support/identity-provider.ts';
import { makeLevelFlow } from '../../support/level-flow.ts';
import { makeClient } from '../../support/own-client.ts';
import {
  type FactorKind,
  makeProtectedAccount,
  type ProtectedAccount,
} from '../../support/protected-account.ts';
import { putSecondFactor, setSecondFactor } from '../../support/second-factor.ts';
import { exchange } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const REALM = 'linkgate';
const CONSOLE = { client_id: 'account-console', redirect_uri: `${baseUrl}/account/` };
const NEEDED = 'Your second factor is needed';

const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  undo.push(await serveAccountPage({ 'linkgate.account-deletion': 'true' }));
  for (const alias of ['delete_account', 'UPDATE_PASSWORD', 'webauthn-register'])
    undo.push(await enableAction(alias));
});
afterAll(async () => {
  await removeFlow();
  for (const one of undo.reverse()) await one();
});

async function enableAction(alias: string): Promise<() => Promise<void>> {
  const put = async (enabled: boolean) => {
    const api = (await admin()).authenticationManagement;
    const action = await api.getRequiredActionForAlias({ realm: REALM, alias });
    await api.updateRequiredAction({ realm: REALM, alias }, { ...action, enabled });
    return action?.enabled ?? false;
  };
  const was = await put(true);
  return async () => {
    await put(was);
  };
}

/** Leaves the realm as it is when no client has the setting. */
async function removeFlow(): Promise<void> {
  const client = await makeClient();
  await putSecondFactor(client.client_id, 'on-request');
  await putSecondFactor(client.client_id, 'none');
  await client.remove();
  expect(await flowIds()).toEqual([]);
}

async function flowIds(): Promise<(string | undefined)[]> {
  const flows = await (await admin()).authenticationManagement.getFlows({ realm: REALM });
  return flows.filter(({ alias }) => alias === SECOND_FACTOR_FLOW).map(({ id }) => id);
}

async function stateOf({ id, passkey }: ProtectedAccount) {
  const api = (await admin()).users;
  const user = await api.findOne({ realm: REALM, id });
  const credentials = user ? await api.getCredentials({ realm: REALM, id }) : [];
  return { exists: user !== null, hasPasskey: credentials.some((one) => one.id === passkey) };
}

/** Signs in by a link of the page that asks for an address. */
async function proveMailbox(agent: Agent, page: Page, { email }: ProtectedAccount, emails = 2) {
  await submitAddress(agent, page, email);
  return await agent.open(linkIn(await emailTo(email, emails)));
}

const WITH: readonly FactorKind[] = ['authenticator app', 'recovery code'];

describe('on the user’s own page', () => {
  /** Each, and what the page then says. */
  const DONE = {
    'remove-passkey': 'The passkey was removed.',
    'change-address': 'We sent a link to both addresses.',
    'delete-account': 'Your account was deleted.',
  } as const;
  type Action = keyof typeof DONE;
  const act = async (agent: Agent, page: Page, action: Action, { passkey }: ProtectedAccount) =>
    await press(agent, page, action, {
      ...(action === 'change-address' ? { email: newAddress() } : {}),
      ...(action === 'remove-passkey' ? { id: passkey } : {}),
      ...(action === 'delete-account' ? SURE : {}),
    });
  const names = Object.keys(DONE) as Action[];

  test.each(names)('%s needs a link of a user without a second factor', async (action) => {
    const account = await makeProtectedAccount('none');
    const agent = await signedIn(web, {}, account.email);
    const after = await act(agent, await openAccountPage(agent), action, account);
    expect([after.status, after.text]).toEqual([200, expect.stringContaining(DONE[action])]);
  });

  test.each(names.flatMap((action) => WITH.map((kind) => [action, kind] as const)))(
    '%s needs it of a user with second factor: %s',
    async (action, kind) => {
      await removeFlow();
      const account = await makeProtectedAccount(kind);
      const agent = await signedIn(web, {}, account.email);
      const page = await openAccountPage(agent);
      expect(page.text).not.toContain(`value="${action}"`);
      expect(page.text).toContain('If you have lost it, ask an administrator.');
      const rejected = await act(agent, page, action, account);
      expect(requiresEmail(rejected), rejected.text.slice(0, 800)).toBe(true);
      expect(await stateOf(account)).toEqual({ exists: true, hasPasskey: true });
      const asked = await proveMailbox(agent, rejected, account);
      expect(account.isAskedBy(asked), asked.text.slice(0, 800)).toBe(true);
      // The link alone leads to no more than before.
      const again = await openAccountPage(agent);
      expect(again.text).not.toContain(`value="${action}"`);
      const proven = await account.prove(agent, asked);
      expect([proven.status, proven.url]).toEqual([200, expect.stringContaining(accountPageUrl())]);
      const after = await act(agent, proven, action, account);
      expect([after.status, after.text]).toEqual([200, expect.stringContaining(DONE[action])]);
    },
  );

  test('a mailbox alone neither deletes the account nor sets up another factor', async () => {
    await removeFlow();
    const account = await makeProtectedAccount('authenticator app');
    const thief = await signedIn(web, {}, account.email);
    const rejected = await deleteAccount(thief, await openAccountPage(thief));
    const asked = await proveMailbox(thief, rejected, account);
    expect([account.isAskedBy(asked), asked.text.includes('totpSecret')]).toEqual([true, false]);
    await deleteAccount(thief, await openAccountPage(thief));
    expect(await stateOf(account)).toEqual({ exists: true, hasPasskey: true });
  });

  test('a user whose factor no flow asks for is told to ask an administrator', async () => {
    const account = await makeProtectedAccount('security key');
    const agent = await signedIn(web, {}, account.email);
    const page = await openAccountPage(agent);
    expect(page.text).toContain('Please ask an administrator.');
    const rejected = await deleteAccount(agent, page);
    expect([rejected.status, rejected.text]).toEqual([
      403,
      expect.stringContaining('Please ask an administrator.'),
    ]);
    expect((await agent.open(`${accountPageUrl()}/sign-in`)).status).toBe(403);
    expect((await stateOf(account)).exists).toBe(true);
  });

  test('a flow of an administrator’s isn’t overwritten, and one that asks for it is used', async () => {
    await removeFlow();
    const account = await makeProtectedAccount('authenticator app');
    const agent = await signedIn(web, {}, account.email);
    const flow = await makeLevelFlow([{ provider: 'linkgate-email' }]);
    const api = (await admin()).clients;
    const [client] = await api.find({ realm: REALM, clientId: 'account' });
    const bind = async (browser: string) =>
      await api.update(
        { realm: REALM, id: client?.id ?? '' },
        { ...client, authenticationFlowBindingOverrides: { browser } },
      );
    await bind(flow.id);
    try {
      expect((await openAccountPage(agent)).text).toContain('Please ask an administrator.');
      expect((await deleteAccount(agent, await openAccountPage(agent))).status).toBe(403);
      expect(await flowIds()).toEqual([]);
    } finally {
      await bind('');
      await flow.remove();
    }
  });
});

describe('at Keycloak’s own clients', () => {
  const ACTIONS = (account: ProtectedAccount): Record<string, string> => ({
    'setting up an authenticator app': 'CONFIGURE_TOTP',
    'setting up recovery codes': 'CONFIGURE_RECOVERY_AUTHN_CODES',
    'setting up a security key': 'webauthn-register',
    'creating a passkey': 'webauthn-register-passwordless',
    'removing the passkey': `delete_credential:${account.passkey}`,
    'setting a password': 'UPDATE_PASSWORD',
    'changing the address': 'UPDATE_EMAIL',
    'changing the profile': 'UPDATE_PROFILE',
    'deleting the account': 'delete_account',
  });
  const names = Object.keys(ACTIONS({ passkey: '' } as ProtectedAccount));
  // The account API changes no address while it is enabled.
  let forbid: () => Promise<void>;
  beforeAll(async () => {
    forbid = await enableAction('UPDATE_EMAIL');
  });
  afterAll(async () => forbid());
  const request = (account: ProtectedAccount, name: string): string => {
    const kc_action = ACTIONS(account)[name] ?? '';
    return authUrl(CONSOLE, { fields: { ...pkcePair().challenge, kc_action, scope: 'openid' } });
  };
  const actionOf = (page: Page) => new URL(page.url).searchParams.get('execution');

  test.each(names)('%s needs a link of a user without a second factor', async (name) => {
    const account = await makeProtectedAccount('none');
    const agent = new Agent();
    const page = await proveMailbox(agent, await agent.open(request(account, name)), account, 1);
    expect([page.url, actionOf(page)], page.text.slice(0, 500)).toEqual([
      expect.stringContaining('/required-action'),
      ACTIONS(account)[name]?.split(':')[0],
    ]);
  });

  test.each(names.flatMap((name) => WITH.map((kind) => [name, kind] as const)))(
    '%s needs it of a user with second factor: %s',
    async (name, kind) => {
      await removeFlow();
      const account = await makeProtectedAccount(kind);
      const agent = new Agent();
      const page = await proveMailbox(agent, await agent.open(request(account, name)), account, 1);
      expect(account.isAskedBy(page), page.text.slice(0, 800)).toBe(true);
      expect(await flowIds()).toHaveLength(1);
      const proven = await account.prove(agent, page);
      expect([proven.url, actionOf(proven)], proven.text.slice(0, 800)).toEqual([
        expect.stringContaining('/required-action'),
        ACTIONS(account)[name]?.split(':')[0],
      ]);
    },
  );

  test.each(names)('%s needs it in a session that a link began', async (name) => {
    await removeFlow();
    const account = await makeProtectedAccount('authenticator app');
    const agent = await signedIn(web, {}, account.email);
    const first = await chooseSignedInAccount(agent, await agent.open(request(account, name)));
    expect(first.url).not.toContain('/required-action');
    const page = requiresEmail(first)
      ? await proveMailbox(agent, first, account)
      : await agent.open(linkIn(await emailTo(account.email, 2)));
    expect(account.isAskedBy(page), page.text.slice(0, 800)).toBe(true);
    // The session that has just reached the level needs no more.
    const proven = await account.prove(agent, page);
    expect(actionOf(proven)).toBe(ACTIONS(account)[name]?.split(':')[0]);
  });

  test('a session that has just proven it continues', async () => {
    await removeFlow();
    const account = await makeProtectedAccount('authenticator app');
    const agent = await signedIn(web, {}, account.email);
    const asked = await proveMailbox(agent, await agent.open(`${accountPageUrl()}/sign-in`), account);
    await account.prove(agent, asked);
    const first = await agent.open(request(account, 'creating a passkey'));
    // The client is given the flow, in which the tab starts again.
    const again = await chooseSignedInAccount(agent, first);
    const page = await chooseSignedInAccount(agent, again);
    expect(actionOf(page), page.text.slice(0, 500)).toBe('webauthn-register-passwordless');
  });

  /** Leaves a sign-in page for a provider, and returns. */
  const throughProvider = async (
    agent: Agent,
    first: Page,
    provider: Awaited<ReturnType<typeof makeIdentityProvider>>,
    { email }: ProtectedAccount,
  ) => {
    const action = formActionOf(first);
    const tab = new URL(action, first.url).searchParams;
    const there = await agent.request(`${baseUrl}/broker/${provider.alias}/login?${tab}`);
    return await agent.open(provider.returnTo(there.headers.get('location') ?? '', { sub: email, email }));
  };

  test('a return from an identity provider, which proves no factor, reaches no action', async () => {
    const account = await makeProtectedAccount('authenticator app');
    const provider = await makeIdentityProvider();
    try {
      const federatedIdentity = {
        identityProvider: provider.alias,
        userId: account.email,
        userName: account.email,
      };
      await (await admin()).users.addToFederatedIdentity({
        realm: REALM,
        id: account.id,
        federatedIdentityId: provider.alias,
        federatedIdentity,
      });
      const agent = new Agent();
      const first = await agent.open(request(account, 'creating a passkey'));
      const page = await throughProvider(agent, first, provider, account);
      expect([page.status, page.text]).toEqual([403, expect.stringContaining(NEEDED)]);
      // Without the action, the flow that such users need keeps nobody out.
      await (await signedIn(web, {}, account.email)).open(`${accountPageUrl()}/sign-in`);
      expect(await flowIds()).toHaveLength(1);
      const other = new Agent();
      expect(requiresEmail(await openAccountPage(other))).toBe(true);
      const again = await throughProvider(other, await openAccountPage(other), provider, account);
      expect([again.status, again.url]).toEqual([200, expect.stringContaining(accountPageUrl())]);
    } finally {
      await provider.remove();
    }
  });

  test.each(['UPDATE_PROFILE', 'UPDATE_EMAIL', 'delete_account'])(
    'an application that requests %s gets a page without it, as its own flow asks for none',
    async (kc_action) => {
      const account = await makeProtectedAccount('authenticator app');
      const agent = new Agent();
      const first = await agent.open(authUrl(web, { fields: { kc_action } }));
      const page = await proveMailbox(agent, first, account, 1);
      expect([page.status, page.text]).toEqual([403, expect.stringContaining(NEEDED)]);
      expect(await stateOf(account)).toEqual({ exists: true, hasPasskey: true });
    },
  );

  test('a user whose factor no flow asks for is told to ask an administrator', async () => {
    const account = await makeProtectedAccount('security key');
    const agent = new Agent();
    const first = await agent.open(request(account, 'creating a passkey'));
    const page = await proveMailbox(agent, first, account, 1);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('ask an administrator')]);
  });
});

describe('by Keycloak’s account API', () => {
  // Otherwise it changes no address of a realm whose usernames are addresses.
  const allowChanges = async (editUsernameAllowed: boolean) =>
    await (await admin()).realms.update({ realm: REALM }, { editUsernameAllowed });
  beforeAll(async () => await allowChanges(true));
  afterAll(async () => await allowChanges(false));

  const REJECTED = 'insufficient_user_authentication';
  const tokenOf = async (agent: Agent, account: ProtectedAccount, fields: Fields = {}) => {
    const { verifier, challenge } = pkcePair();
    const first = await agent.open(
      authUrl(CONSOLE, { fields: { ...challenge, scope: 'openid', ...fields } }),
    );
    let page = await proveMailbox(agent, first, account, 1);
    if (page.status === 200 && account.isAskedBy(page)) page = await account.prove(agent, page);
    const code = new URL(page.headers.get('location') ?? page.url).searchParams.get('code');
    const response = await exchange(code, CONSOLE, { code_verifier: verifier });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const call = async (token: string, method: string, path = '', body?: object) =>
    await fetch(`${baseUrl}/account${path}`, {
      method,
      headers: { ...bearer(token), 'content-type': 'application/json', accept: 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const profileOf = async (token: string) => (await (await call(token, 'GET')).json()) as object;

  const KINDS = ['none', ...WITH] as const;

  test.each(KINDS)('the address of a user with second factor: %s', async (kind) => {
    await removeFlow();
    const account = await makeProtectedAccount(kind);
    const token = await tokenOf(new Agent(), account);
    const named = await call(token, 'POST', '', { ...(await profileOf(token)), firstName: 'New' });
    expect(named.status, await named.text()).toBe(204);
    const email = newAddress();
    const moved = await call(token, 'POST', '', { ...(await profileOf(token)), email });
    const text = await moved.text();
    const user = await (await admin()).users.findOne({ realm: REALM, id: account.id });
    expect([moved.status, user?.email, user?.firstName], text).toEqual(
      kind === 'none' ? [204, email, 'New'] : [403, account.email, 'New'],
    );
    if (kind !== 'none') expect(JSON.parse(text)).toMatchObject({ error: REJECTED });
  });

  test.each(KINDS)('a credential of a user with second factor: %s', async (kind) => {
    await removeFlow();
    const account = await makeProtectedAccount(kind);
    const token = await tokenOf(new Agent(), account);
    const removed = await call(token, 'DELETE', `/credentials/${account.passkey}`);
    const text = await removed.text();
    expect(removed.status, text).toBe(kind === 'none' ? 204 : 403);
    if (kind !== 'none') expect(JSON.parse(text)).toMatchObject({ error: REJECTED });
    expect((await stateOf(account)).hasPasskey).toBe(kind !== 'none');
  });

  test.each(WITH)('a session that has just proven it: %s', async (kind) => {
    const client = await makeClient();
    // Keycloak's clients get the flow with it.
    const restore = await setSecondFactor(client, 'on-request');
    try {
      const account = await makeProtectedAccount(kind);
      const token = await tokenOf(new Agent(), account, { acr_values: '2' });
      const removed = await call(token, 'DELETE', `/credentials/${account.passkey}`);
      expect(removed.status, await removed.text()).toBe(204);
      const email = newAddress();
      const moved = await call(token, 'POST', '', { ...(await profileOf(token)), email });
      expect(moved.status, await moved.text()).toBe(204);
    } finally {
      await restore();
      await client.remove();
    }
  });
});
