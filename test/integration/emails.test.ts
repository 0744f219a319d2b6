/**
 * The email with a link, as it is received: in each language, with and without branding, for every email client (contract,
 * section 6.1).
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import sample from '../../realm-config/realms/linkgate.json' with { type: 'json' };
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { violationsInEmail } from '../support/axe.ts';
import { CHROMIUM, openChromium, openContext } from '../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { markupMistakes, unsupportedFeatures } from '../support/mail-linter.ts';
import { makeClient } from '../support/own-client.ts';
import { received } from '../support/received.ts';
import { requestLink } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';

const { clients } = inject('site');

const SUBJECTS = {
  en: 'Your sign-in link for Demo',
  de: 'Ihr Anmeldelink für Demo',
  fr: 'Votre lien de connexion à Demo',
  es: 'Su enlace para iniciar sesión en Demo',
  ja: 'Demoへのサインイン用リンク',
  ar: 'رابط تسجيل دخولك إلى Demo',
} as const;
/** The shop's own, in the language or else in English. */
function shopSubject(language: string): string | undefined {
  const shop = sample.clients.find(({ clientId }) => clientId === 'demo-shop');
  const attributes: Record<string, string> = shop?.attributes ?? {};
  const name = 'linkgate.branding.subject';
  return language === 'en' ? attributes[name] : attributes[`${name}.${language}`];
}

const APPLICATIONS = {
  web: { sender: 'Linkgate', application: 'Demo', colour: '#0b6455' },
  shop: { sender: 'Demo Shop', application: 'Demo Shop', colour: '#b3261e' },
} as const;
const CASES = (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]).flatMap((language) =>
  (Object.keys(APPLICATIONS) as (keyof typeof APPLICATIONS)[]).map(
    (branding) => [language, branding] as const,
  ),
);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The longest line of a message, in octets (RFC 5322, section 2.1.1). */
const MAX_LINE_OCTETS = 998;
const MILLIS_PER_SECOND = 1000;

async function emailFor(client: SiteClient, fields: Record<string, unknown> = {}) {
  const email = newAddress();
  const { client_id, redirect_uri } = client;
  const before = Math.floor(Date.now() / MILLIS_PER_SECOND) * MILLIS_PER_SECOND;
  const response = await requestLink({ email, client_id, redirect_uri, ...fields });
  expect(response.status, await response.clone().text()).toBe(200);
  const message = await emailTo(email);
  return {
    email,
    message,
    link: linkIn(message),
    between: [before, Date.now()] as const,
    ...(await received(message)),
  };
}

describe.each(CASES)('in %s, for %s', (language, branding) => {
  const { sender, application, colour } = APPLICATIONS[branding];
  let made: Awaited<ReturnType<typeof emailFor>>;
  beforeAll(async () => {
    made = await emailFor(clients[branding], { ui_locales: language });
  });

  test('has the headers of an automatic message', () => {
    const { source, parsed, email, between } = made;
    const [head = ''] = source.split(/\r?\n\r?\n/);
    expect(head).toMatch(/^[\t\r\n -~]*$/);
    expect(Math.max(...source.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(
      MAX_LINE_OCTETS,
    );
    expect({
      from: parsed.from?.value,
      to: [parsed.to].flat()[0]?.value[0]?.address,
      subject: parsed.subject,
      automatic: parsed.headers.get('auto-submitted'),
      language: parsed.headers.get('content-language'),
    }).toEqual({
      from: [{ address: 'linkgate@example.com', name: sender }],
      to: email,
      subject: branding === 'shop' ? shopSubject(language) : SUBJECTS[language],
      automatic: 'auto-generated',
      language,
    });
    expect(parsed.messageId).toMatch(/^<[^@<>\s]+@example\.com>$/);
    const [before, after] = between;
    expect(parsed.date?.getTime()).toBeGreaterThanOrEqual(before);
    expect(parsed.date?.getTime()).toBeLessThanOrEqual(after);
  });

  test('has a complete text, with the link on a line of its own', () => {
    const { parsed, email, link } = made;
    const lines = (parsed.text ?? '').split('\n');
    expect(lines).toContain(link);
    for (const fact of [email, application, '127.0.0.1', 'Linkgate']) expect(parsed.text).toContain(fact);
    expect(parsed.text).toMatch(/15/);
  });

  test('has HTML with the same text, and contains no other link', () => {
    const { parsed, email, link } = made;
    const html = String(parsed.html);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    for (const fact of [email, application, '127.0.0.1']) expect(html).toContain(fact);
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) =>
      target?.replaceAll('&amp;', '&'),
    );
    expect([...new Set(targets)]).toEqual([link]);
    expect(html).toContain(`background-color:${colour}`);
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|linkgateEmail/i);
  });

  test('passes both linters of emails', async () => {
    const html = String(made.parsed.html);
    expect(await markupMistakes(html)).toEqual([]);
    expect(unsupportedFeatures(html)).toEqual([]);
  });
});

