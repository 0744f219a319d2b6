/** The rules for sign-up, in every way in which Keycloak's own pages and APIs give an account an address. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { requestAccount, tokensOfPages } from '../../support/account-pages.ts';
import { accountOf } from '../../support/accounts.ts';
import { ADDRESS_WAYS, type Place, SPELLED_DOMAINS, SPELLINGS } from '../../support/address-ways.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { follow, linkFor } from '../../support/sign-in.ts';
import { hasAccount } from '../../support/sign-up-ways.ts';
import { makeStepProvider } from '../../support/step-provider.ts';
import { LINK, makeStepRealm, startSignIn } from '../../support/step-realm.ts';

/** No test of another file has this domain. */
const DENIED = 'denied-by-keycloak.example';
const at = (domain: string) => newAddress().replace('example.com', domain);
const ON = { 'linkgate.sign-up-rules': 'true' };
const EXEMPT = { 'linkgate.limit.exempt': '127.0.0.1, ::1' };

async function deny(denied: string[], realm: string): Promise<void> {
  expect(await callAdminApi('PUT', '/sign-up-rules', { body: { denied }, realm })).toMatchObject({
    status: 200,
  });
}

async function rejections(realm: string, from: number): Promise<string[]> {
  const found = await eventsSince(realm, from, 'sign_up_rejected');
  return found.map(({ error, details }) => `${error} ${details?.rule} ${details?.method}`);
}

async function allowNameChanges(): Promise<() => Promise<unknown>> {
  const { realms } = await admin();
  const update = async (editUsernameAllowed: boolean) =>
    await realms.update({ realm: 'linkgate' }, { editUsernameAllowed });
  await update(true);
  return async () => await update(false);
}

const undo: (() => Promise<unknown>)[] = [];
let place: Place;
beforeAll(async () => {
  const realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { registrationAllowed: true, attributes: { ...ON, ...EXEMPT } },
  );
  undo.push(realm.remove);
  await realm.makeClient([{ provider: LINK }]);
  const client = await realm.makeClient([{ provider: 'auth-username-password-form' }], {
    directAccessGrantsEnabled: true,
  });
  const provider = await makeStepProvider(realm, { syncMode: 'FORCE' });
  undo.push(provider.close);
  const { alias } = await realm.makeFlow([{ provider: 'idp-create-user-if-unique' }]);
  await provider.update({ firstBrokerLoginFlowAlias: alias });
  undo.push(await storeEvents(realm.name));
  await deny([DENIED, ...SPELLED_DOMAINS], realm.name);
  place = { realm, client, provider };
});
afterAll(async () => {
  for (const back of undo.reverse()) await back();
});

const include = async (option: string | null, more: Record<string, string> = {}) =>
  await place.realm.update({
    attributes: { ...ON, ...EXEMPT, 'linkgate.sign-up-include': option ?? '', ...more },
  });

const localPart = () => newAddress().replace('@example.com', '');

describe.each(ADDRESS_WAYS.filter(({ method }) => method !== null))('by $name', (way) => {
  test('a denied address is rejected, and nothing is left of it; another one is accepted', async () => {
    await include(way.option);
    const from = Date.now();
    const { name } = place.realm;
    const [denied, other] = [at(DENIED), at('accepted.example')];
    expect(await way.give(denied, place)).toBe(403);
    expect(await hasAccount(name, denied)).toBe(false);
    expect(await rejections(name, from)).toEqual([`access_denied denied ${way.method}`]);
    expect(await way.give(other, place)).toBeLessThan(400);
    expect(await hasAccount(name, other)).toBe(true);
    expect(await rejections(name, from)).toHaveLength(1);
  });

  // The link arrives only where somebody reads it.
  const spellings = SPELLINGS.filter(
    ({ mailed }) => !way.name.startsWith('the link') || mailed('a') !== null,
  );
  test.each(spellings)('one that Keycloak mails to a denied domain is rejected $name', async (spelling) => {
    const [local, { name }] = [localPart(), place.realm];
    const [email, mailed] = [spelling.of(local), spelling.mailed(local)];
    await include(way.option);
    const from = Date.now();
    expect(await way.give(email, place, mailed ?? undefined)).toBe(403);
    expect(await hasAccount(name, email.toLowerCase())).toBe(false);
    expect(await rejections(name, from)).toEqual([`access_denied ${spelling.rule} ${way.method}`]);
  });

  test.each([
    ['off', false],
    ['note', false],
    ['challenge', true],
    ['reject', true],
  ] as const)(
    'a disposable address is accepted or rejected, as no challenge can be shown: %s',
    async (action, isRejected) => {
      await include(way.option, { 'linkgate.sign-up-disposable': action });
      const [email, from, { name }] = [at('mailinator.com'), Date.now(), place.realm];
      const status = await way.give(email, place);
      expect([status === 403, status < 400]).toEqual([isRejected, !isRejected]);
      expect(await hasAccount(name, email)).toBe(!isRejected);
      expect(await rejections(name, from)).toEqual(
        isRejected ? [`access_denied disposable ${way.method}`] : [],
      );
    },
  );
});

