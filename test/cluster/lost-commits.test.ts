/**
 * A database connection that is lost at the commit: 503 with `Retry-After`, whatever the response would have been, and never 500.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { requestOnPage } from '../support/check-email-page.ts';
import { databaseLine } from '../support/cluster.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { storeEvents } from '../support/events.ts';
import { credentials, post } from '../support/form.ts';
import { exchange, follow, linkFor, requestLink } from '../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, service } = clients;
const LOST_MILLIS = 180_000;

/** Requests whose transactions write something, and their usual responses. */
const REQUESTS = {
  'an endpoint of Linkgate’s': async () => {
    const fields = { email: newAddress(), client_id: web.client_id, redirect_uri: web.redirect_uri };
    return { otherwise: 200, send: () => requestLink(fields) };
  },
  tokens: async () => {
    const grant = { grant_type: 'client_credentials', ...credentials(service) };
    return { otherwise: 200, send: () => post(`${baseUrl}/token`, grant) };
  },
  'an error that Keycloak throws at an endpoint': async () => ({
    otherwise: 400,
    send: () => exchange('nonsense', web),
  }),
  'an error page that Keycloak throws': async () => {
    const url = `${baseUrl}/login-actions/action-token?key=nonsense&client_id=${web.client_id}&tab_id=none`;
    return { otherwise: 400, send: () => new Agent().request(url) };
  },
  'a page of a sign-in': async () => {
    const agent = new Agent();
    const page = await agent.open(authUrl(web));
    return { otherwise: 200, send: () => agent.submit(page, { email: newAddress() }) };
  },
  'a sign-in that ends at the application': async () => {
    const agent = new Agent();
    const page = await agent.open(await linkFor(newAddress(), web));
    return { otherwise: 302, send: () => agent.submit(page, { accept: 'Yes' }) };
  },
  'a rejection of a guard’s': async () => {
    const agent = new Agent();
    const email = newAddress();
    const waiting = await requestOnPage(agent, email, web);
    // The response with the new session is pending.
    const before = Agent.withCookies(agent.cookies);
    await follow(linkIn(await emailTo(email)), agent);
    return { otherwise: 200, send: () => before.request(waiting.url) };
  },
} as const;

const restore: (() => unknown)[] = [];
beforeAll(async () => {
  restore.push(await storeEvents('linkgate'));
});
afterAll(async () => {
  for (const put of restore.reverse()) await put();
});

test.each(Object.entries(REQUESTS))('%s', { timeout: LOST_MILLIS }, async (_, prepare) => {
  const { otherwise, send } = await prepare();
  await databaseLine.breakCommits('first', 'before', 1);
  const lost = await send().finally(() => databaseLine.heal('first'));
  expect([lost.status, Number(lost.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(lost.headers.get('location')).toBeNull();
  expect((await (await prepare()).send()).status).toBe(otherwise);
});
