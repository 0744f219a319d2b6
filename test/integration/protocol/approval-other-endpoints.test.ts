/** Approval outside of OpenID Connect's endpoints: clients that register themselves, their nodes, other protocols. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { basic, bearer, credentials, post } from '../../support/form.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
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
const APPROVAL = 'linkgate.approval';
const SIGN_IN: Readonly<Record<string, string>> = {
  'linkgate.sign-in.lifetime': '86400',
  'linkgate.sign-in.sign-up': 'open',
  'linkgate.sign-in.confirm': 'never',
  'linkgate.sign-in.email-contains': 'link-and-code',
};
const REDIRECT_URI = 'https://shop.example/back';
/** The number of parallel approvals while a client changes. */
const AT_ONCE = 4;
/** One round for each position of the change among them; the order of arrival varies anyway. */
const ROUNDS = AT_ONCE + 1;

/** The forms of registration: the endpoint, and how a client of that form states its approval, if it can. */
const FORMS = [
  ['openid-connect', () => ({ redirect_uris: [REDIRECT_URI] })],
  [
    'default',
    (approval?: string) => ({
      redirectUris: [REDIRECT_URI],
      ...(approval === undefined ? {} : { attributes: { [APPROVAL]: approval } }),
    }),
  ],
] as const;

async function approvalIn(client: Registered): Promise<unknown> {
  return (await modelOf(client)).attributes?.[APPROVAL];
}

describe.each(FORMS)('a client that registers itself at %s', (form, bodyOf) => {
  test('waits for approval, also if it claims to be approved', async () => {
    for (const approval of [undefined, 'approved', ''] as const) {
      const client = await register(form, bodyOf(approval));
      expect(await approvalIn(client)).toBe('pending');
      await remove(client);
    }
  });

  test('can’t change an administrator’s decision with its own token', async () => {
    const client = await register(form, bodyOf());
    for (const decided of ['pending', 'approved']) {
      await setApproval(client, decided);
      for (const approval of [undefined, 'approved', 'pending', '']) {
        await change(client, form, bodyOf(approval));
        expect(await approvalIn(client), `${decided}, then "${approval}"`).toBe(decided);
      }
    }
    await remove(client);
  });
});

test('a client that registers itself can’t change settings of its sign-in', async () => {
  const attributesOf = async (of: Registered) => (await modelOf(of)).attributes ?? {};
  const wanted = { ...SIGN_IN, 'linkgate.branding.text': 'Fish' };
  const client = await register('default', { redirectUris: [REDIRECT_URI], attributes: wanted });
  const made = await attributesOf(client);
  expect(Object.keys(made).filter((name) => name in SIGN_IN)).toEqual([]);
  expect(made['linkgate.branding.text']).toBe('Fish');
  // One setting was set by an administrator, the others are the flow's.
  const decided = { 'linkgate.sign-in.confirm': 'always' };
  await decide(client, { attributes: decided });
  const emptied = Object.fromEntries(Object.keys(SIGN_IN).map((name) => [name, '']));
  for (const attributes of [wanted, emptied, {}]) {
    await change(client, 'default', { redirectUris: [REDIRECT_URI], attributes });
    const after = Object.entries(await attributesOf(client)).filter(([name]) => name in SIGN_IN);
    expect(Object.fromEntries(after), JSON.stringify(attributes)).toEqual(decided);
  }
  await remove(client);
});

test('a client that registers itself can’t change consent, its flows and its tokens', async () => {
  const [flow] = await (await admin()).authenticationManagement.getFlows({ realm: REALM });
  const wanted = {
    consentRequired: false,
    authenticationFlowBindingOverrides: { browser: flow?.id ?? '' },
    attributes: { 'access.token.lifespan': '86400', 'display.on.consent.screen': 'false' },
  };
  const settingsOf = async (of: Registered) => {
    const { consentRequired, authenticationFlowBindingOverrides: flows, attributes } = await modelOf(of);
    return {
      consentRequired,
      flows,
      lifetime: attributes?.['access.token.lifespan'],
      listed: attributes?.['display.on.consent.screen'],
    };
  };
  const client = await register('default', { redirectUris: [REDIRECT_URI], ...wanted });
  const newSelfRegisteredClient = { consentRequired: true, flows: {}, lifetime: undefined, listed: 'true' };
  expect(await settingsOf(client)).toEqual(newSelfRegisteredClient);
  const decided = {
    authenticationFlowBindingOverrides: { direct_grant: flow?.id ?? '' },
    attributes: { 'access.token.lifespan': '60' },
  };
  const before = {
    ...newSelfRegisteredClient,
    flows: decided.authenticationFlowBindingOverrides,
    lifetime: '60',
  };
  await decide(client, decided);
  const emptied = {
    authenticationFlowBindingOverrides: { browser: '', direct_grant: '' },
    attributes: { 'access.token.lifespan': '', 'display.on.consent.screen': '' },
  };
  for (const fields of [wanted, emptied, {}]) {
    await change(client, 'default', { redirectUris: [REDIRECT_URI], ...fields });
    expect(await settingsOf(client), JSON.stringify(fields)).toEqual(before);
  }
  await remove(client);
});

