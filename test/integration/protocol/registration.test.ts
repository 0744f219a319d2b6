/** What a client that registers itself may set, and what only administrators decide (contract, section 3.3). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { bearer, post } from '../../support/form.ts';
import { makeClient } from '../../support/own-client.ts';
import {
  callRegistration,
  change,
  decide,
  initialToken,
  modelOf,
  type Registered,
  register,
  remove,
  setApproval,
} from '../../support/registration.ts';
import { expectRejection } from '../../support/rejection.ts';

const { baseUrl } = inject('site');
const REALM = 'linkgate';
const REDIRECT_URI = 'https://shop.example/back';

/** Puts one of a user's attributes into tokens as another claim. */
const mapper = (attribute: string, claim: string) => ({
  name: `${attribute} as ${claim}`,
  protocol: 'openid-connect',
  protocolMapper: 'oidc-usermodel-attribute-mapper',
  config: {
    'user.attribute': attribute,
    'claim.name': claim,
    'access.token.claim': 'true',
    'id.token.claim': 'true',
  },
});

/** What no client may set by itself: each field differs from its default. */
const ADMINISTERED: ClientRepresentation = {
  fullScopeAllowed: true,
  consentRequired: false,
  implicitFlowEnabled: true,
  directAccessGrantsEnabled: true,
  surrogateAuthRequired: true,
  alwaysDisplayInConsole: true,
  bearerOnly: true,
  notBefore: 1,
  nodeReRegistrationTimeout: 60,
  adminUrl: 'https://evil.example/admin',
  registeredNodes: { 'node.evil.example': 1 },
  protocolMappers: [mapper('street', 'sub'), mapper('locality', 'aud')],
  defaultClientScopes: ['basic'],
  optionalClientScopes: ['email'],
  attributes: {
    'access.token.lifespan': '86400',
    'consent.screen.text': 'nothing at all',
    'display.on.consent.screen': 'false',
    'use.refresh.tokens': 'true',
    'standard.token.exchange.enabled': 'true',
    'oauth2.device.authorization.grant.enabled': 'true',
    'oidc.ciba.grant.enabled': 'true',
    'client_credentials.use_refresh_token': 'true',
    'id.token.signed.response.alg': 'RS512',
    login_theme: 'keycloak',
    'linkgate.approval': 'approved',
    'linkgate.sign-in.sign-up': 'open',
    'linkgate.unheard-of': 'x',
  },
};

/** What it may set: an administrator reviews and approves that. */
const CLAIMED: ClientRepresentation = {
  name: 'Your Bank',
  description: 'Ours',
  baseUrl: 'https://evil.example/',
  rootUrl: 'https://evil.example',
  redirectUris: ['https://evil.example/back'],
  webOrigins: ['https://evil.example'],
  frontchannelLogout: true,
  attributes: {
    'linkgate.branding.text': 'Your account is locked',
    'linkgate.branding.subject': 'Locked',
    'linkgate.branding.sender-name': 'Your Bank',
    'linkgate.branding.logo': 'https://evil.example/logo.png',
    'linkgate.initiate-login-uri': 'https://evil.example/begin',
    logoUri: 'https://evil.example/logo.png',
    policyUri: 'https://evil.example/policy',
    tosUri: 'https://evil.example/terms',
    'post.logout.redirect.uris': 'https://evil.example/bye',
    'backchannel.logout.url': 'https://evil.example/logout',
  },
};

const BOTH: ClientRepresentation = {
  ...ADMINISTERED,
  ...CLAIMED,
  attributes: { ...ADMINISTERED.attributes, ...CLAIMED.attributes },
};

/** The client without its unique values: Keycloak's identifiers, and its secret. */
async function shownOf(client: Registered) {
  const { secret: _, protocolMappers = [], attributes = {}, ...model } = await modelOf(client);
  const rest = Object.entries(attributes).filter(([name]) => !name.startsWith('client.secret.'));
  return {
    ...model,
    redirectUris: [...(model.redirectUris ?? [])].sort(),
    optionalClientScopes: [...(model.optionalClientScopes ?? [])].sort(),
    protocolMappers: protocolMappers.map(({ id: __, ...made }) => made),
    attributes: Object.fromEntries(rest),
  };
}

