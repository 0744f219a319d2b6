/**
 * Many concurrent requests at a node with far fewer database connections than threads: no request waits in vain for another's.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { otherCodes, requestOnPage, requireCode } from '../../support/check-email-page.ts';
import { otherComparisonCode, requireComparisonCode } from '../../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { credentials, formOf, post } from '../../support/form.ts';
import { exemptTests } from '../../support/installation/exempt.ts';
import { type OwnDatabaseNode, startOnOwnDatabase } from '../../support/own-database.ts';
import { linkSettings } from '../../support/plant.ts';
import { exchange, follow, requestLink, type Tokens } from '../../support/sign-in.ts';
import { VARIANT_ADMIN } from '../../support/variant.ts';

const { web, service } = inject('site').clients;
const REQUESTS = 300;
const THREADS = 66;
const CONNECTIONS = 10;
/** The pool's message when a wait for a connection times out. */
const TIMED_OUT = /acquisition timeout|Unable to acquire JDBC Connection/i;

let node: OwnDatabaseNode;
beforeAll(async () => {
  node = await startOnOwnDatabase(CONNECTIONS, { extraArgs: [`--http-pool-max-threads=${THREADS}`] });
  await exemptTests({ serverUrl: node.url, ...VARIANT_ADMIN });
  await linkSettings({ crossDevice: 'true', emailContains: 'link-and-code' })(await node.admin(), 'linkgate');
});
afterAll(() => node?.stop());

/** Sends requests concurrently and counts the responses by status; no wait for a connection may time out. */
async function atOnce(request: (index: number) => Promise<Pick<Response, 'status'>>): Promise<number[]> {
  const before = (await readFile(node.logFile, 'utf8')).length;
  const responses = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => request(index)));
  expect((await readFile(node.logFile, 'utf8')).slice(before)).not.toMatch(TIMED_OUT);
  return responses.map(({ status }) => status);
}

/** Another browser with the same cookies: later changes to one don't affect the other. */
const copyOf = (agent: Agent) => Agent.withCookies(agent.cookies);

function fieldsFor(email: string) {
  return { email, client_id: web.client_id, redirect_uri: web.redirect_uri, scope: 'openid profile email' };
}

async function linkFor(email: string): Promise<string> {
  expect((await requestLink(fieldsFor(email), node.baseUrl)).status).toBe(200);
  return linkIn(await emailTo(email));
}

async function signedIn(): Promise<{ agent: Agent; code: string | null }> {
  const agent = new Agent();
  const target = await follow(await linkFor(newAddress()), agent);
  return { agent, code: target.searchParams.get('code') };
}

async function requestLinkOnPage(): Promise<{ agent: Agent; email: string; checkEmail: Page }> {
  const email = newAddress();
  const agent = new Agent();
  const checkEmail = await requestOnPage(agent, email, web, {}, `${node.baseUrl}/auth`);
  return { agent, email, checkEmail };
}

test('one browser requests its session state concurrently', async () => {
  const { agent } = await signedIn();
  const statuses = await atOnce(() => copyOf(agent).request(`${node.baseUrl}/session`));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('one browser starts sign-ins', async () => {
  const { agent } = await signedIn();
  const url = authUrl(web, { at: `${node.baseUrl}/auth` });
  const statuses = await atOnce(() => copyOf(agent).request(url));
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
});

test('one link is opened', async () => {
  const link = await linkFor(newAddress());
  const statuses = await atOnce(() => new Agent().request(link));
  expect(statuses.filter((status) => status < 400)).toHaveLength(1);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

test('wrong one-time codes are entered', async () => {
  const { agent, email, checkEmail } = await requestLinkOnPage();
  const codes = otherCodes(requireCode(await emailTo(email)), REQUESTS);
  const statuses = await atOnce((index) => copyOf(agent).submit(checkEmail, { code: codes[index] ?? '' }));
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

test('wrong comparison codes are entered', async () => {
  const { email, checkEmail } = await requestLinkOnPage();
  const other = new Agent();
  const page = await other.open(linkIn(await emailTo(email)));
  const code = otherComparisonCode(requireComparisonCode(checkEmail));
  const statuses = await atOnce(() => copyOf(other).submit(page, { comparison_code: code }));
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

test('links are requested; the full queue rejects further emails', async () => {
  const statuses = await atOnce(() => requestLink(fieldsFor(newAddress()), node.baseUrl));
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

test('tokens are requested, and used', async () => {
  const grant = { grant_type: 'client_credentials', ...credentials(service) };
  const tokens = await atOnce(() => post(`${node.baseUrl}/token`, grant));
  expect(new Set(tokens)).toEqual(new Set([200]));

  const { code } = await signedIn();
  const { access_token } = (await (await exchange(code, web, {}, node.baseUrl)).json()) as Tokens;
  const headers = { authorization: `Bearer ${access_token}` };
  const claims = await atOnce(() => fetch(`${node.baseUrl}/userinfo`, { headers }));
  expect(new Set(claims)).toEqual(new Set([200]));
});

test('invalid codes are exchanged', async () => {
  const body = formOf({ grant_type: 'authorization_code', code: 'x', redirect_uri: web.redirect_uri });
  for (const [name, value] of Object.entries(credentials(web))) body.set(name, String(value));
  const statuses = await atOnce(() => fetch(`${node.baseUrl}/token`, { method: 'POST', body }));
  expect(new Set(statuses)).toEqual(new Set([400]));
});
