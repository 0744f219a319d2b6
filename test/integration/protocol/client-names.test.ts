/** Client IDs, audiences of API scopes and `resource_url` are one name space (contract, section 11). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { checkNamesInRealm } from '../../../scripts/seed/client-names.ts';
import { seedTarget } from '../../../scripts/seed/target.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { makeApiScope, type OwnApiScope } from '../../support/api-scope.ts';
import { authUrl, pkcePair } from '../../support/authorization.ts';
import { openDocumentSite } from '../../support/document-site.ts';
import { bearer } from '../../support/form.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import {
  callRegistration,
  initialToken,
  type Registered,
  register,
  remove,
} from '../../support/registration.ts';
import { expectRejection } from '../../support/rejection.ts';

const { baseUrl, serverUrl, admin: account, clients } = inject('site');
const REALM = 'linkgate';
const RESERVED = 'linkgate-admin';
const REDIRECT_URI = 'https://shop.example/back';

const host = `${crypto.randomUUID()}.example.com`;
const scopes: Record<'uri' | 'plain', OwnApiScope> = {} as never;
let api: OwnClient;

beforeAll(async () => {
  scopes.uri = await makeApiScope({ audience: `https://${host}` });
  scopes.plain = await makeApiScope({ audience: `billing-${host}` });
  api = await makeClient({ attributes: { resource_url: `https://api.${host}:8443` } });
});
afterAll(async () => {
  for (const one of [...Object.values(scopes), api]) await one.remove();
});

/** In each of Keycloak's ways in which a client chooses its ID. */
async function registered(clientId: string): Promise<{ status: number; text: string }[]> {
  const own = await callRegistration('POST', 'default', await initialToken(), {
    clientId,
    redirectUris: [REDIRECT_URI],
  });
  const close = await setRealmAttributes({ 'linkgate.allowed-protocols': 'saml' });
  const saml = await fetch(`${baseUrl}/clients-registrations/saml2-entity-descriptor`, {
    method: 'POST',
    headers: { ...bearer(await initialToken()), 'content-type': 'application/xml' },
    body: `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${clientId}">
      <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
      Location="https://sp.example/acs" index="0"/></SPSSODescriptor></EntityDescriptor>`,
  });
  await close();
  return [
    { status: own.status, text: await own.text() },
    { status: saml.status, text: await saml.text() },
  ];
}

/** Linkgate's own client, under another ID for a while: a realm may not have it yet. */
async function withoutOwnClient<T>(use: () => Promise<T>): Promise<T> {
  const { clients: api } = await admin();
  const [{ id = '' } = {}] = await api.find({ realm: REALM, clientId: RESERVED });
  await api.update({ realm: REALM, id }, { clientId: `not-${RESERVED}` });
  try {
    return await use();
  } finally {
    await (await admin()).clients.update({ realm: REALM, id }, { clientId: RESERVED });
  }
}

describe('a client can’t register itself', () => {
  test.each([
    ['an audience', () => `billing-${host}`],
    ['an audience that is a URI', () => `https://${host}`],
    ['an equivalent of it', () => `HTTPS://${host.toUpperCase()}:443/`],
    ['another client’s resource_url', () => `https://api.${host}:8443/`],
  ])('with %s', async (_, idOf) => {
    for (const { status, text } of await registered(idOf())) {
      expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'invalid_client_metadata' }]);
      expect(text).toContain('is a name of an API or of another client');
    }
    expect(await (await admin()).clients.find({ realm: REALM, clientId: idOf() })).toEqual([]);
  });

  test.each([
    ['the URL of a document', () => `https://app.${host}/client.json`],
    ['one in another spelling', () => `https://APP.${host}:443/%63lient.json`],
  ])('with %s, although the realm fetches none', async (_, idOf) => {
    for (const { status, text } of await registered(idOf())) {
      expect(status).toBe(400);
      expect(text).toContain('is reserved for the client of the document at this URL');
    }
  });

  test('with the ID of Linkgate’s own client, before there is one', async () => {
    await withoutOwnClient(async () => {
      for (const { status, text } of await registered(RESERVED)) {
        expect([status, text]).toEqual([400, expect.stringContaining('or reserved')]);
      }
      expect(await (await admin()).clients.find({ realm: REALM, clientId: RESERVED })).toEqual([]);
    });
  });

  test('with an equivalent of another client’s ID', async () => {
    const other = await makeClient({ clientId: `https://own.${host}` });
    for (const { status } of await registered(`https://own.${host}/`)) expect(status).toBe(400);
    await other.remove();
  });
});

