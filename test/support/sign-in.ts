/** The steps of a sign-in by an app and a user. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { Agent, type Page } from './agent.ts';
import { CLIENT_API } from './client-api.ts';
import { emailTo, linkIn } from './email.ts';
import type { SiteClient } from './site.ts';

/** Requests a link over the API; returns the raw response, which is as docs/client-api.json describes it. */
export async function requestLink(
  fields: Record<string, unknown>,
  baseUrl = inject('site').baseUrl,
  send: typeof fetch = fetch,
): Promise<Response> {
  const response = await send(`${baseUrl}/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  CLIENT_API.documented('POST', '/request-magic-link', response.status, await response.clone().text());
  return response;
}

/** Requests a link for a client, and returns the one that arrives by email; at the tests' installation by default. */
export async function linkFor(
  email: string,
  client: SiteClient,
  { emailNumber = 1, ...extra }: Record<string, unknown> = {},
  place?: { base_url: string; inbox_url: string },
): Promise<string> {
  const { client_id, redirect_uri } = client;
  const fields = { email, client_id, redirect_uri, scope: 'openid profile email', ...extra };
  const response = await requestLink(fields, place?.base_url);
  expect(response.status, await response.clone().text()).toBe(200);
  return linkIn(await emailTo(email, Number(emailNumber), place?.inbox_url));
}

/** Gives consent if a consent page is shown; returns the redirect to the client. */
export async function submitConsent(agent: Agent, page: Page): Promise<URL> {
  const end = page.status === 200 ? await agent.submit(page, { accept: 'Yes' }) : page;
  const location = end.headers.get('location');
  if (location === null)
    throw new Error(`no redirect to the client, but ${end.status}: ${end.text.slice(0, 500)}`);
  return new URL(location);
}

/** Opens a link, gives consent, and returns the redirect to the client. */
export async function follow(link: string, agent = new Agent()): Promise<URL> {
  return await submitConsent(agent, await agent.open(link));
}

/**
 * Opens a link as a program does and returns the status; retries after 503 as `Retry-After` says.
 *
 * @param server the server to call, where several share the public name
 */
export async function openLink(link: string, server?: string): Promise<number> {
  const { origin } = new URL(link);
  const url = server === undefined ? link : server + link.slice(origin.length);
  for (;;) {
    const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'manual' });
    if (response.status !== 503) return response.status;
    await wait(Number(response.headers.get('retry-after')) * 1000);
  }
}

/** Exchanges a code at the token endpoint; returns the raw response. */
export async function exchange(
  code: string | null,
  client: SiteClient,
  extra: Record<string, string> = {},
  baseUrl = inject('site').baseUrl,
): Promise<Response> {
  return await fetch(`${baseUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: client.redirect_uri,
      client_id: client.client_id,
      ...(client.client_secret ? { client_secret: client.client_secret } : {}),
      ...extra,
    }),
  });
}

/** The fields of a successful token response. */
export interface Tokens {
  access_token: string;
  id_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

/** A complete sign-in over the API. */
export async function signIn(
  email: string,
  client: SiteClient,
  extra: Record<string, unknown> = {},
): Promise<Tokens> {
  const target = await follow(await linkFor(email, client, extra));
  const response = await exchange(target.searchParams.get('code'), client);
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}
