/**
 * The plugin doesn't change stock realms, even if their browser flow contains Linkgate's step: the same requests get the same
 * responses as from a server without the plugin.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { connectAdmin } from '../../scripts/admin/connect.ts';
import type { RunningNode } from '../../scripts/server/node.ts';
import { KEYCLOAK_VERSION } from '../../scripts/server/version.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';
import { createAcmeRealm, removeAcmeRealm } from '../support/stock/acme-realm.ts';
import { normalize, normalizeText, withoutAdditions } from '../support/stock/normalize.ts';
import { type Partners, startPartners } from '../support/stock/partners.ts';
import {
  decodedEmail,
  runScenario,
  type Scenario,
  type ScenarioRequest,
  type Server,
} from '../support/stock/scenario.ts';
import { SCENARIOS } from '../support/stock/scenarios/all.ts';
import { BODY_LIMITS } from '../support/stock/scenarios/wire.ts';
import { startStockServer } from '../support/stock/stock-server.ts';
import { VARIANT_ADMIN } from '../support/variant.ts';

/** Slightly fewer than the scenarios have: a scenario that is dropped by accident fails the test. */
const MIN_REQUESTS = 650;

/** The statuses of Keycloak 26.6 that differ from those of 26.7, which the scenarios state. */
const STATUSES_OF_26_6: Readonly<Record<string, number>> = {
  'pushed authorization requests (RFC 9126): uses it again': 400,
  'brokers: a response without state': 502,
  'writes through the admin API: POST /clients-initial-access': 200,
  'writes through the admin API: registers a client with a bad token': 500,
  'the account console and its API: GET /groups': 403,
};

function statusOf({ title }: Scenario, { name, status }: ScenarioRequest): number {
  const former = KEYCLOAK_VERSION.startsWith('26.6.') ? STATUSES_OF_26_6[`${title}: ${name}`] : undefined;
  return former ?? status;
}

/** A server whose own requests to its partners are recorded. */
interface RecordedServer extends Server {
  sentRequests: readonly string[];
}

const site = inject('site');
let node: RunningNode | undefined;
const mailServers: SmtpStub[] = [];
const partners: Partners[] = [];
let stock: RecordedServer;
let linkgate: RecordedServer;

/** Creates the realm on a server, with a mail server and partners that record what the server sends. */
async function setUpRealm(
  url: string,
  administrator: { username: string; password: string },
  step?: Readonly<Record<string, string>>,
): Promise<RecordedServer> {
  const mail = await startSmtpStub();
  mailServers.push(mail);
  const recorder = await startPartners();
  partners.push(recorder);
  await createAcmeRealm(await connectAdmin({ serverUrl: url, ...administrator }), {
    smtpPort: mail.port,
    partnersPort: recorder.port,
    step,
  });
  return { url, ports: [mail.port, recorder.port], emails: mail.messages, sentRequests: recorder.requests };
}

beforeAll(async () => {
  const started = await startStockServer();
  node = started;
  [stock, linkgate] = await Promise.all([
    setUpRealm(started.url, VARIANT_ADMIN),
    setUpRealm(site.serverUrl, site.admin, {}),
  ]);
});
afterAll(async () => {
  await node?.stop();
  await removeAcmeRealm(await connectAdmin({ serverUrl: site.serverUrl, ...site.admin }));
  for (const mail of mailServers) mail.close();
  for (const recorder of partners) await recorder.close();
});

/** Runs a scenario on both servers at the same time. */
async function runOnBoth(scenario: Scenario) {
  const [without, withPlugin] = await Promise.all([
    runScenario(scenario, stock),
    runScenario(scenario, linkgate),
  ]);
  return without.map(({ request, response }, index) => {
    const counterpart = withPlugin[index];
    if (counterpart === undefined) throw new Error(`${request.name}: was not sent`);
    return { request, expected: response, actual: counterpart.response };
  });
}

describe('a realm with the step responds like a server without the plugin:', () => {
  test.each(SCENARIOS.map((scenario) => [scenario.title, scenario] as const))('%s', async (_, scenario) => {
    for (const { request, expected, actual } of await runOnBoth(scenario)) {
      expect.soft(expected.status, `status of "${request.name}"`).toBe(statusOf(scenario, request));
      expect
        .soft(normalize(withoutAdditions(actual), linkgate), request.name)
        .toBe(normalize(expected, stock));
    }
  });

  test('emails', () => {
    const sentBy = (server: Server) =>
      server.emails.map((email) => normalizeText(decodedEmail(email), server));
    expect(sentBy(stock).length).toBeGreaterThan(1);
    expect(sentBy(linkgate)).toEqual(sentBy(stock));
  });

  test('requests to other servers', () => {
    const sentBy = (server: RecordedServer) => server.sentRequests.map((sent) => normalizeText(sent, server));
    expect(sentBy(stock).length).toBeGreaterThan(1);
    expect(sentBy(linkgate)).toEqual(sentBy(stock));
  });

  test('to all requests of the scenarios', () => {
    expect(SCENARIOS.flatMap(({ requests }) => requests).length).toBeGreaterThanOrEqual(MIN_REQUESTS);
  });
});

describe('a server with the plugin differs only', () => {
  test.each(BODY_LIMITS)('in its body limits: $name', async (request, statusWithPlugin) => {
    const [{ expected, actual } = {}] = await runOnBoth({ title: request.name, requests: [request] });
    expect([expected?.status, actual?.status]).toEqual([request.status, statusWithPlugin]);
  });

  test('in its installed providers', async () => {
    const providers = async (url: string, administrator: { username: string; password: string }) => {
      const info = await (await connectAdmin({ serverUrl: url, ...administrator })).serverInfo.find();
      return Object.entries(info.providers ?? {}).flatMap(([kind, { providers: all }]) =>
        Object.keys(all).map((id) => `${kind}: ${id}`),
      );
    };
    const without = await providers(stock.url, VARIANT_ADMIN);
    const withPlugin = await providers(linkgate.url, site.admin);
    expect(without.filter((provider) => !withPlugin.includes(provider))).toEqual([]);
    const own = new Set(DECLARATIONS.providers.map((provider) => provider.id));
    const added = withPlugin.filter((provider) => !without.includes(provider));
    expect(added.filter((provider) => !own.has(provider.split(': ')[1] ?? ''))).toEqual([]);
  });
});
