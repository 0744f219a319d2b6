/** Journeys of users and clients in the soak, each checked to the end: signed-in users get tokens that name them. */
import { expect, inject } from 'vitest';
import { authUrl } from '../authorization.ts';
import { chooseSignedInAccount } from '../chooser.ts';
import { newAddress } from '../email.ts';
import { credentials, formOf } from '../form.ts';
import { submitConsent } from '../sign-in.ts';
import { approved, byReferral, openAgain, openedByMany, revoked } from './link-journeys.ts';
import { finish, type Journey, newAgent, OPEN, requestByApi } from './world.ts';

const { baseUrl, clients } = inject('site');
const { shop, service } = clients;

/** An app requests the link; the user who opens it then signs in to a second client by the session. */
const byApi: Journey = async (world) => {
  const email = newAddress('soak');
  const agent = newAgent(world);
  const { link } = await requestByApi(world, OPEN, email);
  await finish(world, OPEN, email, await submitConsent(agent, await agent.open(link)));
  world.recorder.signedIn(link);
  const atShop = await submitConsent(
    agent,
    await chooseSignedInAccount(agent, await agent.open(authUrl(shop))),
  );
  await finish(world, { baseUrl, client: shop }, email, atShop);
  await openAgain(world, link, 'WasUsed');
};

/** A user enters an address on the page and opens the link in the same browser, or enters the code there. */
const onPage =
  (types: boolean): Journey =>
  async (world) => {
    const email = newAddress('soak');
    const agent = newAgent(world);
    const page = await agent.open(authUrl(OPEN.client));
    const message = world.links.next(email);
    const checkEmail = await agent.submit(page, { email });
    expect(checkEmail.status, checkEmail.text.slice(0, 300)).toBe(200);
    const { link, code } = await message;
    const next = types ? await agent.submit(checkEmail, { code }) : await agent.open(link);
    await finish(world, OPEN, email, await submitConsent(agent, next));
    world.recorder.signedIn(link);
  };

/** A service requests a token for itself, and introspects it. */
const byMachine: Journey = async ({ balancer }) => {
  const body = formOf({ grant_type: 'client_credentials', ...credentials(service) });
  const response = await balancer.fetch(`${baseUrl}/token`, { method: 'POST', body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const introspection = await balancer.fetch(`${baseUrl}/introspect`, {
    method: 'POST',
    body: formOf({ token, ...credentials(service) }),
  });
  expect(await introspection.json()).toMatchObject({ active: true, client_id: service.client_id });
};

/** Most sign-ins are like these. */
const ORDINARY = [byApi, onPage(false), byApi, byMachine];

/** In the order in which they are run, over and over. */
export const JOURNEYS: readonly Journey[] = [
  openedByMany,
  onPage(true),
  byReferral,
  approved,
  revoked,
].flatMap((rare) => [...ORDINARY, rare]);
