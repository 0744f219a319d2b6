/** Who may sign up: rules by address and domain, in every way in which an account comes into being. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { answerChange, changeLinkIn, requestChange, serveAccountPage } from '../../support/account-page.ts';
import { accountOf, makeAccount } from '../../support/accounts.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { useHomeClient } from '../../support/invitations.ts';
import { makeProviderRealm } from '../../support/provider-realm.ts';
import { solve } from '../../support/shield.ts';
import { follow, linkFor, openLink, requestLink } from '../../support/sign-in.ts';
import { hasAccount, type Places, WAYS } from '../../support/sign-up-ways.ts';
import { LINK, makeStepRealm } from '../../support/step-realm.ts';

const REALMS = ['linkgate', 'linkgate-beta'] as const;
const { web } = inject('site').clients;

/** No test of another file has these domains. */
const DENIED = 'denied.example';
const ABOVE = 'above.example';
const at = (domain: string) => newAddress().replace('example.com', domain);

const ON = { 'linkgate.sign-up-rules': 'true' };

async function setRules(lists: { denied?: string[]; allowed?: string[] }, realm = 'linkgate'): Promise<void> {
  expect(await callAdminApi('PUT', '/sign-up-rules', { body: lists, realm })).toMatchObject({ status: 200 });
}

/** Sets attributes of another realm for good: it is the tests' own. */
async function update(realm: string, attributes: Record<string, string>): Promise<void> {
  const { realms } = await admin();
  const before = await realms.findOne({ realm });
  await realms.update({ realm }, { attributes: { ...before?.attributes, ...attributes } });
}

const undo: (() => Promise<unknown>)[] = [];
const home = useHomeClient();
let places: Places;
let since = 0;
beforeAll(async () => {
  const step = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    {
      registrationAllowed: true,
      attributes: { ...ON, 'linkgate.limit.exempt': '127.0.0.1, ::1', 'linkgate.backend-links': 'true' },
    },
  );
  undo.push(step.remove);
  const stepClient = await step.makeClient([{ provider: LINK, config: { signUp: 'open' } }]);
  const provider = await makeProviderRealm();
  undo.push(provider.remove);
  undo.push(await setRealmAttributes({ ...ON, 'linkgate.backend-links': 'true' }));
  const { realms } = await admin();
  const beta = await realms.findOne({ realm: 'linkgate-beta' });
  undo.push(async () => realms.update({ realm: 'linkgate-beta' }, { attributes: beta?.attributes ?? {} }));
  await update('linkgate-beta', ON);
  for (const realm of [...REALMS, step.name]) {
    undo.push(await storeEvents(realm));
    await setRules({ denied: [DENIED, `*.${ABOVE}`, `boss@bücher.example`], allowed: [] }, realm);
    if (realm !== step.name) undo.push(async () => setRules({ denied: [], allowed: [] }, realm));
  }
  places = { step, stepClient, provider, home: home() };
  since = Date.now();
});
afterAll(async () => {
  for (const back of undo.reverse()) await back();
});

/** The rejections since an instant: rule and method. */
async function rejections(realm: string, from = since): Promise<string[]> {
  const found = await eventsSince(realm, from, 'sign_up_rejected');
  return found.map(({ error, details }) => `${error} ${details?.rule} ${details?.method}`);
}

describe.each(WAYS.filter(({ option }) => option === null))('by $name', (way) => {
  test('a denied address gets what an allowed one gets, but no email and no account', async () => {
    const from = Date.now();
    const [denied, allowed] = [at(DENIED), at('allowed.example')];
    const shown = await way.signUp(denied, places);
    const shownToOthers = await way.signUp(allowed, places);
    // The provider's word is proof: its users may learn it.
    if (way.method === 'provider') expect([shown, shownToOthers]).not.toEqual([shown, shown]);
    else expect(shown).toBe(shownToOthers);
    const realm = way.realmOf(places);
    expect([await hasAccount(realm, denied), await hasAccount(realm, allowed)]).toEqual([false, true]);
    expect(await emailsTo(denied)).toEqual([]);
    expect(await rejections(realm, from)).toEqual([`access_denied denied ${way.method}`]);
  });

  test.each([
    ['of a domain below', () => at(`a.b.${ABOVE}`)],
    ['in capitals', () => at(DENIED).toUpperCase()],
    ['with a sub-address', () => at(DENIED).replace('@', '+new@')],
  ])('one %s is rejected, too', async (_, addressOf) => {
    const email = addressOf();
    await way.signUp(email, places);
    expect(await hasAccount(way.realmOf(places), email.toLowerCase())).toBe(false);
    expect(await emailsTo(email.toLowerCase())).toEqual([]);
  });
});

