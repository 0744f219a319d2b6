/** Links that a backend requests: who is allowed to, their effects, and what they never do (contract, section 4.14). */
import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { fixedValue } from '../../provider-scripts/src/platform/limits/limits.ts';
import { KEYCLOAK_VERSION } from '../../scripts/server/version.ts';
import { accountOf, makeAccount } from '../support/accounts.ts';
import { admin, setLinkSettings, setRealmAttributes } from '../support/admin.ts';
import { adminEventsSince, storeAdminEvents } from '../support/admin-events.ts';
import { Agent } from '../support/agent.ts';
import { authUrl, codeFrom, pkcePair } from '../support/authorization.ts';
import {
  assignRoles,
  type Backend,
  type CreatedLink,
  claimsBy,
  createBackendLink,
  makeBackend,
  makeLinksRole,
  requestBackend,
} from '../support/backend-links.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, registrationsSince, storeEvents } from '../support/events.ts';
import { newCaller, requestFrom } from '../support/from-address.ts';
import { untilLinkExpired } from '../support/link-expiry.ts';
import { makeClient } from '../support/own-client.ts';
import { useRealm } from '../support/own-realm.ts';
import { sessionOf } from '../support/session-api.ts';
import { exchange, follow, linkFor, openLink, submitConsent } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';

const { baseUrl, serverUrl, clients } = inject('site');
const { web, spa, mobile, pending, service } = clients;
const REALM = 'linkgate';
const ALLOW = 'linkgate.backend-links';
const INITIATE = 'linkgate.initiate-login-uri';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** Requesters, by their roles. */
const backends: Record<
  'unprivileged' | 'viewer' | 'manager' | 'impersonator' | 'linker' | 'claimer',
  Backend
> = {} as never;

let forbid = async (): Promise<void> => {};
let removeRole = async (): Promise<void> => {};
beforeAll(async () => {
  removeRole = await makeLinksRole();
  backends.unprivileged = await makeBackend([]);
  backends.viewer = await makeBackend(['view-users', 'view-realm', 'query-users']);
  backends.manager = await makeBackend(['manage-users', 'manage-clients']);
  backends.impersonator = await makeBackend(['impersonation']);
  backends.linker = await makeBackend(['linkgate-links']);
  backends.claimer = await makeBackend([], { claimed: ['linkgate-links', 'impersonation'] });
  forbid = await setRealmAttributes({ [ALLOW]: 'true' });
});
afterAll(async () => {
  await forbid();
  for (const backend of Object.values(backends)) await backend.remove();
  await removeRole();
});

/** The outcome of a link for an API client. */
async function rejectionOf(link: string, init: RequestInit = {}): Promise<unknown[]> {
  const response = await fetch(link, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    ...init,
  });
  const { error, message } = (await response.json()) as Record<string, string>;
  return [response.status, error, message];
}

const INVALID = [401, 'invalid_token', 'The link is not valid'];

describe('a realm that doesn’t allow it', () => {
  test.each([['false'], ['']])('returns 404, and rejects links returned before: "%s"', async (value) => {
    const link = await createBackendLink(newAddress());
    undo.push(await setRealmAttributes({ [ALLOW]: value }));
    const response = await requestBackend({ email: newAddress() });
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        error: 'not_found',
        id: 'backend-links-off',
        values: { attribute: ALLOW },
        message: expect.stringContaining(ALLOW),
      },
    ]);
    expect(await rejectionOf(link)).toEqual(INVALID);
  });

  test('is the default', async () => {
    const fields = { email: newAddress() };
    expect((await requestBackend(fields, { realm: 'linkgate-beta', client: clients.betaWeb })).status).toBe(
      404,
    );
    expect((await requestBackend(fields, { realm: 'master' })).status).toBe(404);
  });
});

