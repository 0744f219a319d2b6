/**
 * Many concurrent requests at a node with far fewer database connections than threads, in both kinds of realm: no request waits in vain for
 * another's, since no thread takes a second connection.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { otherCodes, requestOnPage, requireCode, textOf } from '../../support/check-email-page.ts';
import { expectNoNestings } from '../../support/connection-watch.ts';
import { otherComparisonCode, requireComparisonCode } from '../../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { makeFlow } from '../../support/flows.ts';
import { credentials, formOf, post } from '../../support/form.ts';
import { exemptTests, TESTS } from '../../support/installation/exempt.ts';
import { OWN_THEMES } from '../../support/installation/own-themes.ts';
import { type OwnDatabaseNode, startOnOwnDatabase } from '../../support/own-database.ts';
import { linkSettings, mailServer, realm } from '../../support/plant.ts';
import { exchange, follow, requestLink, type Tokens } from '../../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../../support/smtp-stub.ts';
import { codesIn, LINK, openInAll } from '../../support/step-realm.ts';
import { ACME_REALM, createAcmeRealm } from '../../support/stock/acme-realm.ts';
import { type Partners, startPartners } from '../../support/stock/partners.ts';
import { runScenario } from '../../support/stock/scenario.ts';
import { SCENARIOS } from '../../support/stock/scenarios/all.ts';
import { VARIANT_ADMIN } from '../../support/variant.ts';
import { requireStateUrl } from '../../support/waiting-tab.ts';

const { clients, variables } = inject('site');
const { web, service } = clients;
const REQUESTS = 300;
const THREADS = 66;
const CONNECTIONS = 10;
/** The pool's message when a wait for a connection times out. */
const TIMED_OUT = /acquisition timeout|Unable to acquire JDBC Connection/i;

let node: OwnDatabaseNode;
let expectNone = async () => {};
beforeAll(async () => {
  node = await startOnOwnDatabase(CONNECTIONS, {
    extraArgs: [`--http-pool-max-threads=${THREADS}`, `--spi-theme--folder--dir=${OWN_THEMES}`],
  });
  expectNone = await expectNoNestings(node.logFile);
  await exemptTests({ serverUrl: node.url, ...VARIANT_ADMIN });
  await linkSettings({ crossDevice: 'true', emailContains: 'link-and-code' })(await node.admin(), 'linkgate');
});
afterEach(() => expectNone());
afterAll(() => node?.stop());

/** Runs some work, during which no wait for a connection may time out. */
async function withoutTimeout<T>(work: () => Promise<T>): Promise<T> {
  const before = (await readFile(node.logFile, 'utf8')).length;
  const result = await work();
  expect((await readFile(node.logFile, 'utf8')).slice(before)).not.toMatch(TIMED_OUT);
  return result;
}