describe('a client that registers itself', () => {
  test('otherwise equals one created by an administrator, whatever it requests', async () => {
    const made = await makeClient();
    const [like = {}] = await (await admin()).clients.find({ realm: REALM, clientId: made.client_id });
    await made.remove();
    for (const [form, body] of [
      ['default', { ...BOTH, publicClient: false }],
      ['default', { redirectUris: [REDIRECT_URI], publicClient: false }],
      [
        'openid-connect',
        { redirect_uris: [REDIRECT_URI], subject_type: 'public', scope: 'email', unheard_of: 1 },
      ],
    ] as const) {
      const client = await register(form, body);
      const { protocolMappers, attributes, ...model } = await shownOf(client);
      await remove(client);
      const fields = [
        'fullScopeAllowed',
        'consentRequired',
        'standardFlowEnabled',
        'implicitFlowEnabled',
        'directAccessGrantsEnabled',
        'serviceAccountsEnabled',
        'surrogateAuthRequired',
        'alwaysDisplayInConsole',
        'bearerOnly',
        'notBefore',
        'nodeReRegistrationTimeout',
        'defaultClientScopes',
        'optionalClientScopes',
        'adminUrl',
        'registeredNodes',
        'authenticationFlowBindingOverrides',
      ] as const;
      for (const field of fields) {
        const [is, due] = [model[field], like[field]].map((value) =>
          Array.isArray(value) ? [...value].sort() : value,
        );
        expect(is, `${form}: ${field}`).toEqual(due);
      }
      expect(protocolMappers.map(({ config }) => config?.['included.client.audience'])).toEqual([
        client.clientId,
      ]);
      const requested = Object.keys(ADMINISTERED.attributes ?? {});
      for (const name of requested.filter((attribute) => attribute !== 'linkgate.approval'))
        expect(attributes[name], `${form}: ${name}`).toBe(like.attributes?.[name]);
    }
  });

  test('may change its description while pending, and nothing else', async () => {
    const client = await register('default', { redirectUris: [REDIRECT_URI], publicClient: false });
    const { attributes, ...before } = await shownOf(client);
    await change(client, 'default', BOTH);
    expect(await shownOf(client)).toEqual({
      ...before,
      ...CLAIMED,
      attributes: { ...attributes, ...CLAIMED.attributes },
    });
    await change(client, 'default', { name: 'Shop', redirectUris: [REDIRECT_URI] });
    expect(await shownOf(client)).toMatchObject({ name: 'Shop', redirectUris: [REDIRECT_URI] });
    await remove(client);
  });

  test('can’t change once it is approved, except for its secret', async () => {
    const client = await register('default', { redirectUris: [REDIRECT_URI], publicClient: false });
    await decide(client, {
      description: 'as we know it',
      notBefore: 5,
      protocolMappers: [mapper('locale', 'locale')],
      attributes: { 'linkgate.approval': 'approved', 'linkgate.branding.text': 'Fish' },
    });
    const before = await shownOf(client);
    await change(client, 'default', { ...BOTH, secret: 'another one' });
    expect(await shownOf(client)).toEqual(before);
    expect((await modelOf(client)).secret).toBe('another one');
    await change(client, 'default', BOTH, '/');
    expect(await shownOf(client)).toEqual(before);
    // Keycloak treats a client of this form as confidential by default.
    await change(client, 'openid-connect', {
      redirect_uris: ['https://evil.example/back'],
      client_name: 'Your Bank',
      token_endpoint_auth_method: 'none',
      subject_type: 'public',
      scope: 'email',
      response_types: ['id_token'],
      grant_types: ['implicit', 'password', 'refresh_token'],
      logo_uri: 'https://evil.example/logo.png',
    });
    expect(await shownOf(client)).toEqual(before);
    expect((await modelOf(client)).secret).toBe('another one');
    expect(client.response).toMatchObject({ redirect_uris: [REDIRECT_URI], client_secret: 'another one' });
    expect(client.response.client_name).toBeUndefined();
    await remove(client);
  });

  test.each<[string, (client: Registered) => Promise<void>]>([
    ['was rejected', (client) => setApproval(client, 'rejected')],
    ['was deleted', (client) => setApproval(client, 'deleted')],
    ['is disabled', (client) => decide(client, { enabled: false })],
  ])('can’t read, change or delete itself once it %s', async (_, decided) => {
    const client = await register('openid-connect', { redirect_uris: [REDIRECT_URI] });
    await setApproval(client, 'approved');
    await decided(client);
    const before = await modelOf(client);
    const body = { client_id: client.clientId, redirect_uris: [REDIRECT_URI, `${REDIRECT_URI}/more`] };
    const responses = [
      await callRegistration('PUT', `openid-connect/${client.clientId}`, client.token, body),
      await callRegistration('PUT', `default/${client.clientId}/`, client.token, {
        clientId: client.clientId,
      }),
    ];
    for (const [method, path] of [
      ['GET', 'openid-connect'],
      ['GET', 'default'],
      ['GET', 'install'],
      ['DELETE', 'openid-connect'],
      ['DELETE', 'default'],
    ])
      responses.push(
        await fetch(`${baseUrl}/clients-registrations/${path}/${client.clientId}`, {
          method: method ?? '',
          headers: bearer(client.token),
        }),
      );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 401));
    expect(await modelOf(client)).toEqual(before);
    await remove(client);
  });

  test('may add URLs of the approved origins', async () => {
    const client = await register('openid-connect', { redirect_uris: [REDIRECT_URI] });
    await setApproval(client, 'approved');
    const more = 'https://shop.example/app?v=2';
    await change(client, 'openid-connect', {
      redirect_uris: [REDIRECT_URI, more, 'https://shop.example.evil.example/', 'https://shop.example:8443/'],
    });
    expect([...((await modelOf(client)).redirectUris ?? [])].sort()).toEqual([more, REDIRECT_URI].sort());
    await remove(client);
  });

  test.each<[string, object]>([
    ['a service account', { serviceAccountsEnabled: true }],
    ['default roles', { defaultRoles: ['guest'] }],
    ['authorization services', { authorizationServicesEnabled: true, serviceAccountsEnabled: true }],
  ])('can’t get %s', async (_, fields) => {
    const body = { redirectUris: [REDIRECT_URI], publicClient: false, ...fields };
    const clientId = `test-${crypto.randomUUID()}`;
    await expectRejection(
      await callRegistration('POST', 'default', await initialToken(), { clientId, ...body }),
      400,
      'invalid_request',
    );
    expect(await (await admin()).clients.find({ realm: REALM, clientId })).toEqual([]);
    const client = await register('default', { redirectUris: [REDIRECT_URI], publicClient: false });
    const before = await shownOf(client);
    // Authorization services can be enabled only when a client is created.
    const response = await callRegistration('PUT', `default/${client.clientId}`, client.token, {
      clientId: client.clientId,
      ...body,
    });
    await expectRejection(response, 400, 'invalid_request');
    expect(await shownOf(client)).toEqual(before);
    await remove(client);
  });
});

