/**
 * Errors whose events are stored, at each endpoint and in both kinds of realm: Keycloak stores an event on a connection of its own. The watch on
 * connections fails this file if the request then holds one that Linkgate's code took (`keycloak-nestings.ts`).
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accountOf } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl, signedIn } from '../support/authorization.ts';
import { otherCodes, requestOnPage, requireCode } from '../support/check-email-page.ts';
import { emailTo, newAddress } from '../support/email.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import { credentials, formOf, post } from '../support/form.ts';
import { nextLink } from '../support/new-device.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { PARKED_FORM, PLACES } from '../support/parked-tabs.ts';
import { exchange, follow, linkFor, openLink } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';
import { makeStayingClient, refresh, refreshableFrom, refreshed } from '../support/staying-client.ts';
import {
  authorizationUrl,
  LINK,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  startSignIn,
} from '../support/step-realm.ts';

/** Types that Keycloak stores only if they are named. */
const NAMED = [
  'INTROSPECT_TOKEN_ERROR',
  'REFRESH_TOKEN_ERROR',
  'USER_INFO_REQUEST_ERROR',
  'VERIFY_EMAIL_ERROR',
];

/** Sends requests, of which the last one is an error; its event's type. */
type Errors = Readonly<Record<string, { type: string; send: () => Promise<unknown> }>>;

/** Errors of the protocol, at a realm's endpoints. */
function errorsAt(endpoints: () => string, client: () => SiteClient): Errors {
  const send = (path: string, fields: object) =>
    post(`${endpoints()}/${path}`, { ...credentials(client()), ...fields });
  return {
    'an invalid code': {
      type: 'CODE_TO_TOKEN_ERROR',
      send: () => exchange('x', client(), {}, endpoints()),
    },
    'a wrong secret': {
      type: 'CLIENT_LOGIN_ERROR',
      send: () => send('token', { client_secret: 'wrong', grant_type: 'client_credentials' }),
    },
    'an invalid refresh token': {
      type: 'REFRESH_TOKEN_ERROR',
      send: () => send('token', { grant_type: 'refresh_token', refresh_token: 'x' }),
    },
    'an invalid token at userinfo': {
      type: 'USER_INFO_REQUEST_ERROR',
      send: () => fetch(`${endpoints()}/userinfo`, { headers: { authorization: 'Bearer x' } }),
    },
    'sign-out with an invalid hint': {
      type: 'LOGOUT_ERROR',
      send: () => new Agent().open(`${endpoints()}/logout?${formOf({ id_token_hint: 'x' })}`),
    },
  };
}

/** Denies consent, or repeats a new password wrongly, in a tab that waits there. */
async function reject(agent: Agent, page: Awaited<ReturnType<Agent['open']>>): Promise<void> {
  expect(page.text).toMatch(PARKED_FORM);
  const fields: Record<string, string> = page.text.includes('password-new')
    ? { ...PLACES['a new password'].form(), 'password-confirm': 'another' }
    : { cancel: 'No' };
  await agent.submit(page, fields);
}

const KEYCLOAKS = '/protocol/openid-connect';
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const one of undo.reverse()) await one();
});

