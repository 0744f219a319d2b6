/** A browser at an application: from site to site, as far as it is redirected. */
import { expect } from 'vitest';
import { Agent, type Page } from '../agent.ts';
import { fetchFrom } from '../from-address.ts';
import { signInOnPages } from '../page-sign-in.ts';

const MAX_SITES = 5;

/** Node's own `fetch` marks each request as made by a script (`Sec-Fetch-Mode`), and mod_auth_openidc redirects none of these. */
export function newBrowser(cookies: Readonly<Record<string, string>> = {}): Agent {
  const agent = new Agent(undefined, undefined, fetchFrom('127.0.0.1'));
  for (const [name, value] of Object.entries(cookies)) agent.setCookie(name, value);
  return agent;
}

/** The target of a page's redirect. */
export function targetOf(page: Page): URL {
  const location = page.headers.get('location');
  expect(location, `${page.status} ${page.text.slice(0, 500)}`).not.toBeNull();
  return new URL(location ?? '', page.url);
}

/** Opens a URL and follows redirects from site to site. */
export async function arrive(agent: Agent, url: string): Promise<Page> {
  let page = await agent.open(url);
  for (let i = 0; i < MAX_SITES && page.headers.has('location'); i++)
    page = await agent.open(targetOf(page).href);
  return page;
}

/** Signs a user in at an application's page; returns its authorization request, and its page afterwards. */
export async function signInAt(
  url: string,
  agent: Agent,
  email: string,
): Promise<{ request: URL; home: Page }> {
  const request = targetOf(await agent.open(url));
  const callback = await signInOnPages(request.href, email, { agent });
  return { request, home: await arrive(agent, callback.href) };
}