describe.each(WAYS.filter(({ option }) => option !== null))('by $name', (way) => {
  const realm = () => way.realmOf(places);

  test('a denied address signs up', async () => {
    const email = at(DENIED);
    await way.signUp(email, places);
    expect(await hasAccount(realm(), email)).toBe(true);
  });

  test('it doesn’t if the realm says so', async () => {
    await update(realm(), { 'linkgate.sign-up-include': way.option ?? '' });
    const email = at(DENIED);
    await way.signUp(email, places);
    await update(realm(), { 'linkgate.sign-up-include': '' });
    expect(await hasAccount(realm(), email)).toBe(false);
  });
});

const request = async (email: string, more: Record<string, unknown> = {}) =>
  await requestLink({ email, client_id: web.client_id, redirect_uri: web.redirect_uri, ...more });

describe('an address', () => {
  test('is rejected in Unicode and in punycode', async () => {
    for (const email of ['boss@BÜCHER.example', 'Boss@xn--bcher-kva.example', 'boss+1@bücher.example'])
      expect((await request(email)).status).toBe(200);
    expect(await emailsTo('boss@xn--bcher-kva.example')).toEqual([]);
    expect((await request(`other-${Date.now()}@bücher.example`)).status).toBe(200);
  });

  test('with a trailing dot is none', async () => {
    expect((await request(`${at(DENIED)}.`)).status).toBe(400);
  });

  test('is rejected by the rules as they are when the link is used', async () => {
    const email = at('later.example');
    const link = await linkFor(email, web);
    await setRules({ denied: [DENIED, 'later.example'] });
    expect(await openLink(link)).toBe(401);
    expect(await hasAccount('linkgate', email)).toBe(false);
    await setRules({ denied: [DENIED, `*.${ABOVE}`, 'boss@bücher.example'] });
    // It wasn't used up.
    expect(await openLink(link)).toBe(302);
  });

  test('that signs up while it is denied either has an account or not, and its link follows', async () => {
    const email = at('race.example');
    const link = await linkFor(email, web);
    const [status] = await Promise.all([openLink(link), setRules({ denied: ['race.example'] })]);
    expect(status === 302).toBe(await hasAccount('linkgate', email));
    await setRules({ denied: [DENIED, `*.${ABOVE}`, 'boss@bücher.example'] });
  });

  test('that no list names is rejected if the realm says so', async () => {
    const restore = await setRealmAttributes({ 'linkgate.sign-up-unlisted': 'reject' });
    await setRules({ allowed: ['corp.example'] });
    const [listed, unlisted] = [at('corp.example'), at('elsewhere.example')];
    for (const email of [unlisted, listed]) expect((await request(email)).status).toBe(200);
    await emailTo(listed);
    expect(await emailsTo(unlisted)).toEqual([]);
    await setRules({ allowed: [] });
    await restore();
  });

  test('of an account gets its link, unless the rules include sign-ins', async () => {
    const email = at(DENIED);
    await makeAccount(email);
    const link = await linkFor(email, web);
    const restore = await setRealmAttributes({ 'linkgate.sign-up-include': 'sign-ins' });
    expect((await request(email)).status).toBe(200);
    expect(await emailsTo(email)).toHaveLength(1);
    expect(await openLink(link)).toBe(401);
    await restore();
    expect(await openLink(link)).toBe(302);
  });
});

