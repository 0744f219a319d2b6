/** A credential is invalid once the right that it was issued under is revoked (docs/threat-model.md). */

import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeAccount } from '../../support/accounts.ts';
import { admin, setLinkSettings, setRealmAttributes } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { type Backend, createBackendLink, makeBackend, makeLinksRole } from '../../support/backend-links.ts';
import { requestOnPage, requireCode } from '../../support/check-email-page.ts';
import { confirm } from '../../support/confirm-page.ts';
import { enterComparisonCode, requireComparisonCode } from '../../support/cross-device.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { bearer } from '../../support/form.ts';
import {
  allowInvitations,
  callAdmin,
  HOME,
  invitationOf,
  invite,
  invited,
} from '../../support/invitations.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { callReferrals, newReferral } from '../../support/referrals.ts';
import { sessionOf } from '../../support/session-api.ts';
import { exchange, follow, linkFor, requestLink } from '../../support/sign-in.ts';

const { baseUrl, betaUrl, clients } = inject('site');
const REALM = 'linkgate';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const after: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  after.push(
    await makeLinksRole(),
    await setRealmAttributes({ 'linkgate.backend-links': 'true' }),
    await allowInvitations(),
    await setLinkSettings({ crossDevice: 'true', emailContains: 'link-and-code' }),
  );
});
afterAll(async () => {
  for (const one of after) await one();
});

/** The user who signs in, and the client. */
interface Case {
  client: OwnClient;
  email: string;
  userId: string;
}

async function newCase(): Promise<Case> {
  const client = await makeClient({ name: 'Home', baseUrl: HOME, consentRequired: false });
  let isThere = true;
  const remove = async () => {
    if (!isThere) return;
    isThere = false;
    await client.remove();
  };
  undo.push(remove);
  const email = newAddress();
  return { client: { ...client, remove }, email, userId: await makeAccount(email) };
}

/** Uses a credential; returns the response. */
type Use = () => Promise<Pick<Page, 'status' | 'headers'>>;

const open = async (link: string): Promise<Pick<Page, 'status' | 'headers'>> =>
  await fetch(link, { headers: { accept: 'application/json' }, redirect: 'manual' });

/** Credentials that sign a user in: each function issues one, and returns how to use it. */
const CREDENTIALS: Record<string, (of: Case) => Promise<Use>> = {
  link: async ({ client, email }) => {
    const link = await linkFor(email, client);
    return () => open(link);
  },
  code: async ({ client, email }) => {
    const agent = new Agent();
    const checkEmail = await requestOnPage(agent, email, client);
    const code = requireCode(await emailTo(email));
    return () => agent.submit(checkEmail, { code });
  },
  'cross-device': async ({ client, email }) => {
    const agent = new Agent();
    const checkEmail = await requestOnPage(agent, email, client);
    const other = new Agent();
    await enterComparisonCode(
      other,
      await other.open(linkIn(await emailTo(email))),
      requireComparisonCode(checkEmail),
    );
    return () => agent.open(checkEmail.url);
  },
  'returned link': async ({ client, email }) => {
    const link = await createBackendLink(email, {}, { client });
    return () => open(link);
  },
};

type Revoke = (of: Case) => Promise<unknown>;

const OF_CLIENT: Record<string, Revoke> = {
  'its client is disabled': ({ client }) => client.update({ enabled: false }),
  'its client is pending again': ({ client }) => client.setApproval('pending'),
  'its client is deleted by approval': ({ client }) => client.setApproval('deleted'),
  'its client is removed': ({ client }) => client.remove(),
  'its redirect URI is no longer registered': ({ client }) =>
    client.update({ redirectUris: ['https://other.example/callback'] }),
  'its client’s standard flow is disabled': ({ client }) => client.update({ standardFlowEnabled: false }),
};

const OF_ACCOUNT: Record<string, Revoke> = {
  'its account is disabled': async ({ userId, email }) =>
    (await admin()).users.update({ realm: REALM, id: userId }, { username: email, email, enabled: false }),
  'its account has another address': async ({ userId }) => {
    const email = newAddress();
    await (await admin()).users.update({ realm: REALM, id: userId }, { username: email, email });
  },
  'its account is no longer in any user store': ({ userId, email }) => removeFromStore(userId, email),
};

