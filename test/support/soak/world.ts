/** The context that the soak's journeys share. */
import { decodeJwt } from 'jose';
import { expect, inject } from 'vitest';
import { Agent } from '../agent.ts';
import { exchangeFields } from '../authorization.ts';
import { bearer, formOf } from '../form.ts';
import { requestLink } from '../sign-in.ts';
import type { SiteClient } from '../site.ts';
import type { Recorder } from '../trace/recorder.ts';
import type { Balancer } from './balancer.ts';
import type { LinkBox, LinkEmail } from './link-box.ts';

/** The context of a journey. */
export interface World {
  balancer: Balancer;
  links: LinkBox;
  /** Records the use of links. */
  recorder: Recorder;
}

/** A journey from start to end; throws on failure. */
export type Journey = (world: World) => Promise<void>;

/** A realm and one of its clients. */
export interface Place {
  baseUrl: string;
  client: SiteClient;
}

/** A browser whose requests go to any of the nodes. */
export function newAgent({ balancer }: Pick<World, 'balancer'>): Agent {
  return new Agent({ accept: 'text/html' }, undefined, (url, init) => balancer.fetch(String(url), init));
}

/** Requests a link as an app does; returns the email with it once it has arrived. */
export async function requestByApi(
  { balancer, links }: Pick<World, 'balancer' | 'links'>,
  { baseUrl, client }: Place,
  email: string,
  referral: Record<string, string> = {},
): Promise<LinkEmail> {
  const message = links.next(email);
  const { client_id, redirect_uri } = client;
  const fields = { email, client_id, redirect_uri, scope: 'openid email', ...referral };
  const response = await requestLink(fields, baseUrl, (url, init) => balancer.fetch(String(url), init));
  expect(response.status, await response.text()).toBe(200);
  return await message;
}

/** Exchanges the code at the end of a sign-in, and expects the tokens and the user info to name the user. */
export async function finish(
  { balancer }: Pick<World, 'balancer'>,
  place: Place,
  email: string,
  target: URL,
): Promise<string> {
  return await finishAt((url, init) => balancer.fetch(String(url), init), place, email, target);
}

/** The same with any function that sends requests. */
export async function finishAt(
  send: typeof fetch,
  { baseUrl, client }: Place,
  email: string,
  target: URL,
): Promise<string> {
  const code = target.searchParams.get('code') ?? '';
  const response = await send(`${baseUrl}/token`, {
    method: 'POST',
    body: formOf(exchangeFields(client, code)),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  const { access_token, id_token } = (await response.json()) as { access_token: string; id_token: string };
  const userInfo = await send(`${baseUrl}/userinfo`, { headers: bearer(access_token) });
  const { sub, email: named } = (await userInfo.json()) as { sub?: string; email?: string };
  const claims = decodeJwt(id_token);
  expect([named, claims.email, claims.aud, claims.sub]).toEqual([email, email, client.client_id, sub]);
  return access_token;
}

const { baseUrl, betaUrl, clients } = inject('site');
/** A realm with open sign-up, and one that requires a referral code and allows cross-device sign-in. */
export const OPEN: Place = { baseUrl, client: clients.web };
export const CLOSED: Place = { baseUrl: betaUrl, client: clients.betaWeb };