describe('a returned link whose right ends', () => {
  const CODE = 302;
  const opened = async (link: string) => {
    const { status } = await fetch(link, { redirect: 'manual', headers: { accept: 'application/json' } });
    return status;
  };

  /** A backend of its own, and a link that was returned to it. */
  async function withLink() {
    const backend = await makeBackend(['linkgate-links']);
    undo.push(backend.remove);
    const email = newAddress();
    await makeAccount(email);
    const link = await createBackendLink(email, {}, { token: backend.token });
    return { backend, email, link };
  }
  type Made = Awaited<ReturnType<typeof withLink>>;

  const api = async () => await admin();
  const linksRole = async () => {
    const role = await (await api()).roles.findOneByName({ realm: REALM, name: 'linkgate-links' });
    return [{ id: role?.id ?? '', name: role?.name ?? '' }];
  };

  /** Each ends the right, and gives it back where the right can come back. */
  const ENDINGS: readonly [string, (made: Made) => Promise<unknown>][] = [
    [
      'the secret was changed',
      async ({ backend }) =>
        await (await api()).clients.generateNewClientSecret({ realm: REALM, id: backend.id }),
    ],
    [
      'the role was taken away and given again',
      async ({ backend }) => {
        const mapping = { realm: REALM, id: backend.userId, roles: await linksRole() };
        await (await api()).users.delRealmRoleMappings(mapping);
        await (await api()).users.addRealmRoleMappings(mapping);
      },
    ],
    [
      'the role came by a group that the account has left and joined again',
      async ({ backend }) => {
        const { groups, users } = await api();
        const { id = '' } = await groups.create({ realm: REALM, name: `links-${backend.id}` });
        undo.push(async () => void (await (await api()).groups.del({ realm: REALM, id })));
        await groups.addRealmRoleMappings({ realm: REALM, id, roles: await linksRole() });
        await users.addToGroup({ realm: REALM, id: backend.userId, groupId: id });
        await users.delRealmRoleMappings({ realm: REALM, id: backend.userId, roles: await linksRole() });
        await users.delFromGroup({ realm: REALM, id: backend.userId, groupId: id });
        await users.addToGroup({ realm: REALM, id: backend.userId, groupId: id });
      },
    ],
    [
      'the client was suspended and approved again at Keycloak’s own API',
      async ({ backend }) => {
        await backend.setApproval('suspended');
        await backend.setApproval('approved');
      },
    ],
    [
      'the client was suspended and approved again at Linkgate’s API',
      async ({ backend }) => {
        await callClients(backend.id, 'approval', 'PUT', { state: 'suspended' });
        const shown = (await (await callClients(backend.id, '', 'GET')).json()) as { version: string };
        const restored = await callClients(backend.id, 'approval', 'PUT', {
          state: 'approved',
          version: shown.version,
        });
        expect(restored.status).toBe(200);
      },
    ],
    [
      'the client was disabled and enabled',
      async ({ backend }) => {
        await backend.update({ enabled: false });
        await backend.update({ enabled: true });
      },
    ],
    [
      'its service account was switched off and on',
      async ({ backend }) => {
        await backend.update({ publicClient: true });
        await backend.update({ publicClient: false });
      },
    ],
    [
      'its service account was disabled and enabled',
      async ({ backend }) => {
        const { users } = await api();
        const id = { realm: REALM, id: backend.userId };
        await users.update(id, { enabled: false });
        await users.update(id, { enabled: true });
      },
    ],
    [
      'its service account was signed out',
      async ({ backend }) => await (await api()).users.logout({ realm: REALM, id: backend.userId }),
    ],
    [
      'the client got a “not before”',
      async ({ backend }) => await backend.update({ notBefore: Math.floor(Date.now() / 1000) }),
    ],
    [
      'the realm forbade and allowed it',
      async () => {
        await (await setRealmAttributes({ [ALLOW]: 'false' }))();
      },
    ],
    [
      'they were revoked at the admin API',
      async ({ backend }) => {
        const counted = async () => await (await callClients(backend.id, 'links', 'GET')).json();
        expect(await counted()).toEqual({ open: 1 });
        const response = await callClients(backend.id, 'links/revoke', 'POST');
        expect([response.status, await response.json()]).toEqual([200, { revoked: 1 }]);
        expect(await counted()).toEqual({ open: 0 });
      },
    ],
  ];

  test.each(ENDINGS)('stays invalid after %s', async (_, end) => {
    const made = await withLink();
    await end(made);
    expect(await rejectionOf(made.link)).toEqual(INVALID);
    // The right itself is there: another link works, once Keycloak's second of the revocation is over.
    const fresh = await makeBackend(['linkgate-links']);
    undo.push(fresh.remove);
    expect(await opened(await createBackendLink(made.email, {}, { token: fresh.token }))).toBe(CODE);
  });

  describe('of an administrator of all realms', () => {
    const MASTER = 'master';

    /** The administrator, and a link that was returned to them. */
    async function withMasterLink() {
      const { users, clients: all } = await api();
      const username = `administrator-${randomBytes(4).toString('hex')}`;
      const password = 'Correct horse 1';
      const { id } = await users.create({
        realm: MASTER,
        username,
        email: `${username}@example.com`,
        emailVerified: true,
        firstName: 'Ada',
        lastName: 'Administrator',
        enabled: true,
        credentials: [{ type: 'password', value: password, temporary: false }],
      });
      undo.push(async () => (await api()).users.del({ realm: MASTER, id }));
      const [{ id: clientUniqueId = '' } = {}] = await all.find({
        realm: MASTER,
        clientId: `${REALM}-realm`,
      });
      const role = await all.findRole({ realm: MASTER, id: clientUniqueId, roleName: 'impersonation' });
      const mapping = {
        realm: MASTER,
        id,
        clientUniqueId,
        roles: [{ id: role?.id ?? '', name: 'impersonation' }],
      };
      await users.addClientRoleMappings(mapping);
      const response = await fetch(`${serverUrl}/realms/${MASTER}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username, password }),
      });
      const { access_token: token } = (await response.json()) as { access_token: string };
      const email = newAddress();
      await makeAccount(email);
      return { link: await createBackendLink(email, {}, { token }), id, mapping };
    }

    test.each(['the role was taken away and given again', 'the account was disabled and enabled'])(
      'stays invalid after %s',
      async (what) => {
        const { link, id, mapping } = await withMasterLink();
        const { users } = await api();
        if (what.startsWith('the role')) {
          await users.delClientRoleMappings(mapping);
          await users.addClientRoleMappings(mapping);
        } else for (const enabled of [false, true]) await users.update({ realm: MASTER, id }, { enabled });
        expect(await rejectionOf(link)).toEqual(INVALID);
      },
    );

    test('stays valid after changes of another administrator', async () => {
      const { link } = await withMasterLink();
      const { id } = await withMasterLink();
      await (await api()).users.update({ realm: MASTER, id }, { enabled: false });
      expect(await opened(link)).toBe(CODE);
    });
  });

  test('stays valid after changes of something else', async () => {
    const { backend, link } = await withLink();
    await backend.update({ description: 'something else' });
    const other = await makeBackend([]);
    await other.remove();
    expect((await callClients(other.id, 'links/revoke', 'POST')).status).toBe(404);
    expect(await opened(link)).toBe(CODE);
  });

  test('is revoked by nobody who may not change the client, and an event tells it', async () => {
    const { backend, link } = await withLink();
    const headers = { authorization: `Bearer ${backends.viewer.token}` };
    const at = `${serverUrl}/admin/realms/${REALM}/linkgate/clients/${backend.id}/links/revoke`;
    expect((await fetch(at, { method: 'POST', headers })).status).toBe(403);
    expect(await opened(link)).toBe(CODE);
    undo.push(await storeAdminEvents(REALM));
    const since = Date.now();
    await callClients(backend.id, 'links/revoke', 'POST');
    expect(await adminEventsSince(REALM, since)).toContainEqual(
      expect.objectContaining({
        operationType: 'ACTION',
        resourceType: 'LINKGATE_LINK',
        resourcePath: `linkgate/clients/${backend.id}/links/revoke`,
      }),
    );
  });
});

/** Calls the admin API for a client. */
async function callClients(id: string, path: string, method: string, body?: object): Promise<Response> {
  return await fetch(
    `${serverUrl}/admin/realms/${REALM}/linkgate/clients/${id}${path === '' ? '' : `/${path}`}`,
    {
      method,
      headers: {
        authorization: `Bearer ${await (await admin()).getAccessToken()}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
}

describe('the endpoint', () => {
  test('serves no other path and no other method', async () => {
    const headers = { authorization: `Bearer ${await (await admin()).getAccessToken()}` };
    const at = `${serverUrl}/admin/realms/${REALM}/linkgate`;
    const [below, other, put, bare] = await Promise.all([
      fetch(`${at}/links/any`, { headers }),
      fetch(`${at}/nothing`, { headers }),
      fetch(`${at}/links`, { method: 'PUT', headers }),
      fetch(`${at}/links`, { method: 'POST' }),
    ]);
    expect([below.status, other.status, put.status, bare.status]).toEqual([404, 404, 405, 401]);
    expect(put.headers.get('allow')).toBe('GET, POST');
  });

  test.each([
    ['an unknown delivery', { delivery: 'post' }, 'delivery'],
    ['a lifetime that is too short', { lifetime: 59 }, 'lifetime'],
    ['a lifetime that is too long', { lifetime: 86_401 }, 'lifetime'],
    ['an invalid address', { email: 'nobody' }, 'email'],
    ['an unknown client', { client_id: 'nobody' }, 'client_id'],
    ['a client that isn’t approved', { client_id: pending.client_id }, 'client_id'],
    ['a client without sign-in', { client_id: service.client_id }, 'client_id'],
    ['a redirect URI that isn’t registered', { redirect_uri: 'https://evil.example/cb' }, 'redirect_uri'],
    ['a redirect URI with a fragment', { redirect_uri: `${web.redirect_uri}#x` }, 'redirect_uri'],
    ['an unknown scope', { scope: 'openid admin' }, 'scope'],
    ['an invalid challenge', { code_challenge: 'short' }, 'code_challenge'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'code_challenge'],
    [
      'no challenge for a public client without an initiate login URI',
      { client_id: mobile.client_id, redirect_uri: mobile.redirect_uri },
      'code_challenge',
    ],
  ])('rejects %s, naming the field', async (_, fields, field) => {
    const response = await requestBackend({ email: newAddress(), ...fields });
    const body = (await response.json()) as { error: string; details: { field: string }[] };
    expect([response.status, body.error]).toEqual([400, 'ValidationError']);
    expect(body.details.map((detail) => detail.field)).toContain(field);
    expect(JSON.stringify(body)).not.toContain('token=');
  });

  test('rejects a disabled client and a disabled account', async () => {
    const client = await makeClient({ enabled: false });
    undo.push(client.remove);
    const off = await requestBackend({ email: newAddress() }, { client });
    expect(await off.json()).toMatchObject({ details: [{ field: 'client_id' }] });
    const email = newAddress();
    await makeAccount(email, { enabled: false });
    const disabled = await requestBackend({ email });
    expect(await disabled.json()).toMatchObject({ details: [{ field: 'email' }] });
  });
});

describe('the right to a link', () => {
  let ordinary = '';
  let administrator = '';
  beforeAll(async () => {
    [ordinary, administrator] = [newAddress('ordinary'), newAddress('administrator')];
    await makeAccount(ordinary);
    await assignRoles(await makeAccount(administrator), ['view-users']);
  });

  test.each([
    ['unprivileged', 'return', [403, 403, 403]],
    ['unprivileged', 'email', [403, 403, 403]],
    ['viewer', 'return', [403, 403, 403]],
    ['viewer', 'email', [403, 403, 403]],
    ['manager', 'return', [403, 403, 403]],
    ['manager', 'email', [403, 403, 403]],
    ['claimer', 'return', [403, 403, 403]],
    // Keycloak doesn't allow impersonating users with more rights than one's own; 26.6 does.
    ['impersonator', 'return', [201, 201, KEYCLOAK_VERSION.startsWith('26.6.') ? 201 : 403]],
    ['impersonator', 'email', [201, 201, 201]],
    ['linker', 'return', [201, 201, 403]],
    ['linker', 'email', [201, 201, 201]],
  ] as const)(
    'of %s with %s is by account: none, an ordinary one, an administrator’s',
    async (requester, delivery, statuses) => {
      const { token } = backends[requester];
      const responses = await Promise.all(
        [newAddress(), ordinary, administrator].map((email) =>
          requestBackend({ email, delivery }, { token }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual(statuses);
    },
  );

  test.each(['pending', 'deleted'])(
    'ends when the requesting client is %s, before its tokens expire',
    async (approval) => {
      for (const roles of [['linkgate-links'], ['impersonation']]) {
        const backend = await makeBackend(roles);
        undo.push(backend.remove);
        const request = async (delivery: string) =>
          (await requestBackend({ email: newAddress(), delivery }, { token: backend.token })).status;
        expect(await request('return')).toBe(201);
        await backend.setApproval(approval);
        expect([await request('return'), await request('email')]).toEqual([401, 401]);
      }
    },
  );

  test('covers all users of the realm for a realm administrator', async () => {
    const link = await createBackendLink(administrator, { scope: 'openid email' });
    expect(await claimsBy(link)).toMatchObject({ email: administrator });
  });

  test('ends when the account gets an admin role', async () => {
    const email = newAddress();
    const id = await makeAccount(email);
    const links = [
      await createBackendLink(email, {}, { token: backends.linker.token }),
      await createBackendLink(email, {}, { token: backends.impersonator.token }),
      await createBackendLink(email),
    ];
    await assignRoles(id, ['manage-users']);
    for (const link of links) expect(await rejectionOf(link)).toEqual(INVALID);
  });

  test('covers only the account at issue: a replaced or new account isn’t signed in', async () => {
    const email = newAddress();
    const link = await createBackendLink(email);
    const id = await makeAccount(email);
    expect(await rejectionOf(link)).toEqual(INVALID);
    const [second, gone] = [await createBackendLink(email), newAddress()];
    await (await admin()).users.update({ realm: REALM, id }, { username: gone, email: gone });
    expect(await rejectionOf(second)).toEqual(INVALID);
  });
});

describe('a returned link', () => {
  test('signs in once under parallel requests', async () => {
    const email = newAddress();
    const link = await createBackendLink(email, { state: 'st', lifetime: 3600 });
    const { exp = 0, iat = 0 } = decodeJwt(new URL(link).searchParams.get('token') ?? '');
    expect(exp - iat).toBe(3600);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => openLink(link)));
    expect(statuses.toSorted()).toEqual([302, ...Array.from({ length: 19 }, () => 401)]);
    expect(await emailsTo(email)).toEqual([]);
  });

  test('has its metadata, and leads to a code for the client', async () => {
    const email = newAddress();
    const response = await requestBackend({ email: email.toUpperCase(), lifetime: 600, state: 'st' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const made = (await response.json()) as CreatedLink;
    expect(made).toEqual({
      id: expect.any(String),
      delivery: 'return',
      email,
      client_id: web.client_id,
      expires_in: 600,
      link: expect.stringMatching(`^${baseUrl}/verify-email\\?token=`),
    });
    const target = await follow(made.link ?? '');
    expect(target.searchParams.get('state')).toBe('st');
    expect((await exchange(target.searchParams.get('code'), web)).status).toBe(200);
  });

  test('creates an account whose address isn’t verified yet', async () => {
    const email = newAddress();
    expect(await claimsBy(await createBackendLink(email, { scope: 'openid email' }))).toMatchObject({
      email,
      email_verified: false,
    });
    const id = await accountOf(email);
    expect(await (await admin()).users.findOne({ realm: REALM, id })).toMatchObject({ emailVerified: false });
  });

  test('claims no account: a pre-hijacked account keeps its sessions and credentials until the address is verified', async () => {
    const email = newAddress();
    const id = await makeAccount(email, { emailVerified: false });
    const users = (await admin()).users;
    await users.resetPassword({ realm: REALM, id, credential: { type: 'password', value: 'prepared' } });
    await follow(await createBackendLink(email));
    const after = (await admin()).users;
    expect(await after.findOne({ realm: REALM, id })).toMatchObject({ emailVerified: false });
    expect(await after.getCredentials({ realm: REALM, id })).toHaveLength(1);
    await follow(await linkFor(email, web));
    const proven = (await admin()).users;
    expect(await proven.findOne({ realm: REALM, id })).toMatchObject({ emailVerified: true });
    expect(await proven.getCredentials({ realm: REALM, id })).toEqual([]);
  });

  test('is recorded as impersonation, without Keycloak’s own note, and the device doesn’t remember the account', async () => {
    undo.push(await storeEvents(REALM));
    const since = Date.now();
    // From 26.8, Keycloak adds `act` to the tokens of a session that has its note.
    const notes = { impersonator: 'linkgate.impersonator', keycloaks: 'IMPERSONATOR_ID' };
    const client = await makeClient({
      protocolMappers: Object.entries(notes).map(([name, note]) => ({
        name,
        protocol: 'openid-connect',
        protocolMapper: 'oidc-usersessionmodel-note-mapper',
        config: {
          'user.session.note': note,
          'claim.name': name,
          'jsonType.label': 'String',
          'id.token.claim': 'true',
        },
      })),
    });
    undo.push(client.remove);
    const email = newAddress();
    const agent = new Agent();
    const { token, userId } = backends.impersonator;
    const link = await createBackendLink(email, {}, { token, client });
    const claims = await claimsBy(link, { client, agent });
    expect(claims).toMatchObject({ impersonator: userId });
    expect([claims.keycloaks, claims.act]).toEqual([undefined, undefined]);
    const [used] = await eventsSince(REALM, since, 'link_used');
    expect(used?.details).toMatchObject({ method: 'link', impersonator: userId });
    expect((await sessionOf(agent)).account?.email).toBe(email);
    expect(agent.cookie('LINKGATE_DEVICE')).toBeUndefined();
  });

  test('isn’t bound to the requester’s IP address', async () => {
    undo.push(await setLinkSettings({ bindIp: 'true' }));
    const { status } = await requestFrom(newCaller(), await createBackendLink(newAddress()));
    expect(status).toBe(302);
  });
});

describe('a client without a secret', () => {
  test('exchanges the code with the verifier of the challenge that was sent', async () => {
    const { verifier, challenge } = pkcePair();
    const link = await createBackendLink(newAddress(), { ...challenge }, { client: spa });
    const code = (await follow(link)).searchParams.get('code');
    expect((await exchange(code, spa, { code_verifier: verifier })).status).toBe(200);
  });

  describe('with an initiate login URI', () => {
    const app = 'http://localhost:1/begin?from=idp';
    async function beginning() {
      const { redirect_uri } = spa;
      const client = await makeClient({
        publicClient: true,
        redirectUris: [redirect_uri],
        attributes: { [INITIATE]: app },
      });
      undo.push(client.remove);
      const { client_secret: _, ...without } = client;
      return { ...client, without };
    }

    /** Opens a link, and returns the client's initiate login URI with its parameters. */
    async function openInitiateLogin(link: string, agent: Agent): Promise<URL> {
      const page = await agent.open(link);
      expect(page.status, page.text.slice(0, 300)).toBe(303);
      return new URL(page.headers.get('location') ?? '');
    }

    test('is sent there, and its own authorization request needs no email', async () => {
      const { without: client } = await beginning();
      const email = newAddress();
      const agent = new Agent();
      const target = await openInitiateLogin(await createBackendLink(email, {}, { client }), agent);
      expect(target.href.startsWith(`${app}&iss=`)).toBe(true);
      expect(Object.fromEntries(target.searchParams)).toEqual({
        from: 'idp',
        iss: baseUrl,
        login_hint: email,
      });
      expect(await sessionOf(agent)).toMatchObject({ authenticated: false });

      const { verifier, challenge } = pkcePair();
      const fields = { login_hint: email, state: 'own', ...challenge };
      const code = await codeFrom(agent, client, { fields });
      expect((await exchange(code, client, { code_verifier: verifier })).status).toBe(200);
      expect(await emailsTo(email)).toEqual([]);
    });

    test('can use this once, for its own request and that user', async () => {
      const { without: client } = await beginning();
      const { challenge } = pkcePair();
      const requestsAgain = async (
        agent: Agent,
        fields: Record<string, unknown>,
        other: SiteClient = client,
      ) => {
        const page = await agent.open(authUrl(other, { fields: { ...challenge, ...fields } as never }));
        return page.status === 200 && /<input[^>]*\bname="email"/.test(page.text);
      };
      const [email, other] = [newAddress(), newAddress()];
      const agent = new Agent();
      await openInitiateLogin(await createBackendLink(email, {}, { client }), agent);
      expect(await requestsAgain(agent, { login_hint: email }, web)).toBe(true);
      expect(await requestsAgain(agent, { login_hint: other })).toBe(true);
      expect(await requestsAgain(agent, { login_hint: email })).toBe(true);
      const stranger = new Agent();
      await openInitiateLogin(await createBackendLink(email, {}, { client }), new Agent());
      expect(await requestsAgain(stranger, { login_hint: email })).toBe(true);
    });

    test('is rejected once the URI is removed', async () => {
      const client = await beginning();
      const link = await createBackendLink(newAddress(), {}, { client: client.without });
      await client.update({ attributes: { [INITIATE]: 'http://evil.example/' } });
      expect(await rejectionOf(link)).toEqual(INVALID);
    });
  });
});

describe('an emailed link', () => {
  test('creates an account as the backend’s, as a returned one does', async () => {
    undo.push(await storeEvents(REALM));
    const since = Date.now();
    const email = newAddress();
    await requestBackend({ email, delivery: 'email' });
    await follow(linkIn(await emailTo(email)));
    await follow(await createBackendLink(newAddress()));
    expect(await registrationsSince(REALM, since)).toEqual([
      ['REGISTER', 'backend'],
      ['REGISTER', 'backend'],
    ]);
  });

  test('arrives, verifies the address and claims the account, like any other link', async () => {
    const email = newAddress();
    const id = await makeAccount(email, { emailVerified: false });
    const users = (await admin()).users;
    await users.resetPassword({ realm: REALM, id, credential: { type: 'password', value: 'prepared' } });
    const response = await requestBackend(
      { email, delivery: 'email', lifetime: 86_400 },
      { token: backends.linker.token },
    );
    expect([response.status, await response.json()]).toEqual([
      201,
      { id: expect.any(String), delivery: 'email', email, client_id: web.client_id, expires_in: 86_400 },
    ]);
    const message = await emailTo(email);
    const { exp = 0, iat = 0 } = decodeJwt(new URL(linkIn(message)).searchParams.get('token') ?? '');
    expect(exp - iat).toBe(86_400);
    const agent = new Agent();
    const target = await submitConsent(agent, await agent.open(linkIn(message)));
    expect((await exchange(target.searchParams.get('code'), web)).status).toBe(200);
    const after = (await admin()).users;
    expect(await after.findOne({ realm: REALM, id })).toMatchObject({ emailVerified: true });
    expect(await after.getCredentials({ realm: REALM, id })).toEqual([]);
  });

  test('isn’t sent to a disabled account, and the response doesn’t reveal that', async () => {
    const [email, later] = [newAddress(), newAddress()];
    await makeAccount(email, { enabled: false });
    const response = await requestBackend({ email, delivery: 'email' });
    expect(response.status).toBe(201);
    await requestBackend({ email: later, delivery: 'email' });
    await emailTo(later);
    expect(await emailsTo(email)).toEqual([]);
  });
});

test('logs an admin event for each link, without the link and the address', async () => {
  undo.push(await storeAdminEvents(REALM));
  const email = newAddress();
  const account = await makeAccount(email);
  for (const delivery of ['return', 'email']) {
    const made = (await (await requestBackend({ email, delivery })).json()) as CreatedLink;
    const [event, ...others] = await (await admin()).realms.findAdminEvents({
      realm: REALM,
      resourcePath: `linkgate/links/${made.id}`,
    });
    expect(others).toEqual([]);
    expect([event?.operationType, event?.resourceType]).toEqual(['CREATE', 'LINKGATE_LINK']);
    const expected = { id: made.id, delivery, client_id: web.client_id, expires_in: made.expires_in };
    expect(JSON.parse(String(event?.representation))).toEqual({
      ...expected,
      ...(delivery === 'return' && { user_id: account }),
    });
    expect(JSON.stringify(event)).not.toMatch(/token=|eyJ/);
    expect(JSON.stringify(event)).not.toContain(email);
  }
});

describe('the limit', () => {
  const { own } = useRealm('linkgate-backends');
  let token = '';
  const request = async (email: string, fields: Record<string, unknown> = {}) =>
    requestBackend({ email, ...fields }, { realm: own().name, token });

  test('applies per address, shared with the user’s own links, and per realm', async () => {
    const api = await admin();
    token = (await api.getAccessToken()) ?? '';
    const realm = await api.realms.findOne({ realm: own().name });
    const attributes = { ...realm?.attributes, [ALLOW]: 'true' };
    const perAddress = { 'linkgate.limit.link-email': '2/3600', 'linkgate.limit.link-ip': '1/3600' };
    await api.realms.update({ realm: own().name }, { attributes: { ...attributes, ...perAddress } });

    const email = newAddress();
    const first = await request(email);
    expect([
      first.status,
      first.headers.get('ratelimit-limit'),
      first.headers.get('ratelimit-remaining'),
    ]).toEqual([201, String(fixedValue('link-backend').count), String(fixedValue('link-backend').count - 1)]);
    const { client_id, redirect_uri } = web;
    const byUser = await fetch(`${own().baseUrl}/request-magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, client_id, redirect_uri }),
    });
    expect(byUser.status).toBe(200);
    const third = await request(email, { delivery: 'email' });
    expect([third.status, ((await third.json()) as { error: string }).error]).toEqual([
      429,
      'too_many_requests',
    ]);
    expect(third.headers.get('retry-after')).toBe(third.headers.get('ratelimit-reset'));

    const { count } = fixedValue('link-backend');
    const statuses: number[] = [];
    while (statuses.length < count) {
      const responses = await Promise.all(Array.from({ length: 50 }, () => request(newAddress())));
      statuses.push(...responses.map(({ status }) => status));
    }
    // One link was counted before these.
    expect(statuses.filter((status) => status === 201)).toHaveLength(count - 1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - count + 1);
    const over = await request(newAddress());
    expect([over.status, over.headers.get('ratelimit-limit')]).toEqual([429, String(count)]);
  });
});

test('an expired link says so, and offers no new one', async () => {
  const link = inject('early').givenBack;
  await untilLinkExpired(link);
  expect(await rejectionOf(link)).toEqual([401, 'invalid_token', 'The link has expired']);
  const page = await new Agent().open(link);
  expect([page.status, page.text.includes('name="again"')]).toEqual([401, false]);
  const body = new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '', again: '1' });
  expect(await rejectionOf(`${baseUrl}/verify-email`, { method: 'POST', body })).toEqual(INVALID);
});