test('no client can register itself under the old name of a renamed client of Keycloak’s', async () => {
  const clientId = 'security-admin-console';
  const clients = async () => (await admin()).clients;
  const [own] = await (await clients()).find({ realm: REALM, clientId });
  const rename = async (name: string) =>
    (await clients()).update({ realm: REALM, id: own?.id ?? '' }, { ...own, clientId: name });
  await rename('console-of-before');
  const response = await callRegistration('POST', 'default', await initialToken(), {
    clientId,
    redirectUris: [REDIRECT_URI],
  });
  const there = await (await clients()).find({ realm: REALM, clientId });
  for (const { id = '' } of there) await (await clients()).del({ realm: REALM, id });
  await rename(clientId);
  await expectRejection(response, 400, 'invalid_request');
  expect([response.headers.get('location'), there]).toEqual([null, []]);
});

test('reading itself changes nothing about a client’s approval', async () => {
  const client = await register('default', { redirectUris: [REDIRECT_URI] });
  const response = await fetch(`${baseUrl}/clients-registrations/default/${client.clientId}`, {
    headers: bearer(client.token),
  });
  expect([response.status, await approvalIn(client)]).toEqual([200, 'pending']);
  await remove(client);
});

describe('an approval applies to the version that was shown', () => {
  const PLACES = ['https://shop.example/back', 'https://evil.example/back'] as const;
  const showing = async (of: Registered) =>
    (
      await callAdminApi<{ version: string; state: string; redirect_uris: string[] }>(
        'GET',
        `/clients/${of.id}`,
      )
    ).json;
  const approve = async (of: Registered, version: string) =>
    await callAdminApi<{ id: string; state: string }>('PUT', `/clients/${of.id}/approval`, {
      body: { state: 'approved', version },
    });

  test.each(FORMS)('not to later changes of a client that registered itself at %s', async (form, bodyOf) => {
    const client = await register(form, bodyOf());
    const { version } = await showing(client);
    await change(client, form, { [form === 'default' ? 'redirectUris' : 'redirect_uris']: [PLACES[1]] });
    const late = await approve(client, version);
    expect([late.status, late.json.id]).toEqual([409, 'client-changed']);
    const now = await showing(client);
    expect([now.state, now.redirect_uris, now.version === version]).toEqual(['pending', [PLACES[1]], false]);
    const again = await approve(client, now.version);
    expect([again.status, again.json.state]).toEqual([200, 'approved']);
    await remove(client);
  });

  test('and every change of a client’s text makes another version; a call that changes nothing doesn’t', async () => {
    const attributes = {
      'linkgate.branding.logo': 'https://shop.example/logo.png',
      'linkgate.branding.subject': 'Your fish',
      'linkgate.branding.sender-name': 'Fish',
      'linkgate.branding.text': 'Fish',
      'linkgate.branding.primary-color': '#102030',
      'linkgate.branding.background-color': '#102030',
      'linkgate.initiate-login-uri': 'https://shop.example/begin',
      logoUri: 'https://shop.example/l',
      policyUri: 'https://shop.example/p',
      tosUri: 'https://shop.example/t',
      'post.logout.redirect.uris': 'https://shop.example/bye',
      'backchannel.logout.url': 'https://shop.example/b',
      'backchannel.logout.session.required': 'false',
      'frontchannel.logout.url': 'https://shop.example/f',
      'frontchannel.logout.session.required': 'false',
    };
    const fields = {
      name: 'Fish',
      description: 'Sells fish',
      rootUrl: 'https://shop.example',
      baseUrl: '/home',
      webOrigins: ['+'],
      frontchannelLogout: true,
      publicClient: true,
      redirectUris: [PLACES[0], 'https://shop.example/other'],
    };
    let registered: { attributes: Record<string, string> } = { attributes: {} };
    const client = await register('default', { redirectUris: [PLACES[0]] });
    let before = await showing(client);
    /** Whether this change makes another version of the client. */
    const isAnother = async (more: object) => {
      registered = { ...registered, ...more };
      await change(client, 'default', { redirectUris: [PLACES[0]], ...registered });
      const { version } = before;
      before = await showing(client);
      return before.version !== version;
    };
    const undetected: string[] = [];
    for (const [name, value] of Object.entries(fields))
      if (!(await isAnother({ [name]: value }))) undetected.push(name);
    for (const [name, value] of Object.entries(attributes))
      if (!(await isAnother({ attributes: { ...registered.attributes, [name]: value } })))
        undetected.push(name);
    expect(undetected).toEqual([]);
    expect(await isAnother({})).toBe(false);
    const { version } = before;
    await setApproval(client, 'deleted');
    expect((await showing(client)).version).toBe(version);
    await remove(client);
  });

  test('also while the client changes: none is approved with other texts than those of the version', async () => {
    const [good, evil] = PLACES;
    const client = await register('default', { redirectUris: [good] });
    for (let round = 0; round < ROUNDS; round++) {
      const { version, redirect_uris } = await showing(client);
      expect(redirect_uris).toEqual([good]);
      const statuses: number[] = [];
      const approving = Array.from({ length: AT_ONCE }, () => async () => {
        statuses.push((await approve(client, version)).status);
      });
      // Its own request has another position each time.
      const changing = async () => change(client, 'default', { redirectUris: [evil] });
      const all = approving.toSpliced(round % (AT_ONCE + 1), 0, changing);
      await Promise.all(all.map((one) => one()));
      const { redirectUris, attributes } = await modelOf(client);
      expect([attributes?.[APPROVAL], redirectUris], String(statuses)).toEqual(
        statuses.includes(200) ? ['approved', [good]] : ['pending', [evil]],
      );
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      await decide(client, { redirectUris: [good], attributes: { [APPROVAL]: 'pending' } });
    }
    await remove(client);
  });
});

