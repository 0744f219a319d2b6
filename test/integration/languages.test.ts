/** Users' language: their choice, then `ui_locales`, the account, the browser; the same on pages and in emails. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { received } from '../support/received.ts';
import { linkFor, openLink, requestLink } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';
import { LINK, makeStepRealm, openAndConfirm, requestByStep, type StepRealm } from '../support/step-realm.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;

const browser = (language: string) => new Agent({ accept: 'text/html', 'accept-language': language });
const languageOf = (html: string) => /<html[^>]* lang="([^"]*)"/.exec(html)?.[1];

async function emailLanguage(email: string, count = 1): Promise<unknown> {
  const { parsed } = await received(await emailTo(email, count));
  expect(languageOf(String(parsed.html))).toBe(parsed.headers.get('content-language'));
  return parsed.headers.get('content-language');
}

/** An account with German as its locale. */
const german = newAddress('german');
let accountId: string;

beforeAll(async () => {
  const { id } = await (await admin()).users.create({
    realm: 'linkgate',
    username: german,
    email: german,
    emailVerified: true,
    enabled: true,
    attributes: { locale: ['de'] },
  });
  accountId = id;
});
afterAll(async () => (await admin()).users.del({ realm: 'linkgate', id: accountId }));

describe('on pages', () => {
  test.each([
    ['ui_locales before the browser', 'ja es', 'fr', 'ja'],
    ['the first supported one of ui_locales', 'nl es-MX fr', 'de', 'es'],
    ['the browser without ui_locales', undefined, 'nl, fr-CH;q=0.8, ar;q=0.5', 'fr'],
    ['English if nothing matches', 'nl', 'sv', 'en'],
    ['English for an invalid language', '../x #{y}', '*', 'en'],
  ])('the language is %s, and the email’s is the same', async (_, requested, accepted, expected) => {
    const agent = browser(accepted);
    const page = await agent.open(authUrl(web, { fields: { ui_locales: requested } }));
    const email = newAddress();
    const checkEmail = await agent.submit(page, { email });
    expect([languageOf(page.text), languageOf(checkEmail.text), await emailLanguage(email)]).toEqual([
      expected,
      expected,
      expected,
    ]);
  });

  test('addresses with and without an account can’t be distinguished', async () => {
    const agent = browser('fr');
    const checkEmail = await agent.submit(await agent.open(authUrl(web)), { email: german });
    expect(languageOf(checkEmail.text)).toBe('fr');
  });

  test('the account’s locale counts once the address is verified, and ui_locales take precedence', async () => {
    const link = await linkFor(german, web, { emailNumber: 2 });
    expect(languageOf((await browser('fr').open(link)).text)).toBe('de');
    const other = await linkFor(german, web, { ui_locales: 'es', emailNumber: 3 });
    expect(languageOf((await browser('fr').open(other)).text)).toBe('es');
  });

  test('the choice on the page takes precedence, for the email and behind the link too', async () => {
    const agent = browser('fr');
    const first = await agent.open(authUrl(web, { fields: { ui_locales: 'es' } }));
    const choice = /<a href="([^"]*kc_locale=ar[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const page = await agent.open(new URL(choice, first.url).href);
    expect(languageOf(page.text)).toBe('ar');
    const email = newAddress();
    await agent.submit(page, { email });
    expect(await emailLanguage(email)).toBe('ar');
    expect(languageOf((await browser('ja').open(linkIn(await emailTo(email)))).text)).toBe('ar');
  });

  test('a rejected link is explained in the language of its request', async () => {
    const link = await linkFor(newAddress(), web, { ui_locales: 'ja' });
    await browser('en').open(link);
    const rejected = await browser('fr').open(link);
    expect([rejected.status, languageOf(rejected.text)]).toEqual([401, 'ja']);
  });

  test('so is an error before there is a session', async () => {
    const wrong = { redirect_uri: 'https://evil.example/', ui_locales: 'de' };
    const page = await browser('fr').open(authUrl(web, { fields: wrong }));
    expect([page.status, languageOf(page.text)]).toEqual([400, 'de']);
    expect(page.text).toContain('Diese Anmeldung kann nicht fortgesetzt werden');
    expect(page.text).toContain('unauthorized_client');
  });
});

describe('in emails requested by an application', () => {
  test.each([
    ['ui_locales before the account', german, 'fr', 'ar', 'fr'],
    ['the account before the browser', german, undefined, 'ar', 'de'],
    ['the browser for a new address', undefined, undefined, 'ar', 'ar'],
  ])('the language is %s', async (_, address, requested, accepted, expected) => {
    const email = address ?? newAddress();
    const inbox = `${inject('site').inboxUrl}/api/email?to.address=${encodeURIComponent(email)}`;
    const before = ((await (await fetch(inbox)).json()) as unknown[]).length;
    const { client_id, redirect_uri } = web;
    const response = await fetch(`${baseUrl}/request-magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': accepted },
      body: JSON.stringify({ email, client_id, redirect_uri, ui_locales: requested }),
    });
    expect(response.status).toBe(200);
    expect(await emailLanguage(email, before + 1)).toBe(expected);
  });

  test('errors stay English', async () => {
    const response = await requestLink({
      email: 'x',
      client_id: web.client_id,
      redirect_uri: web.redirect_uri,
      ui_locales: 'de',
    });
    expect(await response.json()).toMatchObject({
      error: 'ValidationError',
      message: expect.stringMatching(/^[ -~]+$/),
    });
  });
});

describe('a link’s page, in a browser of another language,', () => {
  let realm: StepRealm;
  let client: SiteClient;
  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
    client = await realm.makeClient([{ provider: LINK }]);
  });
  afterAll(async () => await realm?.remove());

  const realms: [string, () => Promise<string>, (link: string) => Promise<unknown>][] = [
    [
      'a Linkgate realm',
      async () => {
        const before = (await emailsTo(german)).length;
        const { client_id, redirect_uri } = web;
        expect((await requestLink({ email: german, client_id, redirect_uri })).status).toBe(200);
        return linkIn(await emailTo(german, before + 1));
      },
      openLink,
    ],
    [
      'a stock realm',
      async () => {
        const user = await realm.makeUser({ attributes: { locale: ['de'] } });
        return (await requestByStep(realm, client, user)).link;
      },
      openAndConfirm,
    ],
  ];

  test.each(realms)('has the account’s, whether or not the link can be used: %s', async (_, make, use) => {
    const link = await make();
    const page = await browser('fr').open(link);
    expect([page.status, languageOf(page.text)]).toEqual([200, 'de']);
    await use(link);
    const used = await browser('fr').open(link);
    expect([used.status >= 400, languageOf(used.text)]).toEqual([true, 'de']);
  });

  test.each(realms)('is in the one chosen on the page: %s', async (_, make, use) => {
    const link = await make();
    const agent = browser('fr');
    const first = await agent.open(link);
    const choice = /(?:href|value)="([^"]*kc_locale=es[^"]*)"/.exec(first.text)?.[1] ?? '';
    const chosen = await agent.open(new URL(choice.replaceAll('&amp;', '&'), first.url).href);
    expect([chosen.status, languageOf(chosen.text)]).toEqual([200, 'es']);
    await use(link);
    const used = await browser('fr').open(`${link}&kc_locale=es`);
    expect([used.status >= 400, languageOf(used.text)]).toEqual([true, 'es']);
  });
});
