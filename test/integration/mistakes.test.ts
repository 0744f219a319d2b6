/** What users do wrong: the page says what happened and what they can do. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeAccount } from '../support/accounts.ts';
import { setMailPort, setRealmAttributes } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { otherCodes, requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { promptsForOneTimePassword } from '../support/level-flow.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { turnPasskeysOn } from '../support/passkeys.ts';
import { APP_AND_CODES, RECOVERY_CODE } from '../support/protected-account.ts';
import { acrOf, setSecondFactor } from '../support/second-factor.ts';
import { submitConsent } from '../support/sign-in.ts';
import { startSmtpStub } from '../support/smtp-stub.ts';

const { clients } = inject('site');
const { web } = clients;

describe('with a second factor', () => {
  let client: OwnClient;
  let takeOff: () => Promise<void>;
  beforeAll(async () => {
    client = await makeClient({ name: 'Vault' });
    takeOff = await setSecondFactor(client, 'always');
  });
  afterAll(async () => {
    await takeOff?.();
    await client?.remove();
  });

  /** Signs in with the email's code, up to the prompt for the authenticator app's. */
  async function atPrompt(): Promise<{ agent: Agent; page: Page; code: string }> {
    const [agent, email] = [new Agent(), newAddress()];
    await makeAccount(email, { credentials: APP_AND_CODES });
    const checkEmail = await requestOnPage(agent, email, client);
    const code = requireCode(await emailTo(email));
    const page = await agent.submit(checkEmail, { code });
    expect(promptsForOneTimePassword(page), page.text.slice(0, 500)).toBe(true);
    return { agent, page, code };
  }

  test('the email’s code typed for the app’s: the page had said which, for whom, and says it again', async () => {
    const { agent, page, code } = await atPrompt();
    expect(textOf(page)).toContain('Enter the code from your authenticator app');
    expect(textOf(page)).toContain(
      'Vault asks for a second step. Open the app on your phone. The code from the email does not work here.',
    );
    expect(page.text).toMatch(/id="otp"[^>]*inputmode="numeric"/);
    expect(page.text).not.toMatch(/tabindex="[1-9]/);
    const again = await agent.submit(page, { otp: code });
    expect(textOf(again)).toContain('This is not the code that your authenticator app shows now.');
    expect(again.text).toMatch(/id="otp"[^>]*aria-invalid="true"/s);
  });

  test('without the app: another way takes a recovery code, and a wrong one says what to check', async () => {
    const { agent, page } = await atPrompt();
    const ways = await agent.submit(page, { tryAnotherWay: 'on' });
    expect(textOf(ways)).toContain('Choose how to sign in');
    const [, way = ''] = /value="([^"]+)"(?:(?!<\/button>)[\s\S])*Recovery code/.exec(ways.text) ?? [];
    const form = await agent.submit(ways, { authenticationExecution: way });
    expect(textOf(form)).toContain('Enter a recovery code');
    // They have letters.
    expect(form.text).toMatch(/id="recoveryCodeInput"[^>]*inputmode="text" autocapitalize="characters"/);
    const wrong = await agent.submit(form, { recoveryCodeInput: 'AAAA-AAAA-AAAA' });
    expect(textOf(wrong)).toContain('This is not the recovery code with this number.');
    const end = await submitConsent(agent, await agent.submit(wrong, { recoveryCodeInput: RECOVERY_CODE }));
    expect(await acrOf(end, client)).toBe('2');
  });

  test('at the wrong account: the page starts over, where another one can be chosen', async () => {
    const { agent, page } = await atPrompt();
    expect(textOf(page)).toContain('Start over');
    const [, url = ''] = /id="reset-login" href="([^"]+)"/.exec(page.text) ?? [];
    const first = await agent.open(new URL(url.replaceAll('&amp;', '&'), page.url).href);
    expect(first.text).toContain('name="show" value="address"');
  });
});

test('the app’s code typed for the email’s: the page says which it is not, and keeps what was typed', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  const page = await requestOnPage(agent, email, web);
  const [app = ''] = otherCodes(requireCode(await emailTo(email)), 1);
  const again = await agent.submit(page, { code: app });
  expect(textOf(again)).toContain('This is not the one-time code from the newest email.');
  expect(again.text).toMatch(/id="code"[^>]*aria-invalid="true"/s);
});

test('the code of an earlier email: the page says that the newest one’s is meant', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  const page = await requestOnPage(agent, email, web);
  const earlier = requireCode(await emailTo(email));
  const resent = await agent.submit(page, { action: 'resend' });
  const newest = requireCode(await emailTo(email, 2));
  expect(newest).not.toBe(earlier);
  const wrong = await agent.submit(resent, { code: earlier });
  expect(textOf(wrong)).toContain('This is not the one-time code from the newest email.');
  expect(
    (await submitConsent(agent, await agent.submit(wrong, { code: newest }))).searchParams.get('code'),
  ).toBeTruthy();
});

