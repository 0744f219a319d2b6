/**
 * A realm that isn't a Linkgate realm is Keycloak's own, also where its browser flow has the step: the same requests get the same responses as
 * from a server without the plugin.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { connectAdmin } from '../../scripts/admin/connect.ts';
import type { RunningNode } from '../../scripts/server/node.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';
import { createAdoptedRealm, removeAdoptedRealm } from '../support/stock/adopted-realm.ts';
import { normalize, normalizeText, withoutAdditions } from '../support/stock/normalize.ts';
import { type Partners, startPartners } from '../support/stock/partners.ts';
import { startStockServer } from '../support/stock/stock-server.ts';
import { STORIES } from '../support/stock/stories/all.ts';
import { BODY_LIMITS } from '../support/stock/stories/wire.ts';
import { decodedEmail, type Server, type Story, tell } from '../support/stock/story.ts';
import { VARIANT_ADMIN } from '../support/variant.ts';

/** Fewer than there are: a story that is lost is noticed. */
const FEWEST_REQUESTS = 650;

/** A server, and what it has sent to its partners so far. */
interface Sender extends Server {
  requests: readonly string[];
}

const site = inject('site');
let node: RunningNode | undefined;
const mailServers: SmtpStub[] = [];
const partners: Partners[] = [];
let stock: Sender;
let linkgate: Sender;

/** Makes the realm on a server. */
async function adopt(
  url: string,
  administrator: { username: string; password: string },
  step?: Readonly<Record<string, string>>,
): Promise<Sender> {
  const mail = await startSmtpStub();
  mailServers.push(mail);
  const others = await startPartners();
  partners.push(others);
  await createAdoptedRealm(await connectAdmin({ serverUrl: url, ...administrator }), {
    smtpPort: mail.port,
    partnersPort: others.port,
    step,
  });
  return { url, ports: [mail.port, others.port], emails: mail.messages, requests: others.requests };
}

beforeAll(async () => {
  const started = await startStockServer();
  node = started;
  [stock, linkgate] = await Promise.all([
    adopt(started.url, VARIANT_ADMIN),
    adopt(site.serverUrl, site.admin, {}),
  ]);
});
afterAll(async () => {
  await node?.stop();
  await removeAdoptedRealm(await connectAdmin({ serverUrl: site.serverUrl, ...site.admin }));
  for (const mail of mailServers) mail.close();
  for (const other of partners) await other.close();
});

/** Runs a story on both servers at the same time. */
async function tellBoth(story: Story) {
  const [one, other] = await Promise.all([tell(story, stock), tell(story, linkgate)]);
  return one.map(({ row, response }, place) => {
    const with_ = other[place];
    if (with_ === undefined) throw new Error(`${row.name}: was not sent`);
    return { row, response, other: with_.response };
  });
}

describe('beside a server without the plugin, a realm with the step responds alike:', () => {
  test.each(STORIES.map((story) => [story.title, story] as const))('%s', async (_, story) => {
    for (const { row, response, other } of await tellBoth(story)) {
      expect.soft(response.status, `status of "${row.name}"`).toBe(row.status);
      expect.soft(normalize(withoutAdditions(other), linkgate), row.name).toBe(normalize(response, stock));
    }
  });

  test('emails', () => {
    const sentBy = (server: Server) =>
      server.emails.map((email) => normalizeText(decodedEmail(email), server));
    expect(sentBy(stock).length).toBeGreaterThan(1);
    expect(sentBy(linkgate)).toEqual(sentBy(stock));
  });

  test('requests to other servers', () => {
    const sentBy = (server: Sender) => server.requests.map((sent) => normalizeText(sent, server));
    expect(sentBy(stock).length).toBeGreaterThan(1);
    expect(sentBy(linkgate)).toEqual(sentBy(stock));
  });

  test('to many requests', () => {
    expect(STORIES.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(FEWEST_REQUESTS);
  });
});

describe('differs from such a server only', () => {
  test.each(BODY_LIMITS)('by the limits of bodies: $name', async (row, withPlugin) => {
    const [{ response, other } = {}] = await tellBoth({ title: row.name, rows: [row] });
    expect([response?.status, other?.status]).toEqual([row.status, withPlugin]);
  });

  test('by the providers that are installed', async () => {
    const providers = async (url: string, administrator: { username: string; password: string }) => {
      const info = await (await connectAdmin({ serverUrl: url, ...administrator })).serverInfo.find();
      return Object.entries(info.providers ?? {}).flatMap(([kind, { providers: all }]) =>
        Object.keys(all).map((id) => `${kind}: ${id}`),
      );
    };
    const without = await providers(stock.url, VARIANT_ADMIN);
    const with_ = await providers(linkgate.url, site.admin);
    expect(without.filter((provider) => !with_.includes(provider))).toEqual([]);
    const own = new Set(DECLARATIONS.providers.map((provider) => provider.id));
    const others = with_.filter((provider) => !without.includes(provider));
    expect(others.filter((provider) => !own.has(provider.split(': ')[1] ?? ''))).toEqual([]);
  });
});
