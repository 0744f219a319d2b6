/**
 * A server that logs everything: known and unknown addresses cost it the same, and its log, metrics, events, memory and database reveal only
 * the documented secrets.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { readText, sectionOf, tableOf } from '../../support/documents.ts';
import { emailsTo, newAddress } from '../../support/email.ts';
import { requestLink } from '../../support/sign-in.ts';
import { runJourneys, type Secrets } from './loud-server/journeys.ts';
import { PLACES, type Place } from './loud-server/places.ts';
import { type LoudServer, startLoudServer } from './loud-server/server.ts';

const { web } = inject('site').clients;
const account = inject('site').admin;
const TRACE_LINE = / TRACE \[org\.keycloak/;
const REFERRAL = 'LOUD-REFERRAL-CODE';

/** The document's statement about a secret in a place. */
const WORDS: Readonly<Record<string, readonly boolean[]>> = {
  /** Not verbatim: at most its hash. */
  no: [false],
  'as it is': [true],
  /** Too short to distinguish from other values. */
  '–': [false, true],
};

let server: LoudServer;
beforeAll(async () => {
  server = await startLoudServer({ BETA_REFERRAL_CODE: REFERRAL });
});
afterAll(() => server?.stop());

/** The number of database statements that a request causes. */
async function statementsOf(email: string): Promise<number> {
  const before = (await server.log()).length;
  const { client_id, redirect_uri } = web;
  expect((await requestLink({ email, client_id, redirect_uri })).status).toBe(200);
  const written = (await server.log()).slice(before);
  return [...written.matchAll(/\[org\.hibernate\.SQL\]/g)].length;
}

describe('a link request', () => {
  test('costs the same statements and the same emails whether or not the address has an account', async () => {
    const api = await connectAdmin({ serverUrl: server.url, ...account });
    const makeAccount = async (enabled: boolean) => {
      const email = newAddress('known');
      await api.users.create({ realm: 'linkgate', username: email, email, enabled, emailVerified: true });
      return email;
    };
    await statementsOf(newAddress('warm-up'));
    const [known, unknown, disabled] = [
      await makeAccount(true),
      newAddress('unknown'),
      await makeAccount(false),
    ];
    const first = await statementsOf(known);
    expect(first).toBeGreaterThan(0);
    expect(await statementsOf(unknown)).toBe(first);
    // The second time, with warm caches.
    expect(await statementsOf(known)).toBe(await statementsOf(unknown));
    expect((await emailsTo(known)).length).toBe((await emailsTo(unknown)).length);
    expect(await emailsTo(disabled)).toEqual([]);
  });
});

describe('after everything that users, backends and administrators do,', () => {
  const [head = [], ...rows] = tableWithHead('docs/secrets.md', 'What is found where');
  let secrets: Secrets;

  beforeAll(async () => {
    secrets = await runJourneys();
  });

  test('the document has a line for each secret', () => {
    expect(rows.map(([what]) => what).toSorted()).toEqual(Object.keys(secrets).toSorted());
  });

  test('none of Linkgate’s log lines has an address, and rejected requests log none of their content', async () => {
    const { client_id, redirect_uri } = web;
    expect((await requestLink({ email: 'nonsense', client_id, redirect_uri })).status).toBe(400);
    const log = await server.log();
    expect(log).toMatch(TRACE_LINE);
    const own = log.split('\n').filter((line) => line.includes('[org.linkgate'));
    expect(own.filter((line) => line.includes('@'))).toEqual([]);
  });

  /** Secrets that a place contains though the document says otherwise, and vice versa. */
  async function differences(place: Place) {
    const look = await PLACES[place](server);
    const all = Object.values(secrets).flat();
    const isThere = look(all);
    const found = new Set(all.filter((_, index) => isThere[index]));
    const column = head.indexOf(place) - 1;
    return rows.flatMap(([what = '', ...cells]) => {
      const documented = cells[column] ?? '';
      const seen = (secrets[what] ?? []).map((one) => found.has(one));
      return seen.every((one) => WORDS[documented]?.includes(one)) ? [] : [{ what, documented, seen }];
    });
  }

  test.each(Object.keys(PLACES) as Place[])(
    '%s: contains what docs/secrets.md says, and no more',
    async (place) => {
      let wrong = await differences(place);
      // A thread holds the data of its last request until the next one.
      for (let more = 2; place === 'heap' && wrong.length > 0 && more > 0; more--)
        wrong = await differences(place);
      expect(wrong).toEqual([]);
    },
  );
});

/** A table, with the header as the first row. */
function tableWithHead(document: string, heading: string): string[][] {
  const section = sectionOf(readText(document), heading);
  const [head = ''] = section.split('\n').filter((line) => line.startsWith('|'));
  return [
    head
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
    ...tableOf(section),
  ];
}
