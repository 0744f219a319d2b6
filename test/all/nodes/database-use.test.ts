/** The database statements of a sign-in, one by one; and no connection is held while an email is sent. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { EMAIL_AUTHENTICATOR } from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import type { Transaction } from '../../../scripts/server/statement-log.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { requestOnPage } from '../../support/check-email-page.ts';
import { accountsOn } from '../../support/chooser.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { makeFlow } from '../../support/flows.ts';
import { credentials, post } from '../../support/form.ts';
import { type OwnDatabaseNode, startOnOwnDatabase } from '../../support/own-database.ts';
import { PATIENT } from '../../support/patience.ts';
import { exchange, follow, requestLink } from '../../support/sign-in.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';
import { pollState, requireStateUrl } from '../../support/waiting-tab.ts';

const { web, service } = inject('site').clients;
const CONNECTIONS = 5;
const REALM = 'linkgate';

/** Linkgate's own statements. */
const REQUEST_LINK = [
  'select user_entity',
  'select linkgate_limit',
  'update linkgate_limit',
  'insert linkgate_link',
];
const FIND = ['select linkgate_link'];
const USE = ['select linkgate_link', 'update linkgate_link', 'insert linkgate_device'];

/**
 * Keycloak's own: it checks the profile, looks for a session with that ID, and stores the new one once its response is certain.
 */
const CONTINUE = ['account by username', 'select offline_user_session', 'select offline_client_session'];
const STORE_SESSION = [
  'select offline_user_session',
  'select offline_client_session',
  'insert offline_user_session',
  'insert offline_client_session',
];

const TRANSACTIONS = 3;

let node: OwnDatabaseNode;
beforeAll(async () => {
  node = await startOnOwnDatabase(CONNECTIONS);
  await changeRealm({ attributes: { 'linkgate.limit.general': '1000/60' } });
  // A server's first calls take long on a busy machine; Keycloak may end their transactions.
  await vi.waitUntil(async () => (await requestLink(fieldsFor(newAddress()), node.baseUrl)).status === 200, {
    ...PATIENT,
    interval: 1000,
  });
});
afterAll(() => node?.stop());

async function changeRealm({ attributes, ...change }: Record<string, unknown>): Promise<void> {
  const api = await node.admin();
  const before = (await api.realms.findOne({ realm: REALM }))?.attributes;
  await api.realms.update({ realm: REALM }, { ...change, attributes: { ...before, ...(attributes ?? {}) } });
}

function fieldsFor(email: string) {
  return { email, client_id: web.client_id, redirect_uri: web.redirect_uri, scope: 'openid profile email' };
}

/** The requests of a sign-in over the API, and the transactions of each. */
async function signIn(email: string, agent = new Agent()): Promise<Record<string, Transaction[]>> {
  const emailNumber = (await emailsTo(email)).length + 1;
  const requestMagicLink = await node.transactionsOf(async () => {
    expect((await requestLink(fieldsFor(email), node.baseUrl)).status).toBe(200);
  });
  const link = linkIn(await emailTo(email, emailNumber));
  let code: string | null = null;
  const verifyEmail = await node.transactionsOf(async () => {
    code = (await follow(link, agent)).searchParams.get('code');
  });
  const token = await node.transactionsOf(async () => {
    expect((await exchange(code, web, {}, node.baseUrl)).status).toBe(200);
  });
  return { requestMagicLink, verifyEmail, token };
}

/** A lookup by address, by Linkgate and by Keycloak's own rules for user profiles. */
const BY_ADDRESS = /from USER_ENTITY \w+ where \w+\.(EMAIL|USERNAME)=/i;

/** A statement in short: its kind and its table. */
function inShort(statement: string): string {
  const [, key] = BY_ADDRESS.exec(statement) ?? [];
  if (key !== undefined) return `account by ${key.toLowerCase()}`;
  if (/^SET LOCAL/.test(statement)) return statement.slice('SET LOCAL '.length);
  const table = /(?:from|into|update) (\w+)/i.exec(statement)?.[1] ?? statement;
  return `${statement.split(' ')[0]} ${table}`.toLowerCase();
}

function shortly(transactions: readonly Transaction[]): string[][] {
  return transactions.map((statements) => statements.map(inShort));
}

function countOf(requests: Record<string, Transaction[]>): number {
  return Object.values(requests).flat().length;
}

