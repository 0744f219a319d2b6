/** Many sign-outs at a client whose host never finishes a response, on a node with few connections to its database. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { credentials, post } from '../../support/form.ts';
import { type LogoutListener, listenForLogout } from '../../support/logout-listener.ts';
import { type OwnDatabaseNode, startOnOwnDatabase } from '../../support/own-database.ts';
import { PATIENT } from '../../support/patience.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow, requestLink } from '../../support/sign-in.ts';
import type { SiteClient } from '../../support/site.ts';

const { web, shop, service } = inject('site').clients;
const REALM = 'linkgate';
const CONNECTIONS = 10;
/** More than the node has threads for. */
const USERS = 60;
const LIMITS = ['general', 'session', 'link-ip'];

let node: OwnDatabaseNode;
let hanging: LogoutListener;
let healthy: LogoutListener;
beforeAll(async () => {
  [node, hanging, healthy] = await Promise.all([
    startOnOwnDatabase(CONNECTIONS),
    listenForLogout({ drips: true }),
    listenForLogout(),
  ]);
  const api = await node.admin();
  const realm = await api.realms.findOne({ realm: REALM });
  const limits = Object.fromEntries(LIMITS.map((name) => [`linkgate.limit.${name}`, '1000/60']));
  await api.realms.update({ realm: REALM }, { attributes: { ...realm?.attributes, ...limits } });
  for (const [{ client_id: clientId }, { url }] of [
    [web, hanging],
    [shop, healthy],
  ] as const) {
    const [client] = await api.clients.find({ realm: REALM, clientId });
    const attributes = { ...client?.attributes, 'backchannel.logout.url': url };
    await api.clients.update({ realm: REALM, id: client?.id ?? '' }, { ...client, attributes });
  }
  await vi.waitUntil(async () => (await order(newAddress(), web)).status === 200, {
    ...PATIENT,
    interval: 1000,
  });
});
afterAll(async () => {
  await Promise.all([hanging?.close(), healthy?.close(), node?.stop()]);
});

async function order(email: string, { client_id, redirect_uri }: SiteClient): Promise<Response> {
  return await requestLink({ email, client_id, redirect_uri, scope: 'openid' }, node.baseUrl);
}

/** A browser with a live session, and the data for its sign-out. */
interface User {
  agent: Agent;
  csrf: string;
}

async function signedInAt(client: SiteClient): Promise<User> {
  const [agent, email] = [new Agent(), newAddress()];
  expect((await order(email, client)).status).toBe(200);
  await follow(linkIn(await emailTo(email)), agent);
  return { agent, csrf: (await sessionOf(agent, node.baseUrl)).csrf_token };
}

async function signOut({ agent, csrf }: User): Promise<number> {
  const headers = { 'x-csrf-token': csrf };
  return (await agent.request(`${node.baseUrl}/session`, { method: 'DELETE', headers })).status;
}

test('sixty sign-outs end while their client hangs; other clients get tokens, and are notified', async () => {
  const users: User[] = [];
  for (let i = 0; i < USERS; i++) users.push(await signedInAt(web));
  const shopper = await signedInAt(shop);
  let over = false;
  const statuses: number[] = [];
  const requesting = (async () => {
    while (!over) {
      const fields = { grant_type: 'client_credentials', ...credentials(service) };
      statuses.push((await post(`${node.baseUrl}/token`, fields)).status);
    }
  })();
  // No response of the client has ended by then, nor ever will.
  expect(await Promise.all(users.map(signOut))).toEqual(users.map(() => 204));
  expect(hanging.received.length).toBeGreaterThan(0);
  expect(await signOut(shopper)).toBe(204);
  await healthy.tokens(1);
  over = true;
  await requesting;
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const { agent } of users) expect((await sessionOf(agent, node.baseUrl)).authenticated).toBe(false);
});
