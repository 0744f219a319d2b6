/** What a client that registers itself says about itself, and what only administrators decide (contract, section 3.3). */
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { bearer } from '../../support/form.ts';
import { makeClient } from '../../support/own-client.ts';
import { expectRefusal } from '../../support/refusal.ts';
import {
  ask,
  change,
  decide,
  initialToken,
  modelOf,
  type Registered,
  register,
  remove,
  setApproval,
} from '../../support/registration.ts';

const { baseUrl } = inject('site');
const REALM = 'linkgate';
const REDIRECT_URI = 'https://shop.example/back';

/** Puts one of a person's attributes into tokens as another claim. */
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

/** What no client decides about itself: each field differs from what a newcomer has. */
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

/** What it says about itself: an administrator looks at that, and approves it. */
const CLAIMED: ClientRepresentation = {
  name: 'Your Bank',
  description: 'Ours',
  baseUrl: 'https://evil.example/',
  rootUrl: 'https://evil.example',
  redirectUris: ['https://evil.example/back'],
  webOrigins: ['https://evil.example'],
  frontchannelLogout: true,
  attributes: {
    'linkgate.brand.text': 'Your account is locked',
    'linkgate.brand.subject': 'Locked',
    'linkgate.brand.sender-name': 'Your Bank',
    'linkgate.brand.logo': 'https://evil.example/logo.png',
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

/** The client without what is its own: identifiers of Keycloak's, and its secret. */
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
  test('is otherwise as one that an administrator makes, whatever it asks for', async () => {
    const made = await makeClient();
    const [like = {}] = await (await admin()).clients.find({ realm: REALM, clientId: made.client_id });
    await made.remove();
    for (const [form, body] of [
      ['default', { ...BOTH, publicClient: false }],
      ['default', { redirectUris: [REDIRECT_URI], publicClient: false }],
      ['openid-connect', { redirect_uris: [REDIRECT_URI], subject_type: 'pairwise', scope: 'email' }],
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
      const asked = Object.keys(ADMINISTERED.attributes ?? {});
      for (const name of asked.filter((attribute) => attribute !== 'linkgate.approval'))
        expect(attributes[name], `${form}: ${name}`).toBe(like.attributes?.[name]);
    }
  });

  test('describes itself as long as it waits, and decides nothing else', async () => {
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

  test.each(['approved', 'deleted'])(
    'stays as it was once it is %s, but for its secret',
    async (approval) => {
      const client = await register('default', { redirectUris: [REDIRECT_URI], publicClient: false });
      await decide(client, {
        description: 'as we know it',
        notBefore: 5,
        protocolMappers: [mapper('locale', 'locale')],
        attributes: { 'linkgate.approval': approval, 'linkgate.brand.text': 'Fish' },
      });
      const before = await shownOf(client);
      await change(client, 'default', { ...BOTH, secret: 'another one' });
      expect(await shownOf(client)).toEqual(before);
      expect((await modelOf(client)).secret).toBe('another one');
      await change(client, 'default', BOTH, '/');
      expect(await shownOf(client)).toEqual(before);
      // Keycloak takes a client of this form for a confidential one unless it says otherwise.
      await change(client, 'openid-connect', {
        redirect_uris: ['https://evil.example/back'],
        client_name: 'Your Bank',
        token_endpoint_auth_method: 'none',
        subject_type: 'pairwise',
        scope: 'email',
        response_types: ['id_token'],
        grant_types: ['implicit', 'password', 'refresh_token'],
        logo_uri: 'https://evil.example/logo.png',
      });
      expect(await shownOf(client)).toEqual(before);
      expect((await modelOf(client)).secret).toBe('another one');
      expect(client.told).toMatchObject({ redirect_uris: [REDIRECT_URI], client_secret: 'another one' });
      expect(client.told.client_name).toBeUndefined();
      await remove(client);
    },
  );

  test('may add addresses of the origins that were approved', async () => {
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
    ['roles for everybody', { defaultRoles: ['guest'] }],
    ['authorization services', { authorizationServicesEnabled: true, serviceAccountsEnabled: true }],
  ])('doesn’t get %s', async (_, fields) => {
    const body = { redirectUris: [REDIRECT_URI], publicClient: false, ...fields };
    const clientId = `test-${crypto.randomUUID()}`;
    await expectRefusal(
      await ask('POST', 'default', await initialToken(), { clientId, ...body }),
      400,
      'invalid_request',
    );
    expect(await (await admin()).clients.find({ realm: REALM, clientId })).toEqual([]);
    const client = await register('default', { redirectUris: [REDIRECT_URI], publicClient: false });
    const before = await shownOf(client);
    // Authorization services are switched on only as a client is made.
    const answer = await ask('PUT', `default/${client.clientId}`, client.token, {
      clientId: client.clientId,
      ...body,
    });
    await expectRefusal(answer, 400, 'invalid_request');
    expect(await shownOf(client)).toEqual(before);
    await remove(client);
  });
});

describe('clients-registrations/install', () => {
  test('tells nobody without a token which clients there are', async () => {
    const client = await makeClient({ publicClient: true });
    const read = async (clientId: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`${baseUrl}/clients-registrations/install/${clientId}`, { headers });
      return { status: answer.status, body: await answer.json() };
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

  test('tells a client that registered itself how it is configured', async () => {
    const client = await register('default', { redirectUris: [REDIRECT_URI] });
    const answer = await fetch(`${baseUrl}/clients-registrations/install/${client.clientId}`, {
      headers: bearer(client.token),
    });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ resource: client.clientId }),
    ]);
    await remove(client);
  });
});
