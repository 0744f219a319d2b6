/** The user whose email was scanned, and their remaining ways of signing in. */
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { Agent, type Page } from '../../../support/agent.ts';
import { requestOnPage, requireCode } from '../../../support/check-email-page.ts';
import { confirm } from '../../../support/confirm-page.ts';
import {
  enterComparisonCode,
  promptsForComparisonCode,
  requireComparisonCode,
} from '../../../support/cross-device.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../../support/email.ts';
import { exchange, type Tokens } from '../../../support/sign-in.ts';
import type { SiteClient } from '../../../support/site.ts';
import { sessionsOf } from './scanner.ts';

/** The ways that an email offers. */
export type Way = 'link' | 'code' | 'digits';

/** A user who waits for an email. */
export interface User {
  email: string;
  client: SiteClient;
  /** The requesting browser. */
  browser: Agent;
  checkEmail: Page;
}

/** A completed sign-in: the response to the client, and its session. */
export interface SignedIn {
  code: string;
  session: string;
}

/** Requests an email on the sign-in page. */
export async function requestEmail(client: SiteClient): Promise<User> {
  const [browser, email] = [new Agent(), newAddress('scanned')];
  return { email, client, browser, checkEmail: await requestOnPage(browser, email, client) };
}

/** Signs in one way; null if that no longer works. */
export async function signIn(user: User, way: Way, link: string): Promise<SignedIn | null> {
  const { browser, checkEmail, email } = user;
  const ways: Record<Way, () => Promise<Page>> = {
    link: async () => await confirmed(browser, await browser.open(link)),
    code: async () => await browser.submit(checkEmail, { code: requireCode(await emailTo(email)) }),
    digits: async () => {
      const phone = new Agent();
      const page = await phone.open(link);
      if (promptsForComparisonCode(page))
        await enterComparisonCode(phone, page, requireComparisonCode(checkEmail));
      return await browser.open(checkEmail.url);
    },
  };
  return responseIn(user, await ways[way]());
}

/** Signs in by a new email, requested on the page of a used link. */
export async function signInAnew(user: User, link: string): Promise<SignedIn | null> {
  const { browser, email } = user;
  const before = (await emailsTo(email)).length;
  await browser.submit(await browser.open(link), { again: 'true' });
  return await signIn(user, 'link', linkIn(await emailTo(email, before + 1)));
}

/** Whether a sign-in is still valid: its code yields tokens of its session. */
export async function isStillValid({ client }: User, { code, session }: SignedIn): Promise<boolean> {
  const response = await exchange(code, client);
  if (response.status !== 200) return false;
  const tokens = (await response.json()) as Tokens;
  expect(tokens).toMatchObject({ id_token: expect.any(String) });
  return decodeJwt(tokens.id_token).sid === session;
}

async function confirmed(agent: Agent, page: Page): Promise<Page> {
  return page.text.includes('name="confirm"') ? await confirm(agent, page) : page;
}

/** The response to the client; anything else means that no user is signed in. */
function responseIn({ browser }: User, page: Page): SignedIn | null {
  const location = page.headers.get('location');
  const code = location === null ? null : new URL(location).searchParams.get('code');
  if (code === null) return null;
  return { code, session: sessionsOf(browser).join() };
}