describe('in a Linkgate realm, an event is stored of', () => {
  const REALM = 'linkgate';
  const { baseUrl, clients } = inject('site');
  const { web } = clients;
  let fresh: OwnClient;
  let staying: OwnClient;
  beforeAll(async () => {
    [fresh, staying] = [await makeClient(), await makeStayingClient('30')];
    undo.push(fresh.remove, staying.remove, await storeEvents(REALM, NAMED));
  });

  const errors: Errors = {
    ...errorsAt(
      () => `${baseUrl}${KEYCLOAKS}`,
      () => staying,
    ),
    'an unknown client': {
      type: 'LOGIN_ERROR',
      send: () => new Agent().open(authUrl({ ...web, client_id: newAddress('nobody') })),
    },
    'a used refresh token': {
      type: 'REFRESH_TOKEN_ERROR',
      send: async () => {
        const { refresh_token } = await refreshableFrom(await signedIn(web), staying);
        await refreshed(refresh_token, staying);
        await refresh(refresh_token, staying);
      },
    },
    'a used link': {
      type: 'VERIFY_EMAIL_ERROR',
      send: async () => {
        const link = await linkFor(newAddress(), web);
        await follow(link);
        expect(await openLink(link)).toBe(401);
      },
    },
    'a wrong one-time code': {
      type: 'VERIFY_EMAIL_ERROR',
      send: async () => {
        const [agent, email] = [new Agent(), newAddress()];
        const page = await requestOnPage(agent, email, web);
        const [code = ''] = otherCodes(requireCode(await emailTo(email)), 1);
        await agent.submit(page, { code });
      },
    },
    'a denied consent': {
      type: 'LOGIN_ERROR',
      send: async () => {
        const agent = new Agent();
        await reject(agent, await agent.open(await linkFor(newAddress(), fresh)));
      },
    },
    'a new password that is repeated wrongly': {
      type: 'UPDATE_CREDENTIAL_ERROR',
      send: async () => {
        const email = newAddress();
        await signedIn(web, {}, email);
        const { users } = await admin();
        const id = await accountOf(email);
        const user = await users.findOne({ realm: REALM, id });
        await users.update({ realm: REALM, id }, { ...user, requiredActions: ['UPDATE_PASSWORD'] });
        const agent = new Agent();
        await reject(agent, await agent.open(await nextLink(email, web)));
      },
    },
  };

  test.each(Object.entries(errors))('%s', async (_, { type, send }) => {
    const since = Date.now();
    await send();
    expect((await eventsSince(REALM, since)).map((event) => String(event.type))).toContain(type);
  });
});

describe('in a stock realm with the step, an event is stored of', () => {
  let realm: StepRealm;
  let client: SiteClient;
  let asking: SiteClient;
  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    undo.push(realm.remove);
    const parts = [
      { provider: LINK, requirement: 'ALTERNATIVE', config: { emailContains: 'link-and-code' } },
      { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
    ] as const;
    client = await realm.makeClient(parts, { serviceAccountsEnabled: true });
    asking = await realm.makeClient(parts, { consentRequired: true });
    await storeEvents(realm.name, NAMED);
  });

  const errors: Errors = {
    ...errorsAt(
      () => `${realm.baseUrl}${KEYCLOAKS}`,
      () => client,
    ),
    'an unknown client': {
      type: 'LOGIN_ERROR',
      send: () => new Agent().open(authorizationUrl(realm, { ...client, client_id: newAddress('nobody') })),
    },
    'a wrong password': {
      type: 'LOGIN_ERROR',
      send: async () => {
        const direct = await realm.makeClient([{ provider: 'auth-username-password-form' }]);
        const agent = new Agent();
        const { username } = await realm.makeUser();
        await agent.submit(await startSignIn(realm, direct, agent), { username, password: 'wrong' });
      },
    },
    'a used link': {
      type: 'VERIFY_EMAIL_ERROR',
      send: async () => {
        const { agent, link } = await requestByStep(realm, client, await realm.makeUser());
        await openAndConfirm(link, agent);
        await new Agent().open(link);
      },
    },
    'a wrong one-time code': {
      type: 'VERIFY_EMAIL_ERROR',
      send: async () => {
        const { agent, page, code } = await requestByStep(realm, client, await realm.makeUser());
        await agent.submit(page, { code: otherCodes(code, 1)[0] ?? '' });
      },
    },
    'a denied consent': {
      type: 'LOGIN_ERROR',
      send: async () => {
        const { agent, link } = await requestByStep(realm, asking, await realm.makeUser());
        await reject(agent, await openAndConfirm(link, agent));
      },
    },
    'a new password that is repeated wrongly': {
      type: 'UPDATE_CREDENTIAL_ERROR',
      send: async () => {
        const user = await realm.makeUser({ requiredActions: ['UPDATE_PASSWORD'] });
        const { agent, link } = await requestByStep(realm, client, user);
        await reject(agent, await openAndConfirm(link, agent));
      },
    },
  };

  test.each(Object.entries(errors))('%s', async (_, { type, send }) => {
    const since = Date.now();
    await send();
    expect((await eventsSince(realm.name, since)).map((event) => String(event.type))).toContain(type);
  });
});