describe('no URL that a client names is fetched', () => {
  const fetched: string[] = [];
  const server = createServer((request, response) => {
    fetched.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([REDIRECT_URI]));
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inside`;
  });
  afterAll(() => server.close());
  beforeEach(() => fetched.splice(0));

  const pairwise = () => ({
    name: 'pairwise',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-sha256-pairwise-sub-mapper',
    config: { sectorIdentifierUri: url },
  });

  /** Form, member, and its value. */
  const REJECTED: [string, string, () => object][] = [
    [
      'openid-connect',
      'sector_identifier_uri',
      () => ({ subject_type: 'pairwise', sector_identifier_uri: url }),
    ],
    ['openid-connect', 'sector_identifier_uri', () => ({ sector_identifier_uri: url })],
    ['openid-connect', 'subject_type', () => ({ subject_type: 'pairwise' })],
    ['openid-connect', 'jwks_uri', () => ({ jwks_uri: url, token_endpoint_auth_method: 'private_key_jwt' })],
    ['openid-connect', 'request_uris', () => ({ request_uris: [url] })],
    [
      'openid-connect',
      'backchannel_client_notification_endpoint',
      () => ({ backchannel_client_notification_endpoint: url }),
    ],
    ['default', 'protocolMappers', () => ({ protocolMappers: [pairwise()] })],
    ['default', 'sectorIdentifierUri', () => ({ attributes: { sectorIdentifierUri: url } })],
    ['default', 'jwks.url', () => ({ attributes: { 'jwks.url': url, 'use.jwks.url': 'true' } })],
    ['default', 'request.uris', () => ({ attributes: { 'request.uris': url } })],
  ];

  test.each(REJECTED)('when it registers or changes itself: %s with %s', async (form, member, fields) => {
    const plain = form === 'default' ? { redirectUris: [REDIRECT_URI] } : { redirect_uris: [REDIRECT_URI] };
    const client = await register(form, plain);
    const name = form === 'default' ? 'clientId' : 'client_id';
    const before = await modelOf(client);
    for (const response of [
      await callRegistration('POST', form, await initialToken(), { ...plain, ...fields() }),
      await callRegistration('PUT', `${form}/${client.clientId}`, client.token, {
        [name]: client.clientId,
        ...plain,
        ...fields(),
      }),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: 'invalid_client_metadata',
        error_description: `${member}: not supported`,
      });
    }
    expect(await modelOf(client)).toEqual(before);
    expect(fetched).toEqual([]);
    await remove(client);
  });

  test('if an administrator has set one: the client can’t change itself then', async () => {
    const client = await register('default', { redirectUris: [REDIRECT_URI], publicClient: false });
    await (await admin()).clients.addProtocolMapper({ realm: REALM, id: client.id }, pairwise());
    fetched.splice(0);
    for (const form of ['default', 'openid-connect']) {
      const fields = form === 'default' ? { clientId: client.clientId } : { client_id: client.clientId };
      const response = await callRegistration('PUT', `${form}/${client.clientId}`, client.token, {
        ...fields,
        redirect_uris: undefined,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_client_metadata' });
    }
    expect(fetched).toEqual([]);
    await remove(client);
  });

  test('when it is used, even if an administrator has set them', async () => {
    const client = await makeClient({
      clientAuthenticatorType: 'client-jwt',
      attributes: {
        'jwks.url': url,
        'use.jwks.url': 'true',
        'request.uris': url,
        logoUri: url,
        'oidc.ciba.grant.enabled': 'true',
        'oauth2.device.authorization.grant.enabled': 'true',
        'ciba.backchannel.client.notification.endpoint': url,
      },
    });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwt = (claims: object) =>
      [{ alg: 'RS256', kid: 'k', jku: url, x5u: url }, claims].map(part).concat('c2ln').join('.');
    const now = Math.floor(Date.now() / 1000);
    const assertion = {
      client_id: client.client_id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: jwt({
        iss: client.client_id,
        sub: client.client_id,
        aud: baseUrl,
        jti: crypto.randomUUID(),
        iat: now,
        exp: now + 60,
      }),
    };
    const stock = `${baseUrl}/protocol/openid-connect`;
    const posts: [string, Record<string, string>][] = [
      [`${baseUrl}/token`, { grant_type: 'authorization_code', code: 'c' }],
      [`${stock}/token`, { grant_type: 'client_credentials' }],
      [`${baseUrl}/introspect`, { token: 't' }],
      [`${baseUrl}/revoke`, { token: 't' }],
      [`${stock}/ext/par/request`, { request_uri: url }],
      [`${stock}/ext/ciba/auth`, { request_uri: url, scope: 'openid' }],
      [`${stock}/auth/device`, { scope: 'openid' }],
      [`${stock}/logout`, { refresh_token: 'r' }],
    ];
    for (const [endpoint, fields] of posts)
      expect((await post(endpoint, { ...fields, ...assertion })).status, endpoint).toBeGreaterThanOrEqual(
        400,
      );
    const usual = {
      response_type: 'code',
      scope: 'openid',
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
    };
    const queries: Record<string, string>[] = [
      { ...usual, request_uri: url },
      { ...usual, request: jwt({ ...usual, iss: client.client_id, aud: baseUrl, request_uri: url }) },
      { ...usual, client_id: url },
      { ...usual, id_token_hint: jwt({ iss: baseUrl }) },
    ];
    for (const endpoint of [`${baseUrl}/auth`, `${stock}/auth`, `${stock}/logout`])
      for (const query of queries)
        await fetch(`${endpoint}?${new URLSearchParams(query)}`, { redirect: 'manual' });
    expect(fetched).toEqual([]);
    await client.remove();
  });
});

test('the ID of another client is rejected, and the token stays valid', async () => {
  const existing = await makeClient();
  const token = await initialToken();
  const response = await callRegistration('POST', 'default', token, {
    clientId: existing.client_id,
    redirectUris: [REDIRECT_URI],
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_client_metadata' }),
  ]);
  const clientId = crypto.randomUUID();
  expect(
    (await callRegistration('POST', 'default', token, { clientId, redirectUris: [REDIRECT_URI] })).status,
  ).toBe(201);
  const [{ id = '' } = {}] = await (await admin()).clients.find({ realm: REALM, clientId });
  await (await admin()).clients.del({ realm: REALM, id });
  await existing.remove();
});

test('a scope with openid and offline_access, as discovery lists them, is accepted', async () => {
  for (const scope of ['openid profile email', 'openid', 'offline_access email']) {
    const client = await register('openid-connect', { redirect_uris: [REDIRECT_URI], scope });
    await remove(client);
  }
});

describe('a SAML descriptor', () => {
  const send = async (entityId: string) => {
    const assertions = `<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
      Location="https://sp.example/acs" index="0"/>`;
    const response = await fetch(`${baseUrl}/clients-registrations/saml2-entity-descriptor`, {
      method: 'POST',
      headers: { ...bearer(await initialToken()), 'content-type': 'application/xml' },
      body: `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
        <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${assertions}
        </SPSSODescriptor></EntityDescriptor>`,
    });
    return { status: response.status, text: await response.text() };
  };
  const found = async (start: string) =>
    (await (await admin()).clients.find({ realm: REALM, clientId: start, search: true })).map(
      ({ id = '' }) => id,
    );

  test('registers nothing in a realm that doesn’t enable SAML', async () => {
    const entityId = `sp-${crypto.randomUUID()}`;
    expect((await send(entityId)).status).toBe(404);
    expect(await found(entityId)).toEqual([]);
  });

  // One is enough: Keycloak generates a key for each before the guard runs.
  test('registers no client whose name has control characters', async () => {
    const close = await setRealmAttributes({ 'linkgate.allowed-protocols': 'saml' });
    const entityId = `sp-${crypto.randomUUID()}`;
    const response = await send(`${entityId}&#10;x`);
    await close();
    expect([response.status, JSON.parse(response.text)]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'body: has control characters' },
    ]);
    expect(await found(entityId)).toEqual([]);
  });
});