/** Assigns an account to a user store that lacks it: Keycloak deletes it at the next lookup, in a separate transaction. */
async function removeFromStore(id: string, email: string): Promise<void> {
  const federationLink = crypto.randomUUID();
  await (await admin()).users.update({ realm: REALM, id }, { username: email, email, federationLink });
}

function leadsToCode({ headers }: Pick<Page, 'headers'>): boolean {
  return headers.get('location')?.includes('code=') === true;
}

async function sessionsOf(userId: string): Promise<number> {
  const { users } = await admin();
  const isThere = (await users.findOne({ realm: REALM, id: userId })) !== null;
  return isThere ? (await users.listSessions({ realm: REALM, id: userId })).length : 0;
}

const CELLS = Object.keys(CREDENTIALS).flatMap((credential) =>
  Object.entries({ ...OF_CLIENT, ...OF_ACCOUNT }).map(
    ([what, revoke]) => [credential, what, revoke] as const,
  ),
);

describe('a credential', () => {
  test.each(Object.keys(CREDENTIALS))('is valid while nothing is revoked: %s', async (credential) => {
    const of = await newCase();
    const use = await CREDENTIALS[credential]?.(of);
    expect(leadsToCode((await use?.()) as Page)).toBe(true);
    expect(await sessionsOf(of.userId)).toBe(1);
  });

  test.each(CELLS)('a %s is invalid once %s', async (credential, _, revoke) => {
    const of = await newCase();
    const use = await CREDENTIALS[credential]?.(of);
    await revoke(of);
    expect(leadsToCode((await use?.()) as Page)).toBe(false);
    expect(await sessionsOf(of.userId)).toBe(0);
  });
});

test('a one-time code is invalid while codes are disabled for its client', async () => {
  const { client, email, userId } = await newCase();
  const agent = new Agent();
  const checkEmail = await requestOnPage(agent, email, client);
  const code = requireCode(await emailTo(email));
  const put = (value: string) => client.update({ attributes: { 'linkgate.sign-in.email-contains': value } });
  await put('false');
  const page = await agent.submit(checkEmail, { code });
  expect(leadsToCode(page)).toBe(false);
  expect(page.text).not.toContain('name="code"');
  expect(await sessionsOf(userId)).toBe(0);
  // No attempt was counted, and the link is still unused.
  await put('');
  expect(leadsToCode(await agent.submit(await agent.open(checkEmail.url), { code }))).toBe(true);
});