describe('clients-managements', () => {
  let client: OwnClient;
  beforeAll(async () => {
    client = await makeClient();
  });
  afterAll(() => client.remove());

  test.each(['register-node', 'unregister-node'])('takes %s from approved clients only', async (path) => {
    const url = `${baseUrl}/clients-managements/${path}`;
    const node = { client_cluster_host: 'node.shop.example' };
    await client.setApproval('approved');
    expect((await post(url, { ...node, ...credentials(client) })).status).toBe(204);
    await client.setApproval('pending');
    await expectRejection(await post(url, { ...node, ...credentials(client) }), 403, 'invalid_client');
    await expectRejection(await post(url, node, basic(client)), 403, 'invalid_client');
    await client.setApproval('deleted');
    await expectRejection(await post(url, { ...node, ...credentials(client) }), 401, 'invalid_client');
  });
});

describe('SAML', () => {
  const paths = [
    'protocol/saml',
    'protocol/saml/descriptor',
    'protocol/saml/clients/legacy-shop',
    'protocol/%73aml/descriptor',
    'protocol/saml;v=1/descriptor',
  ];

  test.each(paths)('is rejected at %s', async (path) => {
    const response = await fetch(`${baseUrl}/${path}`, { headers: { accept: 'application/json' } });
    // Paths that Keycloak itself rejects count as rejected.
    if (response.status !== 400) await expectRejection(response, 404, 'not_found');
    expect(response.status).toBeOneOf([400, 404]);
  });

  test('is available if the realm names it', async () => {
    const close = await setRealmAttributes({ 'linkgate.allowed-protocols': 'docker-v2 saml' });
    const response = await fetch(`${baseUrl}/protocol/saml/descriptor`);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('EntityDescriptor'),
    ]);
    await close();
    expect((await fetch(`${baseUrl}/protocol/saml/descriptor`)).status).toBe(404);
  });
});
