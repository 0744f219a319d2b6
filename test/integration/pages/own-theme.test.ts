/** An administrator's theme based on Linkgate's (docs/operate.md): its own parts are used, the rest is inherited. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';

const { web } = inject('site').clients;

let realm: OwnRealm;
beforeAll(async () => {
  realm = await makeRealm('own-theme');
  const themes = { loginTheme: 'corner', emailTheme: 'corner' };
  await (await admin()).realms.update({ realm: realm.name }, themes);
});
afterAll(() => realm?.remove());

test('overrides one page and one text of each kind, and inherits the others', async () => {
  const agent = new Agent({ accept: 'text/html', 'accept-language': 'en' });
  const page = await agent.open(authUrl(web, { at: `${realm.baseUrl}/auth` }));
  expect(textOf(page)).toContain('The corner shop');
  expect(textOf(page)).toContain('Who is there? Send me a link');
  const styles = [...page.text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href);
  expect(styles.length).toBeGreaterThan(0);
  for (const href of styles) expect((await agent.open(new URL(href ?? '', page.url).href)).status).toBe(200);

  const email = newAddress();
  const checkEmail = await agent.submit(page, { email });
  expect(textOf(checkEmail)).toContain('Look into your letter box');
  expect(textOf(checkEmail)).toContain('No email? Check your spam folder');
  const message = await emailTo(email);
  expect(message.subject).toBe('The way into Demo');
  expect(message.text).toContain('If you did not request this email, ignore it');
});

test('inherits Linkgate’s texts in other languages', async () => {
  const agent = new Agent({ accept: 'text/html', 'accept-language': 'de' });
  const page = await agent.open(authUrl(web, { at: `${realm.baseUrl}/auth` }));
  expect(textOf(page)).toContain('Link senden');
  const email = newAddress();
  expect(textOf(await agent.submit(page, { email }))).toContain('Prüfen Sie Ihr Postfach');
  expect((await emailTo(email)).subject).toBe('Ihr Anmeldelink für Demo');
});
