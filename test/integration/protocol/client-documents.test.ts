/** Clients that name themselves by a client ID metadata document, and domains whose clients need no approval (contract, section 11). */
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { makeApiScope } from '../../support/api-scope.ts';
import { authFields, authUrl, pkcePair } from '../../support/authorization.ts';
import { requiresEmail } from '../../support/chooser.ts';
import { type DocumentSite, openDocumentSite } from '../../support/document-site.ts';
import { newAddress } from '../../support/email.ts';
import { bearer, type Fields, post } from '../../support/form.ts';
import { signInOnPages } from '../../support/page-sign-in.ts';
import { callRegistration, initialToken, register, remove } from '../../support/registration.ts';
import { expectRejection } from '../../support/rejection.ts';
import { remove as removeFromSession } from '../../support/session-api.ts';
import { addWaitingDocuments, waitingDocument } from '../../support/waiting-documents.ts';

const { baseUrl } = inject('site');
const REALM = 'linkgate';
const MODE = 'linkgate.client-id-metadata-documents';
const TRUSTED = 'linkgate.trusted-client-domains';
const EXPIRES = 'linkgate.document-expires-at';

let site: DocumentSite;
let restore: () => Promise<void>;
beforeAll(async () => {
  site = await openDocumentSite();
  restore = await setRealmAttributes({ [MODE]: 'approval', [TRUSTED]: '' });
});
afterAll(async () => {
  await restore?.();
  await site?.close();
});
afterEach(async () => {
  const api = await admin();
  for (const { id, clientId } of await api.clients.find({ realm: REALM }))
    if (clientId?.startsWith('https://')) await api.clients.del({ realm: REALM, id: id ?? '' });
});

/** Runs work while the realm has other attributes. */
async function withRealm(attributes: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const before = await setRealmAttributes(attributes);
  try {
    await work();
  } finally {
    await before();
  }
}

const { verifier, challenge } = pkcePair();
const clientOf = (clientId: string, redirectUri = `${site.origin}/callback`) => ({
  client_id: clientId,
  redirect_uri: redirectUri,
});

/** The first page of an authorization request in a browser. */
async function authorize(clientId: string, redirectUri?: string): Promise<Page> {
  return await new Agent().open(authUrl(clientOf(clientId, redirectUri), { fields: challenge }));
}

/** What an application without a browser gets there. */
async function request(clientId: string): Promise<Response> {
  const url = authUrl(clientOf(clientId), { fields: challenge });
  return await fetch(url, { headers: { accept: 'application/json' } });
}

async function modelOf(clientId: string): Promise<ClientRepresentation | undefined> {
  return (await (await admin()).clients.find({ realm: REALM, clientId }))[0];
}

async function setAttributes(clientId: string, attributes: Record<string, string>): Promise<void> {
  const { id = '', ...model } = (await modelOf(clientId)) ?? {};
  const changed = { ...model, attributes: { ...model.attributes, ...attributes } };
  await (await admin()).clients.update({ realm: REALM, id }, changed);
}

/** A client that waits, and is then approved. */
async function approved(path: string, members: Record<string, unknown> = {}): Promise<string> {
  const clientId = site.publish(path, members);
  expect((await authorize(clientId)).status).toBe(403);
  await setAttributes(clientId, { 'linkgate.approval': 'approved' });
  expect(requiresEmail(await authorize(clientId))).toBe(true);
  return clientId;
}

/** Lets a document expire some seconds ago. */
const expire = (clientId: string, seconds: number) =>
  setAttributes(clientId, { [EXPIRES]: String(Math.floor(Date.now() / 1000) - seconds) });
const LONG_AGO = 100_000;
/** A month and a little. */
const ABANDONED = 31 * 86_400;
const ON_DEVICE = 'Sign-in then continues in an app on this device.';

