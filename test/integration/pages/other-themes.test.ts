/** A Linkgate realm with login and email themes that don't extend Linkgate's: nothing fails, and no text is missing, in any language. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { type Email, emailTo, linkIn, newAddress } from '../../support/email.ts';
import {
  allowInvitations,
  invitationIn,
  invite,
  makeHomeClient,
  optOutIn,
} from '../../support/invitations.ts';
import { TAGS } from '../../support/messages.ts';
import { requestLink } from '../../support/sign-in.ts';

const { shop } = inject('site').clients;
const setThemes = async (loginTheme: string, emailTheme: string) =>
  (await admin()).realms.update({ realm: 'linkgate' }, { loginTheme, emailTheme });

let disallow: () => Promise<void>;
beforeAll(async () => {
  disallow = await allowInvitations();
  await setThemes('acme', 'keycloak');
});
afterAll(async () => {
  await setThemes('linkgate', 'linkgate');
  await disallow?.();
});

/** Keys of texts, and placeholders, that are left in a text. */
const leftIn = (text: string) => text.match(/linkgate[A-Z]\w*|\$\{|￼/g) ?? [];

function expectComplete(message: Email): Email {
  expect(leftIn(message.subject + message.text + message.html)).toEqual([]);
  // Keycloak's own layout of emails has no table.
  expect(message.html).not.toContain('<table');
  return message;
}

test.each(TAGS)('pages and emails have every text in %s', async (language) => {
  const agent = new Agent({ accept: 'text/html', 'accept-language': language });
  const opened = async (page: ReturnType<typeof agent.open>, status = 200) => {
    const { text, ...shown } = await page;
    expect(shown.status, text).toBe(status);
    expect(leftIn(text.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, ''))).toEqual([]);
    expect(text).toContain(`lang="${language}"`);
    expect(text).toContain('kc-page-title');
    expect(text).not.toContain('lg-header');
    return { text, ...shown };
  };
  const email = newAddress();
  const signIn = await opened(agent.open(authUrl(shop)));
  await opened(agent.submit(signIn, { email }));
  const link = linkIn(expectComplete(await emailTo(email)));
  await opened(agent.open(link));
  await opened(new Agent({ accept: 'text/html', 'accept-language': language }).open(link), 401);
  await opened(agent.open(authUrl(shop, { fields: { redirect_uri: 'https://evil.example/' } })), 400);

  const backend = newAddress();
  const { client_id, redirect_uri } = shop;
  const requested = await requestLink({ email: backend, client_id, redirect_uri, ui_locales: language });
  expect(requested.status).toBe(200);
  expectComplete(await emailTo(backend));
});

test.each(TAGS)('invitations have every text in %s', async (language) => {
  const home = await makeHomeClient();
  const email = newAddress();
  await invite({ email, client_id: home.client_id, language, name: 'Ada', text: 'See you on Monday.' });
  const message = expectComplete(await emailTo(email));
  const agent = new Agent({ accept: 'text/html', 'accept-language': language });
  for (const url of [invitationIn(message), optOutIn(message)]) {
    const { status, text } = await agent.open(url);
    expect([status, leftIn(text.replaceAll(/<[^>]*>/g, ''))]).toEqual([200, []]);
  }
  await home.remove();
});
