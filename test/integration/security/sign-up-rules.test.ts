/** Who may sign up: rules by address and domain, in every way in which an account comes into being. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { answerChange, changeLinkIn, requestChange, serveAccountPage } from '../../support/account-page.ts';
import { accountOf, makeAccount } from '../../support/accounts.ts';
import { admin, setMailPort, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { confirm } from '../../support/confirm-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { callAdmin, invitationIn, invite, useHomeClient } from '../../support/invitations.ts';
import { PATIENT } from '../../support/patience.ts';
import { makeProviderRealm } from '../../support/provider-realm.ts';
import { solve } from '../../support/shield.ts';
import { follow, linkFor, openLink, requestLink } from '../../support/sign-in.ts';
import { hasAccount, type Places, WAYS } from '../../support/sign-up-ways.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';
import { LINK, makeStepRealm, startSignIn } from '../../support/step-realm.ts';

const REALMS = ['linkgate', 'linkgate-beta'] as const;
const { web } = inject('site').clients;

/** No test of another file has these domains. */
const DENIED = 'denied.example';
const ABOVE = 'above.example';
const DENIED_DISPOSABLE = 'known@mailinator.com';
/** *verboten-ü* in punycode. */
const VERBOTEN = 'xn--verboten--y9a.example';
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
    const denied = [DENIED, `*.${ABOVE}`, VERBOTEN, 'boss@bücher.example', DENIED_DISPOSABLE];
    await setRules({ denied, allowed: [] }, realm);
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
    ['in Unicode', () => at(`VERBOTEN-Ü.example`)],
    ['in punycode', () => at(VERBOTEN)],
  ])('one %s is rejected, too', async (form, addressOf) => {
    // Keycloak, which is the provider, doesn't send addresses in Unicode.
    const isOfProvider = way.name.startsWith('a provider') && form === 'in Unicode';
    const email = isOfProvider ? at(VERBOTEN) : addressOf();
    const normalised = email.toLowerCase().replace('verboten-ü.example', VERBOTEN);
    await way.signUp(email, places);
    expect(await hasAccount(way.realmOf(places), normalised)).toBe(false);
    expect(await emailsTo(normalised)).toEqual([]);
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

describe('an invitation', () => {
  test('isn’t sent to a rejected address, nor again, if the realm says so, and says why', async () => {
    const email = at(DENIED);
    const { id } = await invite({ email, client_id: places.home.client_id });
    const restore = await setRealmAttributes({ 'linkgate.sign-up-include': 'invitations' });
    const from = Date.now();
    const refused = { status: 409, json: { id: 'sign-up-rejected' } };
    const body = { email: at(DENIED), client_id: places.home.client_id };
    expect(await callAdminApi('POST', '/invitations', { body })).toMatchObject(refused);
    expect(await emailsTo(body.email)).toEqual([]);
    // The one before was sent while they were free: it isn't accepted now.
    const agent = new Agent();
    await confirm(agent, await agent.open(invitationIn(await emailTo(email))));
    expect(await hasAccount('linkgate', email)).toBe(false);
    expect(await callAdminApi('POST', `/invitations/${id}/resend`)).toMatchObject(refused);
    expect(await rejections('linkgate', from)).toEqual(Array(3).fill('access_denied denied invitation'));
    const lines = [`x@${DENIED}`, `x@a.${ABOVE}`, 'x@free.example'].join('\n');
    const list = await callAdmin('POST', `invitation-batches?client_id=${places.home.client_id}`, lines);
    const { id: batch } = (await list.json()) as { id: string };
    const { json } = await callAdminApi<{ problems: { line: number; field: string; id: string }[] }>(
      'GET',
      `/invitation-batches/${batch}/problems`,
    );
    expect(json.problems.map((one) => [one.line, one.field, one.id])).toEqual([
      [1, 'email', 'sign-up-rejected'],
      [2, 'email', 'sign-up-rejected'],
    ]);
    await callAdmin('DELETE', `invitation-batches/${batch}`);
    await restore();
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

describe('a rejected address is told why', () => {
  const TELL = { 'linkgate.sign-up-tell': 'denied' };
  const perTest: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const back of perTest.splice(0).reverse()) await back();
  });
  const tell = async (more: Record<string, string> = {}) =>
    perTest.push(await setRealmAttributes({ ...TELL, ...more }));

  test('once, however often and by whichever sub-address it is typed, at once, while others get what they always get', async () => {
    await tell();
    const [denied, accepted] = [at(DENIED), at('accepted.example')];
    const typed = [
      denied,
      denied,
      denied.toUpperCase(),
      denied.replace('@', '+1@'),
      denied.replace('@', '+2@'),
    ];
    const responses = await Promise.all(typed.map(async (email) => await request(email)));
    expect(responses.map(({ status }) => status)).toEqual(typed.map(() => 200));
    const message = await vi.waitUntil(
      async () => (await Promise.all([...new Set(typed)].map((email) => emailsTo(email)))).flat().at(0),
      PATIENT,
    );
    expect(message.subject).toBe('Your email address can’t be used for Demo');
    expect(message.text).toContain('don’t accept this address or its domain');
    expect(`${message.text} ${message.html}`).not.toContain('verify-email');
    await request(denied);
    await request(accepted);
    await emailTo(accepted);
    expect((await Promise.all([...new Set(typed)].map((email) => emailsTo(email)))).flat()).toHaveLength(1);
    expect(await hasAccount('linkgate', denied)).toBe(false);
  });

  test.each([
    ['de', 'Ihre E-Mail-Adresse kann für Demo nicht verwendet werden'],
    ['es', 'Su dirección de correo no se puede usar para Demo'],
    ['fr', 'Votre adresse e-mail ne peut pas être utilisée pour Demo'],
    ['ar', 'لا يمكن استخدام عنوان بريدك الإلكتروني في Demo'],
    ['ja', 'Demoではこのメールアドレスを使えません'],
  ])('in the language of the request: %s', async (ui_locales, subject) => {
    await tell();
    const denied = at(DENIED);
    await request(denied, { ui_locales });
    expect((await emailTo(denied)).subject).toBe(subject);
  });

  test('by an entry, as no list names it, or as it is disposable: as the realm chooses', async () => {
    await tell({
      'linkgate.sign-up-tell': 'unlisted disposable',
      'linkgate.sign-up-disposable': 'reject',
    });
    const [denied, disposable, unlisted] = [at(DENIED), at('mailinator.com'), at('unlisted.example')];
    for (const email of [denied, disposable]) await request(email);
    expect((await emailTo(disposable)).text).toContain('don’t accept disposable email addresses');
    perTest.push(await setRealmAttributes({ 'linkgate.sign-up-unlisted': 'reject' }));
    await request(unlisted);
    expect((await emailTo(unlisted)).text).toContain('accept only certain addresses and domains');
    expect(await emailsTo(denied)).toEqual([]);
  });

  test('in a stock realm, too, in the realm’s own email theme', async () => {
    const { step, stepClient } = places;
    await update(step.name, TELL);
    const denied = at(DENIED);
    const agent = new Agent();
    await agent.submit(await startSignIn(step, stepClient, agent), { email: denied, action: 'send' });
    expect((await emailTo(denied)).text).toContain('don’t accept this address or its domain');
    await update(step.name, { 'linkgate.sign-up-tell': '' });
  });

  test('unless the email couldn’t be sent: then the next time', async () => {
    await tell();
    const denied = at(DENIED);
    const stub = await startSmtpStub({ DATA: '550 no' });
    const restore = await setMailPort(stub.port);
    expect((await request(denied)).status).toBe(200);
    await vi.waitUntil(async () => {
      const { json } = await callAdminApi<{ email_reasons: { id: string }[] }>('POST', '/users/lookup', {
        body: { email: denied },
      });
      return json.email_reasons.some(({ id }) => id === 'email-unsent');
    }, PATIENT);
    await restore();
    stub.close();
    await vi.waitUntil(async () => {
      await request(denied);
      return (await emailsTo(denied)).length > 0;
    }, PATIENT);
    expect(await emailsTo(denied)).toHaveLength(1);
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

describe.each(WAYS)('a disposable address by $name', (way) => {
  const isDecided = (action: string) => {
    if (action === 'reject') return true;
    // Who is trusted with the address types it for somebody else, and a provider has verified it: nobody is asked.
    return action === 'challenge' && (way.method === 'link' || way.method === 'referral');
  };

  test.each(['off', 'note', 'challenge', 'reject'])('with %s', async (action) => {
    const realm = way.realmOf(places);
    await update(realm, {
      'linkgate.sign-up-disposable': action,
      'linkgate.sign-up-include': way.option ?? '',
    });
    const email = at('mailinator.com');
    await way.signUp(email, places);
    await update(realm, { 'linkgate.sign-up-disposable': '', 'linkgate.sign-up-include': '' });
    expect(await hasAccount(realm, email)).toBe(!isDecided(action));
    if (way.option === null && isDecided(action)) expect(await emailsTo(email)).toEqual([]);
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
      // Also who names an address that is denied.
      expect((await request(DENIED_DISPOSABLE)).status).toBe(403);
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
    expect(json.disposable).toEqual({ action: 'reject', list: 'own', domains: 2, source: null });
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