const approvalOf = async (clientId: string) => (await modelOf(clientId))?.attributes?.['linkgate.approval'];
const discovery = async () =>
  (await (await fetch(`${baseUrl}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;

describe('a realm without the setting', () => {
  test.each(['off', '', 'yes'])('fetches nothing: "%s"', async (mode) => {
    await withRealm({ [MODE]: mode, [TRUSTED]: 'localhost' }, async () => {
      const clientId = site.publish('/off.json');
      await expectRejection(await request(clientId), 401, 'invalid_client', /^Client authentication failed$/);
      expect(site.requested).not.toContain('/off.json');
      expect(await discovery()).not.toHaveProperty('client_id_metadata_document_supported');
    });
  });
});

describe('a client with a document', () => {
  test('waits for an approval that shows what it claims, and signs users in once it is approved', async () => {
    const claimed = {
      client_name: 'Agent',
      client_uri: 'https://www.example/agent',
      logo_uri: 'https://www.example/logo.png',
      redirect_uris: [`${site.origin}/callback`, 'http://127.0.0.1/callback', 'https://evil.example/'],
    };
    const clientId = site.publish('/agent.json', claimed);
    const waiting = await authorize(clientId);
    expect(waiting.status).toBe(403);
    expect(waiting.text).toContain('class="lg-card"');
    await expectRejection(await request(clientId), 403, 'invalid_client');
    expect(site.requested.filter((path) => path === '/agent.json')).toHaveLength(1);

    const { id = '' } = (await modelOf(clientId)) ?? {};
    const shown = await callAdminApi<{ version: string }>('GET', `/clients/${id}`);
    expect(shown.json).toMatchObject({
      client_id: clientId,
      name: `Agent (localhost:${site.port})`,
      kind: 'public',
      state: 'pending',
      consent_required: true,
      registration: { by: 'document', username: null, at: expect.any(Number) },
      base_url: 'https://www.example/agent',
      logo_uri: 'https://www.example/logo.png',
      redirect_uris: ['http://127.0.0.1/callback', `${site.origin}/callback`],
      web_origins: [site.origin],
    });
    const decision = { state: 'approved', version: shown.json.version };
    expect((await callAdminApi('PUT', `/clients/${id}/approval`, { body: decision })).status).toBe(200);

    const redirectUri = 'http://127.0.0.1:4711/callback';
    const url = authUrl(clientOf(clientId, redirectUri), { fields: challenge });
    const agent = new Agent();
    const seeConsent = ({ text }: Page) => expect(text).toContain(ON_DEVICE);
    const back = await signInOnPages(url, newAddress(), { agent, seeConsent });
    expect(back.href.startsWith(redirectUri)).toBe(true);
    const fields: Fields = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: clientId,
      code_verifier: verifier,
    };
    const tokens = await post(`${baseUrl}/token`, fields);
    expect(tokens.status, await tokens.clone().text()).toBe(200);
    const { access_token: token } = (await tokens.json()) as { access_token: string };
    const userinfo = async () => (await fetch(`${baseUrl}/userinfo`, { headers: bearer(token) })).status;
    expect(await userinfo()).toBe(200);
    expect((await removeFromSession(agent, `/consents/${encodeURIComponent(clientId)}`)).status).toBe(204);
    expect(await userinfo()).toBe(401);
  });

  test('repeats a form that it submitted, too', async () => {
    const clientId = site.publish('/form.json');
    const fields = authFields(clientOf(clientId), challenge);
    const response = await fetch(`${baseUrl}/auth`, {
      method: 'POST',
      body: new URLSearchParams(fields as Record<string, string>),
      redirect: 'manual',
    });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(`${baseUrl}/auth`);
  });

  test('is named in discovery', async () => {
    expect(await discovery()).toHaveProperty('client_id_metadata_document_supported', true);
  });

  test('must redirect to a URI of its document', async () => {
    const clientId = await approved('/redirect.json');
    const page = await authorize(clientId, `${site.origin}/other`);
    expect(page.status).toBe(400);
  });

  test('is fetched once if several browsers name it at the same time', async () => {
    const clientId = site.publish('/together.json');
    const pages = await Promise.all(Array.from({ length: 4 }, () => authorize(clientId)));
    expect(pages.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await (await admin()).clients.find({ realm: REALM, clientId })).toHaveLength(1);
  });
});

describe('a realm in which as many clients wait as may', () => {
  test('adds one once those are removed that nobody has used for a month', async () => {
    await addWaitingDocuments(97, LONG_AGO);
    await addWaitingDocuments(3, ABANDONED);
    const [{ id = '' } = {}] = await (await admin()).clients.find({
      realm: REALM,
      clientId: waitingDocument(ABANDONED, 0),
    });
    // It was approved once.
    await (await admin()).clients.update({ realm: REALM, id }, { notBefore: 1 });
    const clientId = site.publish('/next.json');
    await expectRejection(await request(clientId), 403, 'invalid_client');
    expect(await approvalOf(clientId)).toBe('pending');
    const left = (await (await admin()).clients.find({ realm: REALM }))
      .map((client) => client.clientId ?? '')
      .filter((name) => [0, 1, 2].some((index) => name === waitingDocument(ABANDONED, index)));
    expect(left).toEqual([waitingDocument(ABANDONED, 0)]);
  });

  test('adds none if all are in use', async () => {
    await addWaitingDocuments(100, LONG_AGO);
    const clientId = site.publish('/too-many.json');
    await expectRejection(await request(clientId), 403, 'invalid_client');
    expect(site.requested).not.toContain('/too-many.json');
    expect(await modelOf(clientId)).toBeUndefined();
  });
});

describe('what a realm gives new clients', () => {
  const STAY = 'linkgate.refresh-tokens-of-new-clients';
  const stayOf = async (clientId: string) => {
    const { attributes = {}, defaultClientScopes = [] } = (await modelOf(clientId)) ?? {};
    const { 'linkgate.refresh-tokens': stay, 'use.refresh.tokens': refreshes } = attributes;
    return { stay, refreshes, isOffline: defaultClientScopes.includes('offline_access') };
  };

  test.each([
    ['30', { stay: '30', refreshes: 'true', isOffline: true }],
    ['session', { stay: 'session', refreshes: 'true', isOffline: false }],
    ['off', { stay: undefined, refreshes: 'false', isOffline: false }],
    ['forever', { stay: undefined, refreshes: 'false', isOffline: false }],
  ])('is how long users stay signed in: "%s"', async (setting, expected) => {
    await withRealm({ [STAY]: setting }, async () => {
      const clientId = site.publish(`/stays-${setting}.json`);
      expect((await authorize(clientId)).status).toBe(403);
      expect(await stayOf(clientId)).toEqual(expected);
      const registered = await register('openid-connect', { redirect_uris: ['https://shop.example/back'] });
      const ofRegistered = await stayOf(registered.clientId);
      await remove(registered);
      expect(ofRegistered).toEqual(expected);
    });
  });

  test('is no reason to stay signed in to a client that an administrator has decided about', async () => {
    const clientId = await approved('/decided.json');
    await withRealm({ [STAY]: '30' }, async () => {
      await expire(clientId, 60);
      expect(requiresEmail(await authorize(clientId))).toBe(true);
      expect((await stayOf(clientId)).stay).toBeUndefined();
    });
  });

  test('are the API scopes that are its optional client scopes', async () => {
    const scope = await makeApiScope();
    try {
      await scope.assignToNewClients();
      const clientId = await approved('/scoped.json');
      const url = authUrl(clientOf(clientId), { fields: { ...challenge, scope: `openid ${scope.name}` } });
      const back = await signInOnPages(url, newAddress());
      expect(back.searchParams.get('error')).toBeNull();
      expect(back.searchParams.get('code')).not.toBeNull();
    } finally {
      await scope.remove();
    }
  });
});

describe('a document is not fetched or not accepted', () => {
  test.each([
    ['that doesn’t exist', { status: 404 }],
    ['that is elsewhere', { status: 302, headers: { location: '/agent.json' } }],
    ['that isn’t JSON by its type', { headers: { 'content-type': 'text/html' }, body: '{}' }],
    ['that isn’t JSON', { body: '<html>' }],
    ['that is too large', { body: JSON.stringify({ a: 'a'.repeat(5120) }) }],
    ['that never arrives', null],
  ])('%s', async (_, response) => {
    site.publish('/agent.json');
    site.serve('/broken.json', response);
    const before = site.requested.length;
    const clientId = `${site.origin}/broken.json`;
    await expectRejection(
      await request(clientId),
      401,
      'invalid_client',
      /^client_id: its client ID metadata/,
    );
    expect(site.requested.slice(before)).toEqual(['/broken.json']);
    expect(await modelOf(clientId)).toBeUndefined();
  });

  test.each([
    ['of another client', { client_id: 'https://localhost/other.json' }, /client_id: /],
    ['with a secret', { client_secret: 'secret' }, /client_secret: /],
    ['that redirects elsewhere', { redirect_uris: ['https://evil.example/'] }, /redirect_uris: /],
  ])('%s', async (_, members, text) => {
    const clientId = site.publish('/wrong.json', members);
    await expectRejection(await request(clientId), 401, 'invalid_client', text);
    expect(await modelOf(clientId)).toBeUndefined();
  });

  test('more often than the limits allow', async () => {
    await withRealm({ 'linkgate.limit.exempt': '' }, async () => {
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) statuses.push((await request(`${site.origin}/missing-${i}.json`)).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    });
  });
});

describe('an expired document', () => {
  test('that has not changed counts again', async () => {
    const clientId = await approved('/same.json');
    await expire(clientId, LONG_AGO);
    expect(requiresEmail(await authorize(clientId))).toBe(true);
    expect(site.requested.filter((path) => path === '/same.json')).toHaveLength(2);
    expect(Number((await modelOf(clientId))?.attributes?.[EXPIRES]) * 1000).toBeGreaterThan(Date.now());
    expect(requiresEmail(await authorize(clientId))).toBe(true);
    expect(site.requested.filter((path) => path === '/same.json')).toHaveLength(2);
  });

  test('that can’t be fetched counts for another day', async () => {
    const clientId = await approved('/gone.json');
    site.serve('/gone.json', { status: 500 });
    await expire(clientId, 60);
    expect(requiresEmail(await authorize(clientId))).toBe(true);
    await expire(clientId, LONG_AGO);
    await expectRejection(await request(clientId), 401, 'invalid_client');
  });

  test('may change the redirect URIs within the approved origins', async () => {
    const clientId = await approved('/moved.json');
    site.publish('/moved.json', { redirect_uris: [`${site.origin}/new`] });
    await expire(clientId, 60);
    expect(requiresEmail(await authorize(clientId, `${site.origin}/new`))).toBe(true);
    expect((await authorize(clientId, `${site.origin}/callback`)).status).toBe(400);
  });

  test('that claims something else lets its client wait again', async () => {
    const clientId = await approved('/renamed.json');
    site.publish('/renamed.json', { client_name: 'Your Bank' });
    await expire(clientId, 60);
    expect((await authorize(clientId)).status).toBe(403);
    expect(await approvalOf(clientId)).toBe('pending');
    expect((await modelOf(clientId))?.name).toBe(`Your Bank (localhost:${site.port})`);
  });

  test('of a rejected client is not fetched', async () => {
    const clientId = await approved('/rejected.json');
    await setAttributes(clientId, { 'linkgate.approval': 'rejected', [EXPIRES]: '1' });
    const before = site.requested.length;
    await expectRejection(await request(clientId), 401, 'invalid_client', /^Client authentication failed$/);
    expect(site.requested).toHaveLength(before);
  });
});

describe('a trusted domain', () => {
  test('lets its documents’ clients in without approval', async () => {
    await withRealm({ [MODE]: 'trusted', [TRUSTED]: 'other.example localhost' }, async () => {
      const clientId = site.publish('/trusted.json');
      expect(requiresEmail(await authorize(clientId))).toBe(true);
      expect(await approvalOf(clientId)).toBe('approved');
      expect(await modelOf(clientId)).toMatchObject({ consentRequired: true, publicClient: true });
    });
  });

  test.each([
    ['a domain that is no longer trusted', { [TRUSTED]: '' }, 'pending'],
    ['a realm that no longer takes others’', { [MODE]: 'trusted', [TRUSTED]: '' }, undefined],
    ['a realm that no longer takes any', { [MODE]: 'off' }, undefined],
  ])('counts as it is once the document has come: %s', async (_, attributes, approval) => {
    await withRealm({ [TRUSTED]: 'localhost' }, async () => {
      const clientId = site.publish('/meanwhile.json', {}, () => setRealmAttributes(attributes));
      expect(requiresEmail(await authorize(clientId))).toBe(false);
      expect(site.requested).toContain('/meanwhile.json');
      expect(await approvalOf(clientId)).toBe(approval);
    });
    await setRealmAttributes({ [MODE]: 'approval', [TRUSTED]: '' });
  });

  test('is needed for a document to be fetched, if the realm says so', async () => {
    await withRealm({ [MODE]: 'trusted', [TRUSTED]: 'other.example *.localhost' }, async () => {
      const clientId = site.publish('/untrusted.json');
      await expectRejection(await request(clientId), 401, 'invalid_client', /^Client authentication failed$/);
      expect(site.requested).not.toContain('/untrusted.json');
    });
  });

  test('lets a client in that registers itself, with all its URLs there', async () => {
    await withRealm({ [TRUSTED]: 'shop.example' }, async () => {
      const trusted = await register('openid-connect', {
        redirect_uris: ['https://shop.example/back'],
        client_name: 'Shop',
      });
      const other = await register('openid-connect', {
        redirect_uris: ['https://shop.example/back'],
        backchannel_logout_uri: 'https://10.0.0.1/logout',
      });
      const states = [await approvalOf(trusted.clientId), await approvalOf(other.clientId)];
      await remove(trusted);
      await remove(other);
      expect(states).toEqual(['approved', 'pending']);
    });
  });
});

test('nobody can register the client ID of a document', async () => {
  const body = { clientId: `${site.origin}/taken.json`, redirectUris: ['https://evil.example/'] };
  const response = await callRegistration('POST', 'default', await initialToken(), body);
  await expectRejection(response, 400, 'invalid_request', /reserved/);
  expect(await modelOf(body.clientId)).toBeUndefined();
});