describe('a link returned to a backend', () => {
  /** Rights that are revoked from the backend. */
  const REMOVALS: Record<string, (backend: Backend, role: string) => Promise<unknown>> = {
    'its role': async ({ userId }, role) => {
      const api = await admin();
      const names = (one: { id?: string; name?: string }) => ({ id: one.id ?? '', name: one.name ?? '' });
      if (role === 'linkgate-links') {
        const roles = await api.users.listRealmRoleMappings({ realm: REALM, id: userId });
        await api.users.delRealmRoleMappings({
          realm: REALM,
          id: userId,
          roles: roles.filter(({ name }) => name === role).map(names),
        });
        return;
      }
      const [{ id: clientUniqueId = '' } = {}] = await api.clients.find({
        realm: REALM,
        clientId: 'realm-management',
      });
      const of = { realm: REALM, id: userId, clientUniqueId };
      await api.users.delClientRoleMappings({
        ...of,
        roles: (await api.users.listClientRoleMappings(of)).map(names),
      });
    },
    'its approval': (backend) => backend.setApproval('deleted'),
    'its being no longer pending': (backend) => backend.setApproval('pending'),
    'its account': async ({ userId }) => {
      const api = await admin();
      const account = await api.users.findOne({ realm: REALM, id: userId });
      await api.users.update({ realm: REALM, id: userId }, { ...account, enabled: false });
    },
    'its client, which is disabled': async (backend) => backend.update({ enabled: false }),
    'its client, which is removed': (backend) => backend.remove(),
    'its client’s secret: it is public': (backend) => backend.update({ publicClient: true }),
    'its client’s sign-in: it is bearer-only': (backend) => backend.update({ bearerOnly: true }),
    'its client’s service account': (backend) => backend.update({ serviceAccountsEnabled: false }),
    'the realm’s switch': () => setRealmAttributes({ 'linkgate.backend-links': 'false' }),
  };

  const cells = ['linkgate-links', 'impersonation'].flatMap((role) =>
    Object.entries(REMOVALS).map(([what, removeRight]) => [role, what, removeRight] as const),
  );

  test.each(cells)('by %s is invalid without %s', async (role, what, removeRight) => {
    const { client, email, userId } = await newCase();
    const backend = await makeBackend([role]);
    if (!what.includes('removed')) undo.push(backend.remove);
    const [before, link] = [
      await createBackendLink(email, {}, { client, token: backend.token }),
      await createBackendLink(newAddress(), {}, { client, token: backend.token }),
    ];
    expect(leadsToCode(await open(before))).toBe(true);
    const restored = await removeRight(backend, role);
    if (typeof restored === 'function') undo.push(restored as () => Promise<void>);
    expect((await open(link)).status).toBe(401);
    expect(await sessionsOf(userId)).toBe(1);
  });

  test('signs no user in whose consent is pending when its role is removed', async () => {
    const { client, email, userId } = await newCase();
    await client.update({ consentRequired: true });
    const backend = await makeBackend(['linkgate-links']);
    undo.push(backend.remove);
    const agent = new Agent();
    const page = await agent.open(await createBackendLink(email, {}, { client, token: backend.token }));
    expect(page.text).toContain('name="accept"');
    await REMOVALS['its role']?.(backend, 'linkgate-links');
    expect(leadsToCode(await agent.submit(page, { accept: 'Yes' }))).toBe(false);
    expect(await sessionsOf(userId)).toBe(0);
  });

  test('of an administrator of all realms is invalid once they are disabled', async () => {
    const { client, email } = await newCase();
    const api = await admin();
    const name = newAddress('operator');
    const { id } = await api.users.create({ realm: 'master', username: name, enabled: true });
    undo.push(async () => (await admin()).users.del({ realm: 'master', id }));
    const password = 'for-this-test-only';
    await api.users.resetPassword({
      realm: 'master',
      id,
      credential: { type: 'password', value: password, temporary: false },
    });
    const role = await api.roles.findOneByName({ realm: 'master', name: 'admin' });
    await api.users.addRealmRoleMappings({
      realm: 'master',
      id,
      roles: [{ id: role?.id ?? '', name: 'admin' }],
    });
    const response = await fetch(`${inject('site').serverUrl}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: name,
        password,
      }),
    });
    const { access_token: token = '' } = (await response.json()) as { access_token?: string };
    const [good, link] = [
      await createBackendLink(email, {}, { client, token }),
      await createBackendLink(newAddress(), {}, { client, token }),
    ];
    expect(leadsToCode(await open(good))).toBe(true);
    await (await admin()).users.update({ realm: 'master', id }, { username: name, enabled: false });
    expect((await open(link)).status).toBe(401);
  });
});

describe('an invitation', () => {
  const cells = Object.entries({
    'its client is disabled': OF_CLIENT['its client is disabled'],
    'its client is pending again': OF_CLIENT['its client is pending again'],
    'its client is deleted by approval': OF_CLIENT['its client is deleted by approval'],
    'its client is removed': OF_CLIENT['its client is removed'],
    'its client’s standard flow is disabled': OF_CLIENT['its client’s standard flow is disabled'],
    'its client has no redirect URI': ({ client }: Case) => client.update({ redirectUris: [] }),
    'its client has no page of its own': ({ client }: Case) => client.update({ baseUrl: '' }),
    'the realm’s invitations are disabled': async () => {
      undo.push(await setRealmAttributes({ 'linkgate.invitations': 'false' }));
    },
  });

  test.each(cells)('creates no account once %s', async (_, revoke) => {
    const of = await newCase();
    const email = newAddress();
    const agent = new Agent();
    const page = await agent.open(await invited(email, of.client));
    await revoke?.(of);
    expect((await confirm(agent, page)).status).toBe(401);
    expect(await (await admin()).users.find({ realm: REALM, email, exact: true })).toEqual([]);
  });

  test.each([
    ['has no standard flow', { standardFlowEnabled: false }],
    ['has no redirect URI', { redirectUris: [] }],
  ])('is neither sent nor resent once its client %s', async (_, change) => {
    const { client } = await newCase();
    const email = newAddress();
    const { id } = await invite({ email, client_id: client.client_id });
    await client.update(change);
    const again = await callAdmin('POST', `invitations/${id}/resend`);
    expect([again.status, await again.json()]).toMatchObject([409, { id: 'client-gone' }]);
    const fields = { email: newAddress(), client_id: client.client_id };
    const other = await callAdmin('POST', 'invitations', fields);
    expect([other.status, await other.json()]).toMatchObject([
      400,
      { details: [{ field: 'client_id', id: 'client-without-sign-in' }] },
    ]);
    expect(await emailsTo(fields.email)).toEqual([]);
  });

  test('of an existing user sends a link that is invalid once its client has no redirect URI', async () => {
    const { client, email, userId } = await newCase();
    const agent = new Agent();
    await confirm(agent, await agent.open(await invited(email, client, { notify_account: true })));
    const message = await emailTo(email, 2);
    await client.update({ redirectUris: [] });
    expect((await open(linkIn(message))).status).toBe(401);
    expect(await sessionsOf(userId)).toBe(0);
  });

  test('is deleted once its account is no longer in any user store', async () => {
    const { client, email, userId } = await newCase();
    const agent = new Agent();
    const page = await agent.open(await invited(email, client, { notify_account: true }));
    await removeFromStore(userId, email);
    expect((await confirm(agent, page)).status).toBe(401);
    expect(await (await admin()).users.findOne({ realm: REALM, id: userId })).toBeNull();
  });
});

test('a link with a referral code creates no account once the code is revoked', async () => {
  const { client_id, redirect_uri } = clients.betaWeb;
  const { id, code } = await newReferral({});
  const email = newAddress();
  const fields = { email, client_id, redirect_uri, referral_code: code };
  expect((await requestLink(fields, betaUrl)).status).toBe(200);
  const link = linkIn(await emailTo(email));
  expect((await callReferrals('DELETE', undefined, `/${id}`)).status).toBe(204);
  expect((await open(link)).status).toBe(403);
  expect(await (await admin()).users.find({ realm: 'linkgate-beta', email, exact: true })).toEqual([]);
});

describe('"not before", which revokes everything issued earlier', () => {
  /** The second of the issue, or one soon after, by the server's clock. */
  const thisSecond = () => Math.floor(Date.now() / 1000);
  /** Sets "not before" for realm or client; returns the function that restores it. */
  const SET: Record<string, (of: Case) => Promise<() => Promise<unknown>>> = {
    realm: async () => {
      const put = async (notBefore: number) => (await admin()).realms.update({ realm: REALM }, { notBefore });
      await put(thisSecond());
      return () => put(0);
    },
    client: async ({ client }) => {
      await client.update({ notBefore: thisSecond() });
      return () => client.update({ notBefore: 0 });
    },
  };

  const credentials = Object.keys(CREDENTIALS).flatMap((credential) =>
    Object.keys(SET).map((owner) => [credential, owner] as const),
  );

  test.each(credentials)('revokes a %s if set for the %s', async (credential, owner) => {
    const of = await newCase();
    const use = await CREDENTIALS[credential]?.(of);
    const back = await SET[owner]?.(of);
    if (back !== undefined) undo.push(back);
    expect(leadsToCode((await use?.()) as Page)).toBe(false);
    expect(await sessionsOf(of.userId)).toBe(0);
  });

  test.each(Object.keys(CREDENTIALS))(
    'revokes a %s if set for the user by signing out',
    async (credential) => {
      const of = await newCase();
      const use = await CREDENTIALS[credential]?.(of);
      await (await admin()).users.logout({ realm: REALM, id: of.userId });
      expect(leadsToCode((await use?.()) as Page)).toBe(false);
      expect(await sessionsOf(of.userId)).toBe(0);
    },
  );

  test.each(Object.keys(SET))('revokes an invitation if set for the %s', async (owner) => {
    const of = await newCase();
    const email = newAddress();
    const agent = new Agent();
    const link = await invited(email, of.client);
    const page = await agent.open(link);
    const back = await SET[owner]?.(of);
    if (back !== undefined) undo.push(back);
    expect((await confirm(agent, page)).status).toBe(401);
    expect((await invitationOf(email)).state).toBe('expired');
    expect(await (await admin()).users.find({ realm: REALM, email, exact: true })).toEqual([]);
    await back?.();
    expect((await agent.open(link)).status).toBe(200);
  });

  test('ends a sign-in by link that is pending consent', async () => {
    const of = await newCase();
    await of.client.update({ consentRequired: true });
    const agent = new Agent();
    const page = await agent.open(await linkFor(of.email, of.client));
    expect(page.text).toContain('name="accept"');
    undo.push((await SET.realm?.(of)) ?? (async () => {}));
    expect(leadsToCode(await agent.submit(page, { accept: 'Yes' }))).toBe(false);
    expect(await sessionsOf(of.userId)).toBe(0);
  });
});

describe('a session and its tokens', () => {
  async function signIn() {
    const of = await newCase();
    const agent = new Agent();
    const code = (await follow(await linkFor(of.email, of.client), agent)).searchParams.get('code');
    const response = await exchange(code, of.client);
    const { access_token: token } = (await response.json()) as { access_token: string };
    const isValid = async () =>
      (await fetch(`${baseUrl}/userinfo`, { headers: bearer(token) })).status === 200;
    expect(await isValid()).toBe(true);
    return { ...of, agent, isValid };
  }

  const cells = Object.entries({
    'the client is disabled': OF_CLIENT['its client is disabled'],
    'the client is deleted by approval': OF_CLIENT['its client is deleted by approval'],
    'the client is removed': OF_CLIENT['its client is removed'],
    'the account is disabled': OF_ACCOUNT['its account is disabled'],
  });

  test.each(cells)('tokens are invalid once %s', async (_, revoke) => {
    const { isValid, ...of } = await signIn();
    await revoke?.(of);
    expect(await isValid()).toBe(false);
  });

  test('a client’s own token is invalid at the admin API once its “not before” is later', async () => {
    const { token, update, remove } = await makeBackend(['manage-realm']);
    undo.push(remove);
    const url = baseUrl.replace('/realms/', '/admin/realms/');
    const use = () => fetch(url, { headers: bearer(token) });
    expect((await use()).status).toBe(200);
    await update({ notBefore: Math.floor(Date.now() / 1000) + 1 });
    const after = await use();
    expect(after.status, await after.text()).toBe(401);
  });

  test('a browser is no longer signed in once its account is disabled', async () => {
    const { agent, ...of } = await signIn();
    expect((await sessionOf(agent)).authenticated).toBe(true);
    await OF_ACCOUNT['its account is disabled']?.(of);
    expect((await sessionOf(agent)).authenticated).toBe(false);
    expect(leadsToCode(await agent.open(authUrl(of.client, { fields: { prompt: 'none' } })))).toBe(false);
  });

  test.each(['its client is disabled', 'its client is pending again', 'its account is disabled'])(
    'a code for tokens is invalid once %s',
    async (what) => {
      const of = await newCase();
      const code = (await follow(await linkFor(of.email, of.client))).searchParams.get('code');
      await { ...OF_CLIENT, ...OF_ACCOUNT }[what]?.(of);
      expect((await exchange(code, of.client)).status).toBeGreaterThanOrEqual(400);
    },
  );
});