test('a client with that ID that can change itself doesn’t get administrators’ pages', async () => {
  await withoutOwnClient(async () => {
    const squatter = await makeClient({ clientId: RESERVED });
    const page = async () => (await fetch(`${baseUrl}/linkgate`)).status;
    expect(await page()).toBe(200);
    const [{ id = '' } = {}] = await (await admin()).clients.find({ realm: REALM, clientId: RESERVED });
    await (await admin()).clients.generateRegistrationAccessToken({ realm: REALM, id });
    expect(await page()).toBe(404);
    await squatter.remove();
  });
});

test('a document’s client can’t have a name that is taken', async () => {
  const site = await openDocumentSite();
  const clientId = site.publish('/api');
  const scope = await makeApiScope({ audience: clientId });
  const close = await setRealmAttributes({
    'linkgate.client-id-metadata-documents': 'trusted',
    'linkgate.trusted-client-domains': 'localhost',
  });
  const url = authUrl(
    { client_id: clientId, redirect_uri: `${site.origin}/callback` },
    { fields: pkcePair().challenge },
  );
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  await expectRejection(response, 401, 'invalid_client', /is a name of an API or of another client/);
  await close();
  await scope.remove();
  await site.close();
});

describe('a client that registered itself before the name was an API’s', () => {
  let squatter: Registered;
  let late: OwnApiScope;
  beforeAll(async () => {
    squatter = await register('default', { clientId: `late-${host}`, redirectUris: [REDIRECT_URI] });
    late = await makeApiScope({ audience: `late-${host}` });
  });
  afterAll(async () => {
    await late.remove();
    await remove(squatter);
  });

  test('isn’t approved', async () => {
    const at = `/clients/${squatter.id}`;
    const { json: shown } = await callAdminApi<{ version: string }>('GET', at);
    const body = { state: 'approved', version: shown.version };
    const { status, json } = await callAdminApi<{ errors: unknown }>('PUT', `${at}/approval`, { body });
    expect([status, JSON.stringify(json)]).toEqual([409, expect.stringContaining('client-id-taken')]);
    const rejected = await callAdminApi('PUT', `${at}/approval`, { body: { state: 'paused' } });
    expect(rejected.status).toBe(400);
  });

  test('is one of the realm’s problems until it is rejected', async () => {
    const found = async () =>
      (await callAdminApi<{ problems: { id: string; detail: unknown }[] }>('GET', '/problems')).json.problems
        .filter(({ id }) => id === 'client-ids')
        .map(({ detail }) => detail);
    expect(await found()).toEqual([
      { id: 'client-id-of-scope', values: { client: squatter.clientId, scope: late.name } },
    ]);
    const body = { state: 'rejected' };
    await callAdminApi('PUT', `/clients/${squatter.id}/approval`, { body });
    expect(await found()).toEqual([]);
  });

  test('doesn’t let a realm file declare the API', async () => {
    const target = seedTarget(
      { client: await connectAdmin({ serverUrl, ...account }), realm: REALM },
      { apply: false, prune: false, changes: [], kept: [], log: () => {} },
    );
    const consentText = { en: 'Late' };
    const declaring = async (audience: string) =>
      await checkNamesInRealm(target, {
        apiScopes: [{ name: 'late', consentText, audience }],
        clients: { clients: [] },
      });
    await expect(declaring(squatter.clientId)).rejects.toThrow(/which no administrator chose/);
    await declaring(clients.web.client_id);
  });
});