test('an expired or used link: a new one is awaited as the first one was, with the same help', async () => {
  const [agent, other] = [new Agent(), new Agent()];
  const email = newAddress().replace(/@.*/, '@gmail.com');
  await requestOnPage(agent, email, web);
  const link = linkIn(await emailTo(email));
  await submitConsent(agent, await agent.open(link));
  const page = await other.submit(await other.open(link), { again: 'true' });
  const code = requireCode(await emailTo(email, 2));
  expect(textOf(page)).toContain('Check your email');
  expect(textOf(page)).toContain(`We sent another link to ${email} at`);
  expect(textOf(page)).toContain('No email? Check your spam folder.');
  for (const part of ['value="resend"', 'value="change"', 'id="code"', 'Open Gmail'])
    expect(page.text).toContain(part);
  const href = /href="(https:\/\/mail\.google\.com[^"]*)"/.exec(page.text)?.[1] ?? '';
  expect(href).toContain(`authuser=${encodeURIComponent(email)}#search/from%3A`);
  const end = await submitConsent(other, await other.submit(page, { code }));
  expect(end.searchParams.get('code')).toBeTruthy();
});

test('too many links: the page doesn’t say that one was sent, and offers none', async () => {
  const restore = await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' });
  try {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await agent.submit(await requestOnPage(agent, email, web), { action: 'resend' });
    expect(page.status).toBe(429);
    expect(textOf(page)).toContain('Too many links were requested.');
    expect(textOf(page)).not.toContain('We sent another link');
    expect(page.text).toMatch(/value="resend" disabled/);
  } finally {
    await restore();
  }
});

test('a passkey that isn’t used: a notice, and no error; one that fails is an error', async () => {
  const restore = await turnPasskeysOn();
  try {
    const agent = new Agent();
    const first = await agent.open(authUrl(web));
    const cancelled = await agent.submit(first, { error: 'NotAllowedError: The operation was not allowed.' });
    expect(textOf(cancelled)).toContain('No passkey was used. Try again, or request a link.');
    expect(cancelled.text).toContain('lg-alert-info');
    expect(cancelled.text).not.toContain('lg-alert-error');
    const failed = await agent.submit(cancelled, { error: 'SecurityError: The domain is not valid.' });
    expect(textOf(failed)).toContain('This passkey can’t be used here.');
    expect(failed.text).toContain('lg-alert-error');
  } finally {
    await restore();
  }
});

test('an account forgotten by a slip: the page says which, and undoes it', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  await requestOnPage(agent, email, web);
  await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
  const chooser = await agent.open(authUrl(web, { fields: { prompt: 'select_account' } }));
  const [, id = ''] = /name="forget" value="([^"]+)"/.exec(chooser.text) ?? [];
  const page = await agent.submit(chooser, { forget: id });
  expect(textOf(page)).toContain(`This browser no longer remembers ${email}`);
  expect(textOf(await agent.submit(page, { undo: id }))).toContain(`This browser remembers ${email} again.`);
});

test.each(['552 5.2.2 full', '452 4.2.2 full'])('a full mailbox (%s): the page says so', async (reply) => {
  const stub = await startSmtpStub({ RCPT: reply });
  const restore = await setMailPort(stub.port);
  try {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await agent.submit(await agent.open(authUrl(web)), { email });
    expect([page.status, textOf(page)]).toEqual([
      503,
      expect.stringContaining('The mailbox of this address is full'),
    ]);
    expect(page.text).toContain(`value="${email}"`);
  } finally {
    await restore();
    stub.close();
  }
});

test('a mistyped path: the page is not found', async () => {
  const page = await new Agent().open(`${inject('site').baseUrl}/no-such-page`);
  expect([page.status, /<h1[^>]*>([^<]*)/.exec(page.text)?.[1]?.trim()]).toEqual([404, 'Page not found']);
  expect(textOf(page)).toContain('The address is wrong, or the page no longer exists.');
});

test('a typo while sign-up is closed: the address is said to have no account, once, and keeps the focus', async () => {
  const { betaUrl } = inject('site');
  const [agent, email] = [new Agent(), newAddress('tpyo')];
  const first = await agent.open(authUrl(clients.betaWeb, { at: `${betaUrl}/auth` }));
  const page = await agent.submit(first, { email, referral_code: '' });
  expect(textOf(page)).toContain(`There is no account for \u2068${email}\u2069. Check the spelling`);
  expect(page.text).toContain(`value="${email}"`);
  expect(page.text).toMatch(/id="email"[^>]* autofocus/s);
  expect(page.text).not.toMatch(/id="referral_code"[^>]* autofocus/s);
  expect(page.text).not.toContain('id="referral-error"');
});

test('the link opened twice, also after a reload: the user is signed in, and is told so', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  await requestOnPage(agent, email, web);
  const link = linkIn(await emailTo(email));
  await submitConsent(agent, await agent.open(link));
  for (const _ of ['twice', 'reloaded'])
    expect(textOf(await agent.open(link))).toContain('You are signed in');
});

test('back to the page that waited: it says that the sign-in continued, and starts none', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  const waiting = await requestOnPage(agent, email, web);
  await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
  const back = await agent.open(waiting.url);
  expect(back.status).toBe(200);
  expect(textOf(back)).toMatch(/Sign-in continued|You are signed in|no longer open in this browser/);
});

test('two tabs: the link of the one that is given up still works', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  await requestOnPage(agent, email, web);
  const first = linkIn(await emailTo(email));
  await requestOnPage(agent, newAddress(), web);
  expect((await submitConsent(agent, await agent.open(first))).searchParams.get('code')).toBeTruthy();
});