/** Gives the client a flow of its own, in which another step follows the link; the returned function takes it off. */
async function requireMore(alias: string): Promise<() => Promise<void>> {
  const api = await node.admin();
  const steps = [EMAIL_AUTHENTICATOR, 'allow-access-authenticator'].map((provider) => ({ provider }));
  const flow = await makeFlow(REALM, steps, alias, api);
  const scope = { realm: REALM };
  const [client] = await api.clients.find({ ...scope, clientId: web.client_id });
  const bind = (browser: string) =>
    api.clients.update(
      { ...scope, id: client?.id ?? '' },
      { ...client, authenticationFlowBindingOverrides: { browser } },
    );
  await bind(flow.id);
  return () => bind('');
}

const EVENT = 'insert event_entity';
/** PostgreSQL confirms Keycloak's commits of these before they are on disk. Never in a transaction with Linkgate's own tables. */
const NOT_DURABLE = 'synchronous_commit TO OFF';

describe('the sign-in of an account over the API, consent given before,', () => {
  const email = newAddress('counted');
  const agent = new Agent();
  beforeAll(async () => {
    // The first one creates the account, the second one finds warm caches.
    await signIn(email);
    await signIn(email, agent);
  });
  afterAll(() => changeRealm({ eventsEnabled: false }));

  test(`takes ${TRANSACTIONS} transactions and 8 statements of Linkgate’s`, async () => {
    const requests = await signIn(email);
    expect(shortly(requests.requestMagicLink ?? [])).toEqual([REQUEST_LINK]);
    expect(shortly(requests.verifyEmail ?? [])).toEqual([
      [...FIND, ...USE, ...CONTINUE],
      [...STORE_SESSION, NOT_DURABLE],
    ]);
    expect(shortly(requests.token ?? [])).toEqual([]);
    expect(countOf(requests)).toBe(TRANSACTIONS);
    expect([...REQUEST_LINK, ...USE, ...FIND]).toHaveLength(8);
  });

  test('looks for no takeover on a recognised device, whose session is live: the account shows that there was none', async () => {
    const [use] = shortly((await signIn(email, agent)).verifyEmail ?? []);
    expect(use).toEqual([
      ...FIND,
      ...USE.slice(0, 2),
      'update linkgate_device',
      'select linkgate_device',
      'account by username',
    ]);
  });

  test('takes 5 transactions where events are saved; the events of a sign-in are durable with its link', async () => {
    await changeRealm({ eventsEnabled: true });
    await signIn(email);
    const requests = await signIn(email);
    const event = [EVENT, NOT_DURABLE];
    expect(shortly(requests.requestMagicLink ?? [])).toEqual([REQUEST_LINK, event]);
    expect(shortly(requests.verifyEmail ?? [])).toEqual([
      [...FIND, ...USE, EVENT, ...CONTINUE, EVENT],
      [...STORE_SESSION, NOT_DURABLE],
    ]);
    expect(shortly(requests.token ?? [])).toEqual([event]);
    expect(countOf(requests)).toBe(5);
  });

  test('that creates the account shares a transaction with it, and looks up no user twice', async () => {
    const { requestMagicLink = [], verifyEmail = [] } = await signIn(newAddress('new'));
    expect(shortly(requestMagicLink)[0]).toEqual([
      ...REQUEST_LINK.slice(0, -1),
      'insert linkgate_limit',
      'insert linkgate_link',
    ]);
    const [, use = []] = shortly(verifyEmail);
    const own = use.filter((statement) => /linkgate|account by|event/.test(statement));
    expect(use).toContain('insert user_entity');
    expect(own).toEqual([
      // Before the link is locked: Keycloak may delete an account while it is looked up (docs/decisions/database.md).
      'account by email',
      'account by username',
      'select linkgate_link',
      // The new account's.
      EVENT,
      'update linkgate_link',
      'insert linkgate_device',
      EVENT,
    ]);
  });
});

describe('a sign-in at a client whose flow requires another step', () => {
  const email = newAddress('more');
  let takeOff = async () => {};
  beforeAll(async () => {
    // Creates the account: the flow's step has no sign-up.
    await signIn(email);
    takeOff = await requireMore('more-than-the-link');
  });
  afterAll(() => takeOff());

  test('ends the transaction of the link before that step', async () => {
    await signIn(email);
    expect(shortly((await signIn(email)).verifyEmail ?? [])).toEqual([
      [...FIND, ...USE],
      CONTINUE,
      [...STORE_SESSION, NOT_DURABLE],
    ]);
  });
});