test('a text that the realm changes is in the next email, until it is removed', async () => {
  const text = { realm: 'linkgate', selectedLocale: 'en', key: 'linkgateMagicLinkIntro' };
  const { realms } = await admin();
  await realms.addLocalization(text, 'Changed by the realm for {0}');
  const changed = await emailFor(clients.web);
  await realms.deleteRealmLocalizationTexts(text);
  const restored = await emailFor(clients.web);
  expect(changed.parsed.text).toContain('Changed by the realm for Demo');
  expect(restored.parsed.text).toContain('Open this link to sign in to Demo:');
});

test.each([
  ['en-GB', /^Requested in Firefox on Linux, [0-2]\d:\d\d UTC$/m],
  ['en-US', /^Requested in Firefox on Linux, \d{1,2}:\d\d\s[AP]M UTC$/m],
  ['fr', /^Demandé dans Firefox sous Linux, à \d\d\sh\s\d\d UTC$/m],
  // Isolated, and from right to left although it begins with a Latin name.
  ['ar', /^طُلب من \u2068\u200f+Firefox على Linux، \d{1,2}:\d\d\s[صم] UTC\u2069$/m],
])(
  'says which browser requested it, and when, as its reader writes times: %s',
  async (language, expected) => {
    const headers = { accept: 'text/html', 'user-agent': FIREFOX, 'accept-language': language };
    const [agent, email] = [new Agent(headers), newAddress()];
    await agent.submit(await agent.open(authUrl(clients.web)), { email });
    const { parsed } = await received(await emailTo(email));
    expect(parsed.text).toMatch(expected);
    expect(String(parsed.html)).toContain('Firefox');
  },
);

test('says no browser if an app requested it', async () => {
  const { parsed } = await emailFor(clients.web);
  expect(parsed.text).toContain('Requested from IP address');
  expect(parsed.text).not.toContain('Requested in');
});

test('a code is alone on its line, and is read aloud digit by digit', async () => {
  const agent = new Agent();
  const email = newAddress();
  await agent.submit(await agent.open(authUrl(clients.web)), { email });
  const { parsed } = await received(await emailTo(email));
  const code = /^(\d{6})$/m.exec(parsed.text ?? '')?.[1] ?? '';
  expect(code).toHaveLength(6);
  expect(parsed.text).toContain('The link and the code are valid for 15 minutes and can be used once.');
  expect(parsed.text).toContain('do not give the code to anyone');
  expect(String(parsed.html)).toContain(`role="img" aria-label="${code.split('').join(' ')}">${code}<`);
});

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(async () => browser?.close());

  async function looksGood(html: string, scheme: 'light' | 'dark'): Promise<void> {
    const context = await openContext(browser, {
      viewport: { width: 320, height: 640 },
      colorScheme: scheme,
    });
    const page = await context.newPage();
    await page.route('https://**', (route) => route.abort());
    await page.setContent(html);
    expect(await violationsInEmail(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await context.close();
  }

  test.each([
    ['light', 'en', 'web'],
    ['dark', 'ar', 'shop'],
  ] as const)(
    'an email is accessible to all users, %s, in %s, for %s',
    async (scheme, language, branding) => {
      const { parsed } = await emailFor(clients[branding], { ui_locales: language });
      await looksGood(String(parsed.html), scheme);
    },
  );

  test('Japanese lines break between phrases, and no others', async () => {
    const page = await (await openContext(browser, { viewport: { width: 390, height: 700 } })).newPage();
    for (const [language, expected] of [
      ['ja', 'auto-phrase'],
      ['en', 'break-word'],
    ] as const) {
      const { parsed } = await emailFor(clients.web, { ui_locales: language });
      await page.setContent(String(parsed.html));
      const breaks = await page.evaluate("getComputedStyle(document.querySelector('.lg-note')).wordBreak");
      expect([language, breaks]).toEqual([language, expected]);
    }
    await page.context().close();
  });

  test.each([
    ['pale', '#ffff99', '#ffffff'],
    ['dark', '#101010', '#000000'],
    ['in between', '#777777', '#ff00ff'],
  ])(
    'a branding’s colours stay readable when they are %s, and its logo is the one picture',
    async (_, primary, background) => {
      const client = await makeClient({
        name: 'Shop & <Sons>',
        attributes: {
          'linkgate.branding.logo': 'https://pictures.example/logo.png?a=1&b=2',
          'linkgate.branding.primary-color': primary,
          'linkgate.branding.background-color': background,
          'linkgate.branding.text': 'Fish & <chips>',
          'linkgate.branding.subject': 'Anmelden – schön',
          'linkgate.branding.sender-name': 'Jörg "der Fisch", GmbH',
        },
      });
      const { parsed } = await emailFor(client);
      await client.remove();
      const html = String(parsed.html);
      expect([...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag.replace(/ style="[^"]*"/, ''))).toEqual([
        '<img class="lg-logo" src="https://pictures.example/logo.png?a=1&amp;b=2" alt="Shop &amp; &lt;Sons&gt;" height="40">',
      ]);
      expect(html).toContain('Fish &amp; &lt;chips&gt;');
      expect(parsed.text).toContain('Fish & <chips>');
      expect([parsed.subject, parsed.from?.value[0]?.name]).toEqual([
        'Anmelden – schön',
        'Jörg "der Fisch", GmbH',
      ]);
      for (const scheme of ['light', 'dark'] as const) await looksGood(html, scheme);
    },
  );
});