test.each(SPELLINGS)('Keycloak takes one $name, while no rules act', async ({ of }) => {
  await include(null, { 'linkgate.sign-up-rules': 'false' });
  const [form] = ADDRESS_WAYS;
  const email = of(localPart());
  expect(await form?.give(email, place)).toBeLessThan(400);
  expect(await hasAccount(place.realm.name, email.toLowerCase())).toBe(true);
});

test.each(ADDRESS_WAYS.filter(({ option }) => option !== null))(
  'by $name a denied address is accepted unless the rules include it',
  async (way) => {
    await include(null);
    const denied = at(DENIED);
    expect(await way.give(denied, place)).toBeLessThan(400);
    expect(await hasAccount(place.realm.name, denied)).toBe(true);
  },
);

test.each(ADDRESS_WAYS.filter(({ method }) => method === null))(
  'by $name any address is accepted: administrators, or whom they trust, decide',
  async (way) => {
    for (const action of ['challenge', 'reject']) {
      await include('address-changes', { 'linkgate.sign-up-disposable': action });
      for (const email of [at(DENIED), at('mailinator.com')]) {
        expect(await way.give(email, place)).toBeLessThan(400);
        expect(await hasAccount(place.realm.name, email)).toBe(true);
      }
    }
  },
);

test('who is rejected is told why on a page, in the theme of the realm, and can sign in again with another address', async () => {
  await include('address-changes');
  const { realm, client } = place;
  const user = await realm.makeUser();
  const agent = new Agent();
  const change = async (email: string) => {
    const form = await startSignIn(realm, client, agent, { kc_action: 'UPDATE_PROFILE' });
    const page = await agent.submit(form, { username: user.username, password: user.password });
    return await agent.submit(page, { email, firstName: 'Ada', lastName: 'User' });
  };
  expect(textOf(await change(at(DENIED)))).toContain('don’t accept this email address for an account');
  const other = at('accepted.example');
  expect((await change(other)).headers.get('location')).toContain('code=');
  expect(await hasAccount(realm.name, other)).toBe(true);
});

test('in a Linkgate realm the account console asks them, too', async () => {
  undo.push(await setRealmAttributes({ ...ON, 'linkgate.sign-up-include': 'address-changes' }));
  undo.push(await storeEvents('linkgate'));
  // Its users are named by their address, which Keycloak lets them change only with their names.
  undo.push(await allowNameChanges());
  await deny([DENIED], 'linkgate');
  undo.push(async () => deny([], 'linkgate'));
  const [agent, email, from] = [new Agent(), at('accepted.example'), Date.now()];
  await follow(await linkFor(email, inject('site').clients.web), agent);
  const id = await accountOf(email);
  const tokens = await tokensOfPages(agent);
  const change = async (to: string) => await requestAccount(tokens, { username: to, email: to });
  const response = await change(at(DENIED));
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: 'access_denied' });
  expect(await accountOf(email)).toBe(id);
  expect(await rejections('linkgate', from)).toEqual(['access_denied denied address-change']);
  const other = at('accepted.example');
  expect((await change(other)).status).toBeLessThan(300);
  expect(await accountOf(other)).toBe(id);
});