describe('a token for a client itself', () => {
  test('reads and locks no account, so that none waits for another one', async () => {
    const grant = { grant_type: 'client_credentials', ...credentials(service) };
    const issue = async () => expect((await post(`${node.baseUrl}/token`, grant)).status).toBe(200);
    // Keycloak doesn't cache an account that it loads right after a change of the realm.
    for (const _ of ['first', 'second']) await issue();
    const statements = (await node.transactionsOf(issue)).flat();
    expect(statements.filter((one) => /linkgate|user_entity|for update/i.test(one))).toEqual([]);
  });
});

describe('the “check your email” page', () => {
  test('costs one statement by key for each poll, and none for an unknown browser', async () => {
    const agent = new Agent();
    const page = await requestOnPage(agent, newAddress(), web, {}, `${node.baseUrl}/auth`);
    const url = requireStateUrl(page);
    const transactions = await node.transactionsOf(async () => {
      expect((await pollState(agent, url)).status).toBe(200);
    });
    expect(shortly(transactions)).toEqual([FIND]);
    expect(transactions[0]?.[0]).toMatch(/WHERE JTI = \$1 AND REALM_ID = \$2$/);
    let granted = 0;
    const more = await node.transactionsOf(async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => agent.request(url)));
      granted = responses.filter(({ status }) => status === 200).length;
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(10 - granted);
      expect((await new Agent().request(url, { headers: { accept: '*/*' } })).status).toBe(404);
    });
    expect(granted).toBeLessThan(10);
    expect(shortly(more)).toEqual(Array.from({ length: granted }, () => FIND));
  });
});

describe('a link request that a limit rejects', () => {
  const limit = (policy: string, rate: string) =>
    changeRealm({ attributes: { [`linkgate.limit.${policy}`]: rate } });
  const expectRejected = async (email = newAddress()) =>
    expect((await requestLink(fieldsFor(email), node.baseUrl)).status).toBe(429);
  afterEach(async () => {
    await limit('link-ip', '');
    await limit('link-email', '');
    await limit('general', '1000/60');
  });

  test('by the address writes nothing', async () => {
    const email = newAddress();
    await limit('link-email', '1/3600');
    expect((await requestLink(fieldsFor(email), node.baseUrl)).status).toBe(200);
    const rejected = shortly(await node.transactionsOf(() => expectRejected(email)));
    expect(rejected).toEqual([REQUEST_LINK.filter((statement) => !/^(update|insert)/.test(statement))]);
  });

  test('by the IP looks up no address and takes no lock, once the limit is exceeded', async () => {
    await limit('link-ip', '1/3600');
    // The realm that was just changed is looked up again.
    await requestLink(fieldsFor(newAddress()), node.baseUrl);
    const rejected = await node.transactionsOf(() => expectRejected());
    expect(shortly(rejected)).toEqual([['select linkgate_limit']]);
    expect(rejected[0]?.[0]).not.toMatch(/FOR UPDATE/i);
  });

  test('by the sign-in page’s limit touches no table, for any address', async () => {
    // Requests in another window aren't counted in this one: opening the page is the one that the limit grants.
    await limit('general', '1/3600');
    const agent = new Agent();
    const page = await agent.open(authUrl(web, { at: `${node.baseUrl}/auth` }));
    const send = async () => expect((await agent.submit(page, { email: newAddress() })).status).toBe(429);
    await send();
    expect(await node.transactionsOf(send)).toEqual([]);
  });
});