describe('a caller without a token for registration', () => {
  const SETTABLE = 'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy';
  let restore: () => Promise<unknown>;

  /** A realm where Keycloak itself would allow anonymous registration. */
  beforeAll(async () => {
    const api = await admin();
    const policies = await api.components.find({ realm: REALM, type: SETTABLE });
    const trusted = policies.find(({ providerId }) => providerId === 'trusted-hosts');
    const { id = '', ...policy } = trusted ?? {};
    await api.components.del({ realm: REALM, id });
    restore = async () => await (await admin()).components.create({ realm: REALM, ...policy });
  });
  afterAll(async () => {
    await restore();
  });

  const POST_BODIES = {
    'openid-connect': { redirect_uris: [REDIRECT_URI] },
    default: { redirectUris: [REDIRECT_URI] },
  };

  const send = async (method: string, path: string, authorization: string | undefined, body?: object) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/clients-registrations/${path}`, {
      method,
      headers: { ...json, ...(authorization !== undefined && { authorization }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      error: text === '' ? '' : (JSON.parse(text) as { error: string }).error,
    };
  };

  test('is rejected before Keycloak looks at the request', async () => {
    const client = await makeClient({ publicClient: true });
    const basic = `Basic ${Buffer.from(`${client.client_id}:x`).toString('base64')}`;
    const token = await initialToken();
    const headers = [
      undefined,
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'Bearer\tx',
      `DPoP ${token}`,
      basic,
      token,
    ];
    for (const authorization of headers) {
      const rejected = { status: 401, error: 'invalid_token' };
      for (const form of ['openid-connect', 'default'] as const) {
        expect(await send('POST', form, authorization, POST_BODIES[form]), authorization).toEqual(rejected);
        for (const clientId of [client.client_id, 'nobody-has-this']) {
          const path = `${form}/${clientId}`;
          expect(await send('GET', path, authorization), authorization).toEqual(rejected);
          expect(await send('DELETE', path, authorization), authorization).toEqual(rejected);
          expect(await send('PUT', path, authorization, POST_BODIES[form]), authorization).toEqual(rejected);
        }
      }
    }
    expect(
      (await fetch(`${baseUrl}/clients-registrations/openid-connect`, { method: 'OPTIONS' })).status,
    ).toBe(200);
    await client.remove();
  });

  test.each(['openid-connect', 'default'] as const)(
    'registers no client with the token of another one, as %s',
    async (form) => {
      const client = await register('openid-connect', { redirect_uris: [REDIRECT_URI] });
      expect(await send('POST', form, `Bearer ${client.token}`, POST_BODIES[form])).toEqual({
        status: 401,
        error: 'invalid_token',
      });
      await remove(client);
    },
  );

  test('can’t change a client that was registered without a token before Linkgate was enabled', async () => {
    const enable = await setRealmAttributes({ 'linkgate.enabled': 'false' });
    const response = await fetch(`${baseUrl}/clients-registrations/openid-connect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(POST_BODIES['openid-connect']),
    });
    const { client_id, registration_access_token } = (await response.json()) as Record<string, string>;
    await enable();
    for (const [method, body] of [
      ['GET'],
      ['PUT', { client_id, redirect_uris: [REDIRECT_URI] }],
      ['DELETE'],
    ] as const)
      expect(
        await send(method, `openid-connect/${client_id}`, `Bearer ${registration_access_token}`, body),
        method,
      ).toEqual({ status: 401, error: 'invalid_token' });
    const [{ id = '' } = {}] = await (await admin()).clients.find({
      realm: REALM,
      clientId: client_id ?? '',
    });
    await (await admin()).clients.del({ realm: REALM, id });
  });
});

