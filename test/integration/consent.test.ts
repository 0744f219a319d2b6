/** The consent page: which client gets which data, in plain words, and when it is shown (contract, section 3.2). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent, type Page } from '../support/agent.ts';
import { makeApiScope } from '../support/api-scope.ts';
import { authUrl, signedIn } from '../support/authorization.ts';
import { accountsOn, chooseSignedInAccount, submitAddress } from '../support/chooser.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import type { Fields } from '../support/form.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { setRealmTexts } from '../support/realm-texts.ts';
import { linkFor } from '../support/sign-in.ts';
import { makeStayingClient } from '../support/staying-client.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const LOGO = 'https://cdn.example/logo.svg';

const isConsent = (page: Page) => page.status === 200 && page.text.includes('name="accept"');
const targetOf = (page: Page) => new URL(page.headers.get('location') ?? 'x:').searchParams;
/** The page's words, without markup. */
const words = (page: Page) => page.text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('consent', () => {
  let client: OwnClient;
  beforeAll(async () => {
    client = await makeClient({ name: 'Book Club' });
    await client.update({
      attributes: {
        'linkgate.branding.logo': LOGO,
        policyUri: 'https://books.example/privacy',
        tosUri: 'https://books.example/terms',
      },
    });
  });
  afterAll(async () => client.remove());
  const openAuth = async (agent: Agent, fields: Fields = {}) =>
    await chooseSignedInAccount(
      agent,
      await agent.open(authUrl(client, { fields: { scope: 'openid email', ...fields } })),
    );

  test('names the account, in each language', async () => {
    for (const [language, text] of Object.entries({
      en: 'You are signed in as',
      de: 'Sie sind als',
      fr: 'Vous êtes connecté',
      es: 'Ha iniciado sesión como',
      ja: 'としてサインイン',
      ar: 'سجّلت الدخول',
    })) {
      const email = newAddress();
      const page = await new Agent().open(await linkFor(email, client, { ui_locales: language }));
      expect(isConsent(page)).toBe(true);
      expect(words(page)).toContain(email);
      expect(words(page)).toContain(text);
    }
  });

  test('names the account of a continued session', async () => {
    const email = newAddress();
    const page = await openAuth(await signedIn(web, {}, email));
    expect(isConsent(page)).toBe(true);
    expect(words(page)).toContain(`You are signed in as ${email}`);
  });

  test('leads to another account, with the same request', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const page = await openAuth(agent, { state: 'kept', login_hint: email });
    expect(isConsent(page)).toBe(true);
    const chooser = await agent.submit(page, { 'other-account': 'true' });
    expect(
      accountsOn(chooser).map((one) => one.email),
      `${chooser.status} ${chooser.url} ${chooser.headers.get('location')} ${chooser.text.slice(0, 300)}`,
    ).toEqual([email]);
    const other = newAddress();
    await submitAddress(agent, chooser, other);
    const answered = await confirm(agent, await agent.open(linkIn(await emailTo(other, 1))));
    expect(words(answered)).toContain(`You are signed in as ${other}`);
    const target = targetOf(await agent.submit(answered, { accept: 'Yes' }));
    expect(target.get('state')).toBe('kept');
    expect(target.get('code')).toBeTruthy();
  });

  test('says for how many days the user stays signed in', async () => {
    const staying = await makeStayingClient('30', { name: 'Reader' });
    const page = await new Agent().open(await linkFor(newAddress(), staying));
    expect(words(page)).toContain('Reader also keeps you signed in for up to 30 days, unless you sign out');
    const arabic = await new Agent().open(await linkFor(newAddress(), staying, { ui_locales: 'ar' }));
    expect(words(arabic)).toContain('30 يومًا');
    await staying.remove();
  });

  describe('by who named the application', () => {
    const NOT_VERIFIED = 'Not verified: the application chose its name itself.';
    const ON_DEVICE = 'Sign-in then continues in an app on this device.';
    const WARNING = /<(p|div) class="lg-alert lg-alert-warning">([\s\S]*?)<\/\1>/g;
    const warnings = (page: Page) =>
      [...page.text.matchAll(WARNING)].map(([, , html = '']) => html.replace(/<[^>]*>/g, ''));
    const BANK = 'https://bank.example@evil.example/callback';
    test.each([
      // Who described it, its redirect URI, and what the page warns of.
      ['an administrator', 'https://app.example/callback', []],
      ['an administrator', 'http://127.0.0.1:4711/callback', [ON_DEVICE]],
      ['an administrator', 'com.example.app:/callback', [ON_DEVICE]],
      ['itself', 'https://evil.example/callback', [NOT_VERIFIED, 'you’re sent to evil.example']],
      ['itself', BANK, [NOT_VERIFIED, 'you’re sent to evil.example']],
      ['itself', 'http://localhost:4711/callback', [NOT_VERIFIED, ON_DEVICE]],
    ])('%s, at %s', async (author, uri, expected) => {
      const own = await makeClient({
        name: 'Google Workspace',
        redirectUris: [uri],
        attributes: author === 'itself' ? { 'linkgate.registered-at': '1790000000' } : {},
      });
      const page = await new Agent().open(await linkFor(newAddress(), { ...own, redirect_uri: uri }));
      expect(isConsent(page)).toBe(true);
      const warned = warnings(page).join(' ').replace(/\s+/g, ' ');
      for (const one of expected) expect(warned).toContain(one);
      if (author !== 'itself') expect(warned).not.toContain(NOT_VERIFIED);
      if (!expected.includes(ON_DEVICE)) expect(warned).not.toContain(ON_DEVICE);
      expect(warned).not.toContain('bank.example');
      await own.remove();
    });
  });

  const firstPage = async (scope: string) =>
    await new Agent().open(await linkFor(newAddress(), client, { scope }));

  test('names the client and its access in plain words, with its logo, policy and terms', async () => {
    const page = await firstPage('openid profile email address');
    expect(isConsent(page)).toBe(true);
    for (const text of [
      'Book Club wants to access your account',
      'A permanent ID for your account',
      'Your name, username and picture',
      'Your email address',
      'Your postal address',
      'Privacy policy of Book Club',
      'Terms of service of Book Club',
    ])
      expect(words(page)).toContain(text);
    expect(page.text).toContain(`src="${LOGO}"`);
    expect(page.text).toContain('href="https://books.example/privacy"');
    expect(page.text).toContain('href="https://books.example/terms"');
  });

  test('names only the requested scopes', async () => {
    const page = await firstPage('openid');
    expect(words(page)).toContain('A permanent ID for your account');
    expect(words(page)).not.toContain('email address');
    expect(words(page)).not.toContain('on your behalf');
  });

  test('has an API scope’s text in the user’s language, and its name where the realm has none', async () => {
    const keyOf = (mark: string) => ({ attributes: { 'consent.screen.text': `\${linkgateScope.${mark}}` } });
    const told = await makeApiScope(keyOf('orders_told'));
    const untold = await makeApiScope(keyOf('orders_untold'));
    const odd = await makeApiScope(keyOf("{o'dd"));
    const scopes = [told, untold, odd];
    for (const scope of scopes) await scope.assignTo(client);
    const remove = await setRealmTexts({
      en: { 'linkgateScope.orders_told': "Read the shop''s orders <now>" },
      de: { 'linkgateScope.orders_told': 'Bestellungen lesen' },
    });
    const scope = ['openid', ...scopes.map(({ name }) => name)].join(' ');
    const page = await firstPage(scope);
    expect(isConsent(page)).toBe(true);
    expect(words(page)).toContain('Book Club can do this on your behalf: ');
    expect(page.text).toContain('Read the shop&#39;s orders &lt;now&gt;');
    for (const { name } of [untold, odd]) expect(words(page)).toContain(` ${name} `);
    expect(page.text).not.toMatch(/linkgateScope|\$\{/);
    const german = await linkFor(newAddress(), client, { scope, ui_locales: 'de' });
    expect(words(await new Agent().open(german))).toContain('Bestellungen lesen');
    await remove();
    for (const one of scopes) await one.remove();
  });

  test('returns access_denied with the state when denied, and is requested again', async () => {
    const agent = await signedIn(web);
    const denied = await agent.submit(await openAuth(agent, { state: 'kept' }), { cancel: 'No' });
    expect(Object.fromEntries(targetOf(denied))).toMatchObject({
      error: 'access_denied',
      state: 'kept',
      iss: baseUrl,
    });
    expect(targetOf(denied).get('code')).toBeNull();
    expect(isConsent(await openAuth(agent))).toBe(true);
  });

  test('isn’t requested again once granted, also with fewer scopes', async () => {
    const agent = await signedIn(client, { scope: 'openid email profile' });
    expect(targetOf(await openAuth(agent)).get('code')).toBeTruthy();
    expect(targetOf(await openAuth(agent, { scope: 'openid' })).get('code')).toBeTruthy();
  });

  test('is requested again for additional scopes, and names these', async () => {
    const agent = await signedIn(client, { scope: 'openid email' });
    const page = await openAuth(agent, { scope: 'openid email address' });
    expect(isConsent(page)).toBe(true);
    expect(words(page)).toContain('Your postal address');
    expect(words(page)).not.toContain('Your email address');
  });

  test('is requested again with prompt=consent', async () => {
    const agent = await signedIn(client, { scope: 'openid email' });
    const page = await openAuth(agent, { prompt: 'consent' });
    expect(isConsent(page)).toBe(true);
    expect(targetOf(await agent.submit(page, { accept: 'Yes' })).get('code')).toBeTruthy();
  });

  test('for one client doesn’t apply to another', async () => {
    const agent = await signedIn(client);
    const other = await makeClient();
    expect(isConsent(await chooseSignedInAccount(agent, await agent.open(authUrl(other))))).toBe(true);
    await other.remove();
  });
});
