/** A sign-in that starts at another client library's authorization URL: address, email, link, consent. */
import { expect } from 'vitest';
import { Agent, type Page } from './agent.ts';
import { accountsOn, submitAddress } from './chooser.ts';
import { emailsTo, emailTo, linkIn } from './email.ts';
import { submitConsent } from './sign-in.ts';

/** How the URL is opened. */
export interface PageSignIn {
  agent?: Agent;
  /** For the first request only. */
  init?: RequestInit;
  /** Called with the consent page of a sign-in by link. */
  seeConsent?: (page: Page) => void;
}

/** Opens the URL and completes the pages as this user; returns the redirect to the client. */
export async function signInOnPages(
  url: string,
  email: string,
  { agent = new Agent(), init = {}, seeConsent }: PageSignIn = {},
): Promise<URL> {
  const first = await agent.open(url, init);
  if (first.headers.has('location')) return await submitConsent(agent, first);
  const before = (await emailsTo(email)).length;
  const isLive = accountsOn(first).some((account) => account.live && account.email === email);
  const checkEmail = await submitAddress(agent, first, email);
  if (isLive) return await submitConsent(agent, checkEmail);
  expect(checkEmail.status, checkEmail.text.slice(0, 500)).toBe(200);
  const consent = await agent.open(linkIn(await emailTo(email, before + 1)));
  seeConsent?.(consent);
  return await submitConsent(agent, consent);
}