describe('clients-registrations/install', () => {
  test('doesn’t reveal clients to a caller without a token', async () => {
    const client = await makeClient({ publicClient: true });
    const read = async (clientId: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await fetch(`${baseUrl}/clients-registrations/install/${clientId}`, { headers });
      return { status: response.status, body: await response.json() };
    };
    const basic = `Basic ${Buffer.from(`${client.client_id}:`).toString('base64')}`;
    for (const authorization of [undefined, 'Bearer', 'Bearer a b', basic]) {
      const unknown = await read('nobody-has-this', authorization);
      expect(unknown).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
      for (const approval of ['approved', 'pending', 'deleted'] as const) {
        await client.setApproval(approval);
        expect(await read(client.client_id, authorization), authorization).toEqual(unknown);
      }
    }
    await client.remove();
  });

  test('returns its configuration to a client that registered itself', async () => {
    const client = await register('default', { redirectUris: [REDIRECT_URI] });
    const response = await fetch(`${baseUrl}/clients-registrations/install/${client.clientId}`, {
      headers: bearer(client.token),
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ resource: client.clientId }),
    ]);
    await remove(client);
  });
});

describe('a client that its domain approves', () => {
  const TRUSTED = 'linkgate.trusted-client-domains';
  const URIS = { redirectUris: ['https://shop.example/back'], baseUrl: 'https://shop.example/' };
  const BRANDING = {
    'linkgate.branding.text': 'Your account is locked',
    'linkgate.branding.text.de': 'Ihr Konto ist gesperrt',
    'linkgate.branding.subject': 'Security alert',
    'linkgate.branding.subject.fr': 'Alerte',
    'linkgate.branding.sender-name': 'Example Bank',
    'linkgate.branding.logo': 'https://shop.example/logo.png',
    'linkgate.branding.primary-color': '#112233',
    logoUri: 'https://shop.example/logo.png',
  };
  let restore: () => Promise<void>;
  beforeAll(async () => {
    restore = await setRealmAttributes({ [TRUSTED]: 'shop.example' });
  });
  afterAll(async () => restore());

  test('has no branding of its own, which nobody has reviewed', async () => {
    const client = await register('default', { name: 'Shop', ...URIS, attributes: BRANDING });
    const { attributes = {}, name } = (await modelOf(client)) as ClientRepresentation;
    await remove(client);
    expect([name, attributes['linkgate.approval']]).toEqual(['Shop', 'approved']);
    expect(Object.keys(attributes).filter((one) => Object.hasOwn(BRANDING, one))).toEqual([]);
    expect(JSON.stringify(client.response)).not.toContain('branding');
  });

  test('has it while it waits for an administrator’s approval', async () => {
    const uris = { redirectUris: ['https://other.example/back'] };
    const attributes = { 'linkgate.branding.text': BRANDING['linkgate.branding.text'] };
    const client = await register('default', { name: 'Shop', ...uris, attributes });
    const model = (await modelOf(client)) as ClientRepresentation;
    await remove(client);
    expect(model.attributes).toMatchObject({ ...attributes, 'linkgate.approval': 'pending' });
  });
});

test.each(['text', 'subject', 'sender-name', 'text.de', 'subject.ja'])(
  'a registration whose branding’s %s looks like a link is rejected',
  async (name) => {
    const response = await callRegistration('POST', 'default', await initialToken(), {
      redirectUris: [REDIRECT_URI],
      attributes: { [`linkgate.branding.${name}`]: 'Sign in at evil.test/login now' },
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_client_metadata' }),
    ]);
  },
);