/** Sends requests concurrently, during which no wait for a connection may time out; returns the statuses of the responses. */
async function atOnce(
  request: (index: number) => Promise<Pick<Response, 'status'>>,
  length = REQUESTS,
): Promise<number[]> {
  const responses = await withoutTimeout(() =>
    Promise.all(Array.from({ length }, (_, index) => request(index))),
  );
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

describe('in a Linkgate realm', () => {
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
});

describe('in a stock realm with the step', () => {
  /** Who do all that leads to a link at the same time. */
  const USERS = 100;
  /** Who press the button of one link at the same time. */
  const BROWSERS = 20;
  /** A user with a complete profile, for whom a link is all. */
  const KNOWN = 'ada@acme.example';
  const orders = {
    client_id: 'orders',
    client_secret: 'orders-secret',
    redirect_uri: 'https://orders.acme.example/callback',
  };
  const openIdConnect = () => `${node.url}/realms/${ACME_REALM}/protocol/openid-connect`;
  let partners: Partners;
  let mail: SmtpStub;

  /** The realm's own flow has the step as its last way; another client's flow has nothing else. */
  beforeAll(async () => {
    partners = await startPartners();
    mail = await startSmtpStub();
    const api = await node.admin();
    const partnersPort = Number(new URL(partners.url).port);
    await createAcmeRealm(api, { smtpPort: Number(variables.SMTP_PORT), partnersPort, step: {} });
    await realm({ attributes: { 'linkgate.limit.exempt': TESTS } })(api, ACME_REALM);
    const config = { emailContains: 'link-and-code', signUp: 'open' };
    const flow = await makeFlow(ACME_REALM, [{ provider: LINK, config }], 'step', api);
    await api.clients.create({
      realm: ACME_REALM,
      clientId: orders.client_id,
      secret: orders.client_secret,
      redirectUris: [orders.redirect_uri],
      authenticationFlowBindingOverrides: { browser: flow.id },
    });
  });
  afterAll(async () => {
    await partners?.close();
    mail?.close();
  });

  const startSignIn = (agent = new Agent()) =>
    agent.open(authUrl(orders, { at: `${openIdConnect()}/auth`, fields: { scope: 'openid' } }));

  const requestByStep = async (email = newAddress(), agent = new Agent()) =>
    agent.submit(await startSignIn(agent), { email, action: 'send' });

  async function waitingTab(): Promise<{ agent: Agent; email: string; checkEmail: Page }> {
    const [agent, email] = [new Agent(), newAddress()];
    const checkEmail = await requestByStep(email, agent);
    expect(textOf(checkEmail)).toContain('Check your email');
    return { agent, email, checkEmail };
  }

  test('browsers start sign-ins', async () => {
    const statuses = await atOnce(() => startSignIn());
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('links are requested; the full queue rejects further emails', async () => {
    const statuses = await atOnce(() => requestByStep(), USERS);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  test('one link is opened, and its button pressed in several browsers', async () => {
    await requestByStep(KNOWN);
    const link = linkIn(await emailTo(KNOWN));
    const statuses = await atOnce(() => new Agent().request(link));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const browsers = Array.from({ length: BROWSERS }, () => new Agent());
    const pages = await withoutTimeout(await openInAll(link, browsers));
    expect(pages.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(codesIn(pages)).toBe(1);
  });

  test('wrong one-time codes are entered', async () => {
    const { agent, email, checkEmail } = await waitingTab();
    const codes = otherCodes(requireCode(await emailTo(email)), REQUESTS);
    const statuses = await atOnce((index) => copyOf(agent).submit(checkEmail, { code: codes[index] ?? '' }));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  test('a waiting page polls', async () => {
    const { agent, checkEmail } = await waitingTab();
    const url = new URL(requireStateUrl(checkEmail), checkEmail.url).href;
    const statuses = await atOnce(() => copyOf(agent).request(url));
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(statuses).toContain(200);
  });

  test('invalid codes are exchanged, and Keycloak stores an event of each in another transaction', async () => {
    const { realms } = await node.admin();
    const query = { realm: ACME_REALM, type: 'CODE_TO_TOKEN_ERROR' as never, client: orders.client_id };
    const fields = { ...orders, grant_type: 'authorization_code', code: 'x' };
    const statuses = await atOnce(() => post(`${openIdConnect()}/token`, fields));
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(await realms.findEvents({ ...query, max: 2 * REQUESTS })).toHaveLength(REQUESTS);
  });

  test('all endpoints are called: every scenario of stock realms at the same time', async () => {
    await mailServer({ port: String(mail.port) })(await node.admin(), ACME_REALM);
    const server = { url: node.url, ports: [], emails: mail.messages };
    const runs = await withoutTimeout(() =>
      Promise.all(SCENARIOS.map((scenario) => runScenario(scenario, server))),
    );
    // Scenarios share users, and some end the others' sessions: only failures of the server itself count.
    const unexpected = runs
      .flat()
      .filter(({ request, response }) => response.status >= 500 && request.status < 500)
      .map(({ request, response }) => `${request.name}: ${response.status} instead of ${request.status}`);
    expect(unexpected).toEqual([]);
  });
});
