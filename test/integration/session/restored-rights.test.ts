/** What ended stays ended when the right to it comes back, whichever API took and gave it (contract, section 11). */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keycloakAttributes } from '../../../provider-scripts/src/clients/refresh-tokens.ts';
import { levelAttributes } from '../../../provider-scripts/src/realm/levels/setting.ts';
import { readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { signedIn, tokensFrom } from '../../support/authorization.ts';
import { confirm } from '../../support/confirm-page.ts';
import { newAddress } from '../../support/email.ts';
import { bearer } from '../../support/form.ts';
import {
  ALLOW,
  allowInvitations,
  callAdmin,
  invitationOf,
  invited,
  makeHomeClient,
} from '../../support/invitations.ts';
import { nextLink } from '../../support/new-device.ts';
import { passNotBefore } from '../../support/not-before.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { putSecondFactor } from '../../support/second-factor.ts';
import { makeStayingClient, refresh, refreshableFrom } from '../../support/staying-client.ts';

const {
  baseUrl,
  clients: { web },
} = inject('site');
const REALM = 'linkgate';

let agent: Agent;
beforeAll(async () => {
  agent = await signedIn(web);
});

async function pathOf(client: OwnClient): Promise<string> {
  const [model] = await (await admin()).clients.find({ realm: REALM, clientId: client.client_id });
  return `/clients/${model?.id}`;
}

/** Sets how long users stay signed in, by Linkgate's API. */
async function setStay(client: OwnClient, value: string): Promise<void> {
  const path = await pathOf(client);
  const { json } = await callAdminApi<{ version: string }>('GET', path);
  const refresh_tokens = /^\d+$/.test(value) ? Number(value) : value;
  const body = { refresh_tokens, version: json.version };
  expect((await callAdminApi('PUT', `${path}/refresh-tokens`, { body })).status).toBe(200);
}

/** The same by Keycloak's own API, as the console's page of attributes does. */
async function setRefreshTokenAttributes(client: OwnClient, value: string): Promise<void> {
  const derived = Object.entries(keycloakAttributes(readSetting(CLIENT.refreshTokens, value)));
  await client.update({
    attributes: {
      'linkgate.refresh-tokens': value,
      ...Object.fromEntries(derived.map(([name, one]) => [name, one ?? ''])),
    },
  });
}

async function approve(client: OwnClient, state: string): Promise<void> {
  const path = await pathOf(client);
  const { json } = await callAdminApi<{ version: string }>('GET', path);
  const body = { state, version: json.version };
  expect((await callAdminApi('PUT', `${path}/approval`, { body })).status).toBe(200);
}

type Change = (client: OwnClient) => Promise<void>;

/** What takes a right of a client with this setting, and what gives it back. */
const CHANGES: readonly [name: string, stay: string, take: Change, give: Change][] = [
  ['30 → session → 30', '30', (one) => setStay(one, 'session'), (one) => setStay(one, '30')],
  ['30 → off → 30', '30', (one) => setStay(one, 'off'), (one) => setStay(one, '30')],
  ['session → off → session', 'session', (one) => setStay(one, 'off'), (one) => setStay(one, 'session')],
  [
    '30 → session → 30 by Keycloak’s API',
    '30',
    (one) => setRefreshTokenAttributes(one, 'session'),
    (one) => setRefreshTokenAttributes(one, '30'),
  ],
  [
    '30 → off → 30 by Keycloak’s API',
    '30',
    (one) => setRefreshTokenAttributes(one, 'off'),
    (one) => setRefreshTokenAttributes(one, '30'),
  ],
  [
    'session → off → session by Keycloak’s API',
    'session',
    (one) => setRefreshTokenAttributes(one, 'off'),
    (one) => setRefreshTokenAttributes(one, 'session'),
  ],
  ...['pending', 'rejected', 'deleted'].flatMap((state) =>
    ['session', '30'].flatMap((stay): [string, string, Change, Change][] => [
      [`approval ${state} (${stay})`, stay, (one) => approve(one, state), (one) => approve(one, 'approved')],
      [
        `approval ${state} by Keycloak’s API (${stay})`,
        stay,
        (one) => one.update({ attributes: { 'linkgate.approval': state } }),
        (one) => one.update({ attributes: { 'linkgate.approval': 'approved' } }),
      ],
    ]),
  ),
  ...['off', 'session', '30'].map((stay): [string, string, Change, Change] => [
    `disabled by Keycloak’s API (${stay})`,
    stay,
    (one) => one.update({ enabled: false }),
    (one) => one.update({ enabled: true }),
  ]),
  [
    'a second factor always, and never',
    'off',
    async (one) => expect((await putSecondFactor(one.client_id, 'always')).status).toBe(200),
    async (one) => expect((await putSecondFactor(one.client_id, 'none')).status).toBe(200),
  ],
  [
    'a second factor always, and never, by Keycloak’s API',
    'session',
    (one) => one.update({ attributes: { 'linkgate.second-factor': 'always', ...levelAttributes('always') } }),
    (one) => one.update({ attributes: { 'linkgate.second-factor': '', ...levelAttributes('none') } }),
  ],
  [
    'a minimum level by Keycloak’s API',
    'off',
    (one) =>
      one.update({ attributes: { 'acr.loa.map': '{"silver":1,"gold":3}', 'minimum.acr.value': 'gold' } }),
    (one) => one.update({ attributes: { 'acr.loa.map': '', 'minimum.acr.value': '' } }),
  ],
];

describe.each(CHANGES)('%s', (_, stay, take, give) => {
  let client: OwnClient;
  beforeAll(async () => {
    client = await makeStayingClient(stay);
  });
  afterAll(() => client.remove());

  test('leaves what was issued before ended, and not what is issued afterwards', async () => {
    const { access_token, refresh_token } =
      stay === 'off'
        ? { ...(await tokensFrom(agent, client)), refresh_token: null }
        : await refreshableFrom(agent, client);
    await take(client);
    await give(client);
    if (refresh_token !== null) expect((await refresh(refresh_token, client)).status).toBe(400);
    expect(await userinfo(access_token)).toBe(401);
    // What is issued within the same second has ended, too.
    await expect
      .poll(async () => userinfo((await tokensFrom(agent, client)).access_token), PATIENT)
      .toBe(200);
  });
});

describe('a client that nobody has used yet', () => {
  test.each(CHANGES)('has lost the links that were requested for it: %s', async (_, stay, take, give) => {
    const client = await makeStayingClient(stay);
    const [before, untouched] = [await nextLink(newAddress(), client), await nextLink(newAddress(), web)];
    await take(client);
    await give(client);
    expect((await new Agent().open(before)).status).toBe(401);
    expect((await new Agent().open(untouched)).status).not.toBe(401);
    await passNotBefore(client.client_id);
    expect((await new Agent().open(await nextLink(newAddress(), client))).status).not.toBe(401);
    await client.remove();
  });

  test('has no “not before”, however it was created', async () => {
    for (const attributes of [{ 'linkgate.approval': 'pending' }, levelAttributes('always'), {}]) {
      const client = await makeClient({ attributes, enabled: false });
      const [found] = await (await admin()).clients.find({ realm: REALM, clientId: client.client_id });
      expect((found as { notBefore?: number }).notBefore ?? 0).toBe(0);
      await client.remove();
    }
  });
});

async function userinfo(token: string): Promise<number> {
  return (await fetch(`${baseUrl}/userinfo`, { headers: bearer(token) })).status;
}

test('a change that takes no right ends nothing', async () => {
  const client = await makeStayingClient('session');
  const { refresh_token, access_token } = await refreshableFrom(agent, client);
  await client.update({ name: 'Renamed' });
  await setRefreshTokenAttributes(client, '30');
  expect(await userinfo(access_token)).toBe(200);
  expect((await refresh(refresh_token, client)).status).toBe(200);
  await client.remove();
});

describe('invitations that were sent', () => {
  const SWITCHES: Record<string, (on: boolean) => Promise<unknown>> = {
    'Linkgate’s API': (on) => callAdmin('PUT', 'invitation-settings', { allowed: on }),
    'Keycloak’s API': (on) => setRealmAttributes({ [ALLOW]: String(on) }),
  };
  let restore: () => Promise<void>;
  let client: OwnClient;
  beforeAll(async () => {
    restore = await allowInvitations();
    client = await makeHomeClient();
  });
  afterAll(async () => {
    await client.remove();
    await restore();
  });

  test.each(Object.keys(SWITCHES))('stay ended if they were off meanwhile, by %s', async (by) => {
    const [opened, unopened] = [newAddress(), newAddress()];
    const browser = new Agent();
    const page = await browser.open(await invited(opened, client));
    const link = await invited(unopened, client);
    await SWITCHES[by]?.(false);
    await SWITCHES[by]?.(true);
    expect((await confirm(browser, page)).status).toBe(401);
    expect((await new Agent().open(link)).status).toBe(401);
    expect((await invitationOf(unopened)).state).toBe('revoked');
    const later = newAddress();
    expect((await new Agent().open(await invited(later, client))).status).toBe(200);
  });
});