describe('a change of address', () => {
  const signedIn = async () => {
    const agent = new Agent();
    const email = at('movers.example');
    await follow(await linkFor(email, web), agent);
    return { agent, email, id: await accountOf(email) };
  };

  test('to a denied one looks like any other, and never takes effect, if the rules include it', async () => {
    const served = await serveAccountPage({ 'linkgate.sign-up-include': 'address-changes' });
    const { agent, email, id } = await signedIn();
    const [denied, other] = [at(DENIED), at('others.example')];
    const shown = await requestChange(agent, denied);
    expect(textOf(shown)).toContain('We sent a link to both addresses');
    expect(await emailsTo(denied)).toEqual([]);
    await answerChange(changeLinkIn(await emailTo(email, 2)));
    expect(await accountOf(email)).toBe(id);
    expect(textOf(await requestChange(agent, other))).toContain('We sent a link to both addresses');
    const ofNew = changeLinkIn(await emailTo(other));
    await answerChange(changeLinkIn(await emailTo(email, 3)));
    // Denied meanwhile.
    await setRules({ denied: ['others.example'] });
    await answerChange(ofNew);
    await setRules({ denied: [DENIED, `*.${ABOVE}`, 'boss@bücher.example'] });
    expect(await accountOf(email)).toBe(id);
    await served();
  });

  test('is free otherwise', async () => {
    const served = await serveAccountPage();
    const { agent, id } = await signedIn();
    const denied = at(DENIED);
    await requestChange(agent, denied);
    const ofNew = changeLinkIn(await emailTo(denied));
    expect(ofNew).toContain('token=');
    expect(id).not.toBe('');
    await served();
  });
});

describe('a disposable address', () => {
  const disposable = () => at('mailinator.com');

  test.each(['note', 'challenge', 'reject'])('is treated by %s', async (action) => {
    const restore = await setRealmAttributes({
      'linkgate.sign-up-disposable': action,
      'linkgate.shield-hashes': '10000',
    });
    const [email, from] = [disposable(), Date.now()];
    const first = await request(email);
    if (action === 'challenge') {
      expect(first.status).toBe(403);
      const { challenge } = (await first.json()) as { challenge: Parameters<typeof solve>[0] };
      expect((await request(email, { shield_response: await solve(challenge) })).status).toBe(200);
    } else expect(first.status).toBe(200);
    // Nobody else is asked.
    expect((await request(at('usual.example'))).status).toBe(200);
    if (action !== 'reject') await follow(linkIn(await emailTo(email)));
    expect([await hasAccount('linkgate', email), (await emailsTo(email)).length]).toEqual(
      action === 'reject' ? [false, 0] : [true, 1],
    );
    const told = await eventsSince('linkgate', from, 'user_registered');
    expect(told.map(({ details }) => details?.rule)).toEqual(action === 'reject' ? [] : ['disposable']);
    expect(await rejections('linkgate', from)).toEqual(
      action === 'reject' ? ['access_denied disposable link'] : [],
    );
    await restore();
  });

  test('is one of the realm’s own list, which replaces the built-in one', async () => {
    const restore = await setRealmAttributes({ 'linkgate.sign-up-disposable': 'reject' });
    const { json } = await callAdminApi<{ disposable: object }>('PUT', '/sign-up-rules/disposable', {
      body: { domains: ['Short.example', '@other.example'] },
    });
    expect(json.disposable).toEqual({ action: 'reject', list: 'own', domains: 2 });
    const [own, builtIn] = [at('a.short.example'), disposable()];
    for (const email of [own, builtIn]) expect((await request(email)).status).toBe(200);
    await emailTo(builtIn);
    expect(await emailsTo(own)).toEqual([]);
    const back = await callAdminApi<{ disposable: object }>('DELETE', '/sign-up-rules/disposable');
    expect(back.json.disposable).toMatchObject({ list: 'built-in' });
    await restore();
  });
});

test('an administrator who looks the address up is told the rule', async () => {
  const { json } = await callAdminApi<{ email_reasons: { id: string; message: string }[] }>(
    'POST',
    '/users/lookup',
    { body: { email: at(DENIED) } },
  );
  // Others may apply to the whole realm, such as emails of other tests that couldn't be sent.
  expect(json.email_reasons.find(({ id }) => id === 'sign-up-denied')?.message).toContain(`(${DENIED})`);
});