describe(`a node with ${CONNECTIONS} connections to its database, while emails hang,`, () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  /** A mail server that never sends its greeting; the number of waiting connections. */
  async function hangingMailServer(): Promise<() => number> {
    let waiting = 0;
    const stub = await startSmtpStub({
      CONNECT: () => {
        waiting += 1;
        return new Promise(() => {});
      },
    });
    const { smtpServer } = (await (await node.admin()).realms.findOne({ realm: REALM })) ?? {};
    undo.push(
      () => stub.close(),
      () => changeRealm({ smtpServer }),
    );
    await changeRealm({ smtpServer: { ...smtpServer, port: String(stub.port) } });
    return () => waiting;
  }

  const requests = {
    'over the API': async () => (await requestLink(fieldsFor(newAddress()), node.baseUrl)).status,
    'on the page': async () => {
      const agent = new Agent();
      const page = await agent.open(authUrl(web, { at: `${node.baseUrl}/auth` }));
      return (await agent.submit(page, { email: newAddress() })).status;
    },
  } as const;

  test.each(Object.entries(requests))(
    '20 of them, requested %s, holds none, and issues tokens',
    async (_, send) => {
      const waiting = await hangingMailServer();
      // Looks up realm and client first, as on any server that has been running for a moment.
      const grant = { grant_type: 'client_credentials', ...credentials(service) };
      expect((await post(`${node.baseUrl}/token`, grant)).status).toBe(200);
      const responses: Promise<number>[] = [];
      let pending = 0;
      const request20 = async () => {
        const before = waiting();
        pending = 20;
        for (let i = 0; i < 20; i++) responses.push(send().finally(() => pending--));
        await vi.waitUntil(() => waiting() > before + CONNECTIONS || pending === 0, PATIENT);
      };
      /** Repeats an action until an email hung for its whole duration; on a slow machine the mail server may time out earlier. */
      const whileEmailsHang = async (work: () => Promise<unknown>) => {
        do {
          if (pending === 0) await request20();
          await work();
        } while (pending === 0);
      };
      await whileEmailsHang(() =>
        vi.waitUntil(async () => (await node.openTransactions()) === 0 || pending === 0, PATIENT),
      );
      for (let i = 0; i < 10; i++)
        await whileEmailsHang(async () =>
          expect((await post(`${node.baseUrl}/token`, grant)).status).toBe(200),
        );
      expect(new Set(await Promise.all(responses))).toEqual(new Set([503]));
    },
  );

  test('another one, which couldn’t be sent in time, touches no table', async () => {
    const waiting = await hangingMailServer();
    const send = (emails: number) => Array.from({ length: emails }, requests['over the API']);
    // Now the duration of an email is known.
    await Promise.all(send(20));
    /** The rows that further requests touch; null if the mail server timed out before their responses. */
    const attempt = async (): Promise<Transaction[] | null> => {
      const before = waiting();
      let responded = 0;
      const hanging = send(20).map(async (response) => {
        const status = await response;
        responded += 1;
        return status;
      });
      await vi.waitUntil(() => waiting() > before + CONNECTIONS || responded === 20, PATIENT);
      // Six are being sent and six wait; the others left nothing to roll back.
      await vi.waitUntil(() => responded >= 8, PATIENT);
      await vi.waitUntil(async () => (await node.openTransactions()) === 0, PATIENT);
      const rejected = responded;
      const statements = await node.transactionsOf(async () => {
        expect(await Promise.all(send(3))).toEqual([503, 503, 503]);
      });
      const allWaited = responded === rejected && responded < 20;
      expect(new Set(await Promise.all(hanging))).toEqual(new Set([503]));
      return allWaited ? statements : null;
    };
    let statements = await attempt();
    while (statements === null) statements = await attempt();
    expect(statements).toEqual([]);
  });

  /** Requests that send an email after database look-ups; each prepares, and returns the request to make once emails hang. */
  const afterLook = {
    'a click on an account that the browser knows': async () => {
      const agent = new Agent();
      await signIn(newAddress(), agent);
      return async () => {
        const page = await agent.open(
          authUrl(web, { at: `${node.baseUrl}/auth`, fields: { prompt: 'login' } }),
        );
        const [account] = accountsOn(page);
        return () => agent.submit(page, { account: account?.id ?? '' });
      };
    },
    'a new link for one that was used': async () => {
      const email = newAddress();
      await signIn(email);
      const token = new URL(linkIn(await emailTo(email))).searchParams.get('token') ?? '';
      return async () => {
        const url = `${node.baseUrl}/verify-email`;
        expect((await fetch(`${url}?token=${token}`)).status).toBe(401);
        return () => post(url, { token, again: '1' });
      };
    },
  } as const;

  test.each(Object.entries(afterLook))('sent by %s, holds none', async (_, prepare) => {
    const begin = await prepare();
    const waiting = await hangingMailServer();
    const send = await begin();
    let hasResponded = false;
    const response = send().finally(() => {
      hasResponded = true;
    });
    await vi.waitUntil(() => waiting() > 0, PATIENT);
    await vi.waitUntil(async () => (await node.openTransactions()) === 0, PATIENT);
    expect(hasResponded, 'the email still hangs').toBe(false);
    expect((await response).status).toBe(503);
  });
});
