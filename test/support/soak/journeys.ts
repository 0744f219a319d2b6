/** What the people and clients of the soak do, each checked to the end: whoever signs in gets tokens that name them. */
import { decodeJwt } from 'jose';
import { expect, inject } from 'vitest';
import { Agent } from '../agent.ts';
import { authUrl, exchangeFields } from '../authorization.ts';
import { pressLive } from '../chooser.ts';
import { bearer, credentials, formOf } from '../form.ts';
import { newAddress } from '../mail.ts';
import { approve } from '../sign-in.ts';
import type { SiteClient } from '../site.ts';
import type { Balancer } from './balancer.ts';
import type { LinkBox } from './link-box.ts';

const { baseUrl, clients } = inject('site');
const { web, shop, service } = clients;

/** What a journey needs. */
export interface World {
  balancer: Balancer;
  links: LinkBox;
}

/** Something that somebody does from beginning to end; throws what went wrong. */
export type Journey = (world: World) => Promise<void>;

/** An app asks for the link; who opens it comes back, with the session, for a second client. */
const byApi: Journey = async (world) => {
  const email = newAddress('soak');
  const agent = newAgent(world);
  const link = world.links.next(email);
  const body = JSON.stringify({
    email,
    client_id: web.client_id,
    redirect_uri: web.redirect_uri,
    scope: 'openid email',
  });
  const headers = { 'content-type': 'application/json' };
  const asked = await world.balancer.fetch(`${baseUrl}/request-magic-link`, {
    method: 'POST',
    headers,
    body,
  });
  expect(asked.status, await asked.text()).toBe(200);
  await finish(world, web, email, await approve(agent, await agent.open(await link)));
  await finish(
    world,
    shop,
    email,
    await approve(agent, await pressLive(agent, await agent.open(authUrl(shop)))),
  );
};

/** A person gives their address on the page and opens the link in the same browser. */
const byPage: Journey = async (world) => {
  const email = newAddress('soak');
  const agent = newAgent(world);
  const page = await agent.open(authUrl(web));
  const link = world.links.next(email);
  const inbox = await agent.submit(page, { email });
  expect(inbox.status, inbox.text.slice(0, 300)).toBe(200);
  await finish(world, web, email, await approve(agent, await agent.open(await link)));
};

/** A service gets a token for itself, and asks whether it is valid. */
const byMachine: Journey = async ({ balancer }) => {
  const body = formOf({ grant_type: 'client_credentials', ...credentials(service) });
  const answer = await balancer.fetch(`${baseUrl}/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const asked = await balancer.fetch(`${baseUrl}/introspect`, {
    method: 'POST',
    body: formOf({ token, ...credentials(service) }),
  });
  expect(await asked.json()).toMatchObject({ active: true, client_id: service.client_id });
};

/** In the order in which they are taken, over and over. */
export const JOURNEYS: readonly Journey[] = [byApi, byPage, byApi, byMachine];

function newAgent({ balancer }: World): Agent {
  return new Agent({ accept: 'text/html' }, undefined, (url, init) => balancer.fetch(String(url), init));
}

/** Exchanges the code, and expects that everything names the person. */
async function finish({ balancer }: World, client: SiteClient, email: string, target: URL): Promise<void> {
  const code = target.searchParams.get('code') ?? '';
  const answer = await balancer.fetch(`${baseUrl}/token`, {
    method: 'POST',
    body: formOf(exchangeFields(client, code)),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { access_token, id_token } = (await answer.json()) as { access_token: string; id_token: string };
  const told = await balancer.fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) });
  const { sub, email: named } = (await told.json()) as { sub?: string; email?: string };
  const claims = decodeJwt(id_token);
  expect([named, claims.email, claims.aud, claims.sub]).toEqual([email, email, client.client_id, sub]);
}
