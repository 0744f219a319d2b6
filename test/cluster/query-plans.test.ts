/**
 * Each of Linkgate's statements finds its rows by an index among very many, and those of administrators read few pages (shown by
 * PostgreSQL's own `auto_explain`).
 */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { EXPIRING_TABLES } from '../../provider-scripts/src/endpoints/upkeep/expiring-tables.ts';
import { MAX_FAILURES } from '../../provider-scripts/src/links/batch/batch.ts';
import { ROOT } from '../../scripts/build/root.ts';
import {
  answerChange,
  changeLinkIn,
  openAccountPage,
  press,
  requestChange,
  serveAccountPage,
} from '../support/account-page.ts';
import { makeAccount } from '../support/accounts.ts';
import { admin, setLinkSettings, setMailPort, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { otherCodeAlone, requestOnPage, requireCode, requireCodeAlone } from '../support/check-email-page.ts';
import { onDatabase } from '../support/cluster.ts';
import { confirm } from '../support/confirm-page.ts';
import { enterComparisonCode, otherComparisonCode, requireComparisonCode } from '../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import {
  allowInvitations,
  type Batch,
  callAdmin,
  invite,
  invited,
  makeHomeClient,
  optOutIn,
} from '../support/invitations.ts';
import { sendBatch, untilBatch } from '../support/link-batches.ts';
import {
  disown,
  disownLinkIn,
  NOTICES,
  newDevice,
  nextLink,
  noticeTo,
  signInOn,
} from '../support/new-device.ts';
import { turnPasskeysOn } from '../support/passkeys.ts';
import { PATIENT } from '../support/patience.ts';
import { PICTURE } from '../support/picture.ts';
import { callReferrals, newReferral } from '../support/referrals.ts';
import * as registration from '../support/registration.ts';
import { remove, sessionOf } from '../support/session-api.ts';
import { follow, linkFor, openLink, requestLink, submitConsent } from '../support/sign-in.ts';
import { startSmtpStub } from '../support/smtp-stub.ts';
import { WITH_BACKEND_LINKS } from '../support/step-links.ts';
import { LINK, makeStepRealm, startSignIn } from '../support/step-realm.ts';
import { addWaitingDocuments } from '../support/waiting-documents.ts';

/** A million with `npm run test:all -- nodes`; with far fewer the planner scans whole tables. */
const ROWS = Number(process.env.LINKGATE_PLAN_ROWS ?? '200000');
const CLIENTS = 10_000;
/** As many clients with documents as may wait for approval. */
const WAITING = 100;
const INVITATIONS = ROWS / 4;
/**
 * The maximum of pages (8 KiB) that one administrators' statement reads: a cached one takes about a microsecond. Most come from
 * looking up a page's clients one by one, three pages each, if the planner chooses that; a whole table of a million rows has as
 * many.
 */
const ADMIN_PAGES = 4 * CLIENTS;
/** Settings with which the database logs its plans; timing each step would cost more than the step. */
const EXPLAIN = { log_min_duration: 0, log_analyze: 'on', log_buffers: 'on', log_timing: 'off' } as const;
const FILLING_MILLIS = 2_700_000;
const UPKEEP_MILLIS = 360_000;
const READY_MILLIS = 120_000;
const POLL_MILLIS = 500;
const { web, mobile, betaWeb } = inject('site').clients;

/** Rows that no test queries, as in a big installation: many users, few realms, none expired. */
const FILL = [
  `INSERT INTO LINKGATE_LINK (JTI, REALM_ID, CLIENT_UUID, EMAIL_KEY, EMAIL, USER_ID, STATE, ISSUED_AT, EXPIRES_AT, REQUEST)
   SELECT 'fill-' || i, R.ID, C.ID, 'fill-' || i / 3, 'fill-' || i / 3 || '@example.com', 'fill-' || i / 3, 'issued', E, E + 900 + i, '{}'
   FROM generate_series(1, ${ROWS}) i, REALM R JOIN CLIENT C ON C.REALM_ID = R.ID AND C.CLIENT_ID = 'demo-web',
     (SELECT extract(epoch FROM now())::bigint AS E) T WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_LIMIT (REALM_ID, LIMIT_KEY, LIMIT_NAME, CALLS, EXPIRES_AT)
   SELECT R.ID, 'fill-' || i, 'link-email', 'abcdefgh', extract(epoch FROM now())::bigint + 900 + i
   FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_REFERRAL (ID, REALM_ID, CODE_KEY, LAST_LETTERS, MAX_USES, USES, CREATED_AT)
   SELECT 'fill-' || i, R.ID, 'fill-' || i, 'WXYZ', 1, 0, i
   FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_DEVICE (ID, DEVICE_KEY, REALM_ID, USER_ID, LAST_USED_AT, EXPIRES_AT)
   SELECT 'fill-' || i, 'fill-' || i / 2, R.ID, 'fill-' || i, E, E + 86400 + i
   FROM generate_series(1, ${ROWS}) i, REALM R, (SELECT extract(epoch FROM now())::bigint AS E) T WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_NEW_DEVICE_NOTICE (ID, REALM_ID, USER_ID, DEVICE_ID, SESSION_ID, TOKEN_KEY, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, 'fill-' || i, 'fill-' || i, 'fill-' || i, 'fill-' || i, extract(epoch FROM now())::bigint + 900 + i
   FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_TAKEOVER (REALM_ID, USER_ID, TAKEN_AT)
   SELECT R.ID, 'fill-' || i, i FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_ADDRESS_CHANGE (ID, REALM_ID, USER_ID, OLD_EMAIL, NEW_EMAIL, OLD_TOKEN_KEY, NEW_TOKEN_KEY, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, 'fill-' || i, 'fill-' || i, 'fill-' || i, 'fill-' || i, 'fill-' || i, extract(epoch FROM now())::bigint + 900 + i
   FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_REFERRAL_USE (ID, REFERRAL_ID, REALM_ID, USER_ID, USED_AT)
   SELECT 'fill-' || i, 'fill-1', R.ID, 'fill-' || i, i FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_STATISTIC (REALM_ID, STATISTIC_KEY, STEP, START_AT, NAME, AMOUNT, EXPIRES_AT)
   SELECT R.ID, 'fill-' || i, 3600, H - 3600 * (i / 40), 'limits_hit.' || i % 40, 1, H + 86400 + i
   FROM generate_series(1, ${ROWS}) i, REALM R, (SELECT extract(epoch FROM now())::bigint / 3600 * 3600 AS H) T
   WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_INVITATION (ID, REALM_ID, CLIENT_UUID, BATCH_ID, LINE, EMAIL_KEY, EMAIL, SEARCH_TEXT, LIFETIME, STATE, TOKEN_KEY,
     EMAILS, CREATED_AT, SENT_AT, ENDS_AT, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, C.ID, 'fill-' || i / 10000, i, 'fill-' || i, 'fill-' || i || '@example.com', 'fill-' || i || '@example.com ',
     604800, (ARRAY['sent', 'opened', 'accepted'])[1 + i % 3], 'fill-' || i, 1, E - i, E - i, E + 604800 + i, E + 3196800 + i
   FROM generate_series(1, ${INVITATIONS}) i, REALM R JOIN CLIENT C ON C.REALM_ID = R.ID AND C.CLIENT_ID = 'demo-web',
     (SELECT extract(epoch FROM now())::bigint AS E) T WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_INVITED_ADDRESS (REALM_ID, EMAIL_KEY, EMAILS, EMAILED_AT)
   SELECT R.ID, 'fill-' || i, 1, i FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_BATCH (ID, REALM_ID, STATE, LINES, WRONG, IGNORED_COLUMNS, ACCOUNTS, CREATED_AT, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, 'done', 10, 10, '[]', 0, i, extract(epoch FROM now())::bigint + 900 + i
   FROM generate_series(1, ${INVITATIONS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_BATCH_ERROR (ID, REALM_ID, BATCH_ID, LINE, SOURCE, EMAIL_KEY, FIELD, MESSAGE, REJECTION, REJECTION_VALUES, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, 'fill-' || i, 1, 'nobody', 'fill-' || i, 'email', 'not good', 'email', '{}',
     extract(epoch FROM now())::bigint + 900 + i FROM generate_series(1, ${INVITATIONS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_LOGO (ID, REALM_ID, CLIENT_UUID, MEDIA_TYPE, CONTENT, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, 'fill-' || i, 'image/png', 'none', extract(epoch FROM now())::bigint + 900 + i
   FROM generate_series(1, ${INVITATIONS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_SIGN_UP_RULE (REALM_ID, ENTRY, LIST)
   SELECT R.ID, 'fill-' || i, (ARRAY['denied', 'allowed', 'disposable'])[1 + i % 3]
   FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_EMAIL (ID, REALM_ID, EMAIL_KEY, USER_ID, KIND, ROUTE, SERVICE_ID, STATE, STATE_AT, SENT_AT, MILLIS, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, 'fill-' || i / 3, 'fill-' || i / 3, 'magic-link', 'main', 'fill-' || i, 'delivered', E * 1000 + i, E * 1000, 100, E + 86400 + i
   FROM generate_series(1, ${ROWS}) i, REALM R, (SELECT extract(epoch FROM now())::bigint AS E) T WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_EMAIL_REPORT (ID, REALM_ID, ROUTE, RECEIVED_AT, EXPIRES_AT)
   SELECT 'fill-' || i, R.ID, 'main', i, extract(epoch FROM now())::bigint + 86400 + i
   FROM generate_series(1, ${ROWS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO LINKGATE_EMAIL_SUPPRESSION (REALM_ID, EMAIL_KEY, EMAIL, USER_ID, REASON, ROUTE, SINCE, NAMED_UNTIL, EXPIRES_AT)
   SELECT R.ID, 'fill-' || i, 'fill-' || i || '@example.com', 'fill-' || i, 'soft', 'main', i, E + 86400 + i, E + 86400 + i
   FROM generate_series(1, ${ROWS}) i, REALM R, (SELECT extract(epoch FROM now())::bigint AS E) T WHERE R.NAME = 'linkgate'`,
  `INSERT INTO CLIENT (ID, CLIENT_ID, NAME, REALM_ID) SELECT 'fill-' || i, 'fill-' || i, 'Filling ' || i, R.ID
   FROM generate_series(1, ${CLIENTS}) i, REALM R WHERE R.NAME = 'linkgate'`,
  `INSERT INTO CLIENT_ATTRIBUTES (CLIENT_ID, NAME, VALUE) SELECT 'fill-' || i, 'linkgate.approval', 'deleted'
   FROM generate_series(1, ${CLIENTS}) i`,
];
/** The tables, and the column that distinguishes those rows from others. */
const TABLES = {
  LINKGATE_LINK: 'JTI',
  LINKGATE_LIMIT: 'LIMIT_KEY',
  LINKGATE_REFERRAL: 'ID',
  LINKGATE_DEVICE: 'ID',
  LINKGATE_NEW_DEVICE_NOTICE: 'ID',
  LINKGATE_TAKEOVER: 'USER_ID',
  LINKGATE_ADDRESS_CHANGE: 'ID',
  LINKGATE_REFERRAL_USE: 'USER_ID',
  LINKGATE_STATISTIC: 'STATISTIC_KEY',
  LINKGATE_INVITATION: 'ID',
  LINKGATE_INVITED_ADDRESS: 'EMAIL_KEY',
  LINKGATE_BATCH_ERROR: 'ID',
  LINKGATE_BATCH: 'ID',
  LINKGATE_LOGO: 'ID',
  LINKGATE_SIGN_UP_RULE: 'ENTRY',
  LINKGATE_EMAIL: 'ID',
  LINKGATE_EMAIL_REPORT: 'ID',
  LINKGATE_EMAIL_SUPPRESSION: 'EMAIL_KEY',
  LINKGATE_DOMAIN_LIST: 'URL',
  CLIENT_ATTRIBUTES: 'CLIENT_ID',
  CLIENT: 'ID',
} as const;

/** Linkgate's indexes that no constraint needs. */
const INDEXES = `SELECT I.indexrelid::regclass AS name, pg_get_indexdef(I.indexrelid) AS definition
  FROM pg_index I JOIN pg_class T ON T.oid = I.indrelid
  WHERE T.relname LIKE 'linkgate\\_%' AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = I.indexrelid)`;

/** Inserts many rows: building an index afterwards is faster than updating it for each row. */
async function withoutIndexes(client: Client, insert: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  try {
    await insert();
  } finally {
    for (const { definition } of rows) await client.query(definition);
  }
}

/** An executed statement and its plan. */
interface Explained {
  query: string;
  plan: string;
  /** The number of pages that it read, cached or not. */
  pages: number;
}

async function explained(): Promise<Explained[]> {
  const log = await readFile(inject('cluster').databaseLog, 'utf8');
  const entries = log.matchAll(
    /duration: [\d.]+ ms {2}plan:\n\tQuery Text: ([\s\S]*?)\n(\t[A-Z][\s\S]*?)(?=\n\S|$)/g,
  );
  return [...entries]
    .map(([, query = '', plan = '']) => ({ query, plan, pages: pagesIn(plan) }))
    .filter(
      ({ query }) =>
        /LINKGATE_|USER_ATTRIBUTE|REALM_ATTRIBUTE WHERE NAME|FROM USER_ENTITY (?:.* FOR UPDATE|WHERE REALM_ID = \S+ AND (?:EMAIL|USERNAME) IN)|FROM REALM WHERE ID = \S+ FOR UPDATE|CLIENT_AUTH_FLOW_BINDINGS|CLIENT_ATTRIBUTES A ON|FROM CLIENT(_ATTRIBUTES)? WHERE|FROM CREDENTIAL .* UNION ALL/i.test(
          query,
        ) && !/fill-/.test(query),
    );
}

/** A plan's first step includes those below it. */
function pagesIn(plan: string): number {
  const buffers = /^\s*Buffers: (.*)$/m.exec(plan)?.[1] ?? '';
  return [...buffers.matchAll(/\b(?:hit|read)=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Scans of tables that grow; LINKGATE_DOMAIN_LIST has at most a row per realm, so the database may as well read it whole. */
const SCAN = /Seq Scan on linkgate_(?!domain_list\b)/i;

/**
 * Statements that only the embedded database executes, that run once when a node starts, or that a delayed email, an address of
 * two accounts or the end of a node causes: they use a primary key, or Keycloak's own indexes. The check of rules for sign-up reads
 * a realm's newest accounts, at most 20,000; what came of a fetched list of disposable domains is a realm's one row. Two are names of Keycloak's events.
 * What email services report needs a vault, which these nodes don't have: its statements have the columns of an index, and the first of several
 * rows in its order.
 */
const ELSEWHERE =
  /INFORMATION_SCHEMA|DATABASECHANGELOG|SET STATE = 'revoked' WHERE JTI|USERNAME = \?2 AND EMAIL IS NULL|^(?:UPDATE|DELETE) \*$|FEDERATION_LINK FROM USER_ENTITY|USED_IN FROM|FROM OFFLINE_USER_SESSION|USED_AT = NULL|CROSS_DEVICE = 'approved' WHERE JTI|CREATED_TIMESTAMP > \?2|FETCHED_AT = \?3|SET DUE_AT = \?2, RUNNING_UNTIL = 0|SET (?:OPENED|SCANNED)_AT = \?1 WHERE JTI|(?:FROM|UPDATE) LINKGATE_EMAIL(?:_REPORT|_SUPPRESSION)? (?:WHERE (?:REALM_ID = \?1 AND (?:SERVICE_ID|EMAIL_KEY|DUE_AT|LIFTED_AT)|ID)|SET (?!EMAIL))/;

/**
 * The statements in the scripts' sources, as regular expressions that match them in the log; parts that are assembled match
 * anything.
 */
async function statementsInSources(): Promise<Map<string, RegExp>> {
  const folder = path.join(ROOT, 'provider-scripts', 'src');
  const found = new Map<string, RegExp>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const source = await readFile(path.join(folder, file), 'utf8');
    for (const [, , text = ''] of source.matchAll(/(['"`])((?:SELECT|UPDATE|DELETE) [^\n]*?)\1[,;)\s]/g)) {
      if (ELSEWHERE.test(text)) continue;
      const shape = text
        .replace(/\?\d+/g, '\0')
        .replace(/\$\{[^}]*\}/g, '\x01')
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('\0', '\\$\\d+')
        .replaceAll('\x01', '.*')
        .replace(
          /\b(LINKGATE_\w+|USER_ATTRIBUTE|REALM_ATTRIBUTE|CLIENT(?:_ATTRIBUTES|_AUTH_FLOW_BINDINGS)?)\b/g,
          '(?:\\S+\\.)?$1',
        );
      found.set(text, new RegExp(`^${shape}`, 'i'));
    }
  }
  return found;
}

/** Runs every statement once. */
async function traffic(): Promise<void> {
  const email = newAddress();
  const { baseUrl } = inject('site');
  expect((await fetch(`${baseUrl}/.well-known/openid-configuration`)).status).toBe(200);
  await linkFor(email, web);
  expect(await openLink(await linkFor(email, web, { emailNumber: 2 }))).toBe(302);
  const stub = await startSmtpStub({ RCPT: '550 no' });
  const restore = await setMailPort(stub.port);
  const fields = { email, client_id: web.client_id, redirect_uri: web.redirect_uri };
  expect((await requestLink(fields)).status).toBe(503);
  await restore();
  stub.close();
  const { id: referral, code } = await newReferral({ max_uses: 1 });
  const invited = newAddress();
  const order = { email: invited, client_id: betaWeb.client_id, redirect_uri: betaWeb.redirect_uri };
  await requestLink({ ...order, referral_code: code }, inject('site').betaUrl);
  expect(await openLink(linkIn(await emailTo(invited)))).toBe(302);
  expect((await callReferrals('GET')).status).toBe(200);
  expect((await callReferrals('DELETE', undefined, `/${referral}`)).status).toBe(204);
  await deviceAndCode();
  await passkeyOffer();
  await newDevices();
  await changesOfAddress();
  await crossDevice();
  await codeAlone();
  await linkOfStep();
  await linksToLists();
  await oneDocumentTooMany();
  // Nodes that another test restarted may take a moment.
  await vi.waitFor(
    async () => expect((await fetch(`${inject('site').managementUrl}/health/ready`)).status).toBe(200),
    { timeout: READY_MILLIS, interval: POLL_MILLIS },
  );
  const api = await admin();
  const [account] = await api.users.find({ realm: 'linkgate', email, exact: true });
  const id = account?.id ?? '';
  await api.users.update({ realm: 'linkgate', id }, { ...account, emailVerified: false });
  expect(await openLink(await linkFor(email, web, { emailNumber: 3 }))).toBe(302);
  await api.users.del({ realm: 'linkgate', id });
  const registered = await registration.register('default', { redirectUris: [web.redirect_uri] });
  await registration.change(registered, 'default', { name: 'Fish' });
  await registration.remove(registered);
}

/** A client names itself by a document where as many wait as may. */
async function oneDocumentTooMany(): Promise<void> {
  const restore = await setRealmAttributes({ 'linkgate.client-id-metadata-documents': 'approval' });
  const remove = await addWaitingDocuments(WAITING);
  const url = authUrl({
    client_id: 'https://agent.example/agent.json',
    redirect_uri: 'https://agent.example/',
  });
  expect((await fetch(url, { headers: { accept: 'application/json' } })).status).toBe(403);
  await remove();
  await restore();
}

/** Sends a link by a step of a stock realm. */
async function linkOfStep(): Promise<void> {
  const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  const client = await realm.makeClient([{ provider: LINK }]);
  const user = await realm.makeUser();
  const agent = new Agent();
  await agent.submit(await startSignIn(realm, client, agent), { email: user.email, action: 'send' });
  linkIn(await emailTo(user.email));
  await realm.remove();
}

/** Has links sent to lists of users in a stock realm: to all, to one who is disabled by then, and until the realm allows it no longer. */
async function linksToLists(): Promise<void> {
  const realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { attributes: WITH_BACKEND_LINKS },
  );
  const client = await realm.makeClient([{ provider: LINK }]);
  const send = async () => {
    const users = [await realm.makeUser(), await realm.makeUser()] as const;
    const { id } = await sendBatch(realm, client, { users: users.map((one) => ({ user_id: one.id })) });
    return { id, users };
  };
  const { id: sent } = await send();
  await untilBatch(realm, sent, ({ state }) => state === 'done');
  const at = { realm: realm.name };
  await callAdminApi('GET', `/links?batch=${sent}`, at);
  await callAdminApi('GET', '/link-batches', at);
  await callAdminApi('POST', '/links/revoke', { ...at, body: { batch: sent, dry_run: true } });
  await callAdminApi('POST', '/links/revoke', { ...at, body: { batch: sent } });
  const limit = async (value: string) =>
    await realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.limit.link-lists': value } });
  await limit('1/86400');
  const { id, users } = await send();
  await untilBatch(realm, id, ({ pause }) => pause?.reason === 'limit');
  await callAdminApi('POST', `/link-batches/${id}/stop`, at);
  await realm.changeUser(users[0], { enabled: false });
  await limit('2/86400');
  await callAdminApi('POST', `/link-batches/${id}/start`, at);
  await untilBatch(realm, id, ({ counts, pause }) => counts.failed === 1 && pause?.reason === 'limit');
  await realm.update({ attributes: { 'linkgate.backend-links': 'false' } });
  await realm.remove();
}

/** The administrators' queries and changes; read-only statements run several times. */
async function administrators(): Promise<void> {
  const email = newAddress();
  const link = await linkFor(email, web);
  expect(await openLink(link)).toBe(302);
  expect(await openLink(link)).toBe(401);
  const agent = new Agent();
  await follow(await linkFor(email, web, { emailNumber: 2 }), agent);
  interface User {
    account: { id: string };
    devices: { id: string }[];
  }
  await callAdminApi('GET', '/clients?search=nothing%25');
  await callAdminApi('GET', '/clients?search=filling&first=10000');
  await callAdminApi('GET', '/clients?state=pending');
  await callAdminApi('GET', '/referrals?first=10000');
  await callAdminApi('GET', '/referrals/fill-1/users?first=10000');
  await callAdminApi('GET', '/overview?span=month');
  await callAdminApi('GET', '/problems');
  await callAdminApi('PUT', '/limits?dry_run=true', { body: {} });
  const { json: user } = await callAdminApi<User>('POST', '/users/lookup', { body: { email } });
  const at = `/users/${user?.account.id}`;
  const links = { user_id: user.account?.id ?? '' };
  await linkFor(email, web);
  await callAdminApi('GET', `/links?user_id=${links.user_id}`);
  await callAdminApi('GET', `/links?client_id=${web.client_id}`);
  // Of a client that isn't most of the table.
  await callAdminApi('GET', `/links?client_id=${mobile.client_id}`);
  await callAdminApi('POST', '/links/revoke', { body: { ...links, dry_run: true } });
  await callAdminApi('POST', '/links/revoke', { body: links });
  await callAdminApi('DELETE', `${at}/devices/${user?.devices[0]?.id}`);
  await callAdminApi('DELETE', `${at}/devices`);
  await callAdminApi('POST', `${at}/sign-out`);
  await callAdminApi('POST', '/limits/reset', { body: { email } });
  // In the realm of those who administer all realms.
  const api = await admin();
  const { id } = await api.users.create({ realm: 'master', username: newAddress() });
  await api.users.del({ realm: 'master', id });
}

/** Invites users, one by one and by a list: they accept, opt out, are revoked, can't be emailed; then reads all of it. */
async function invitations(): Promise<void> {
  const forbid = await allowInvitations();
  const home = await makeHomeClient();
  const { client_id } = home;
  const agent = new Agent();
  const [newUser, known, gone] = [newAddress(), newAddress(), newAddress()];
  await confirm(agent, await agent.open(await invited(newUser, home)));
  const link = await invited(known, home);
  await makeAccount(known);
  await fetch(optOutIn(await emailTo(known)), { method: 'POST' });
  const { id } = await invite({ email: gone, client_id });
  await callAdmin('POST', `invitations/${id}/resend`);
  await callAdmin('POST', `invitations/${id}/revoke`);
  const check = async (emails: readonly string[]) => {
    const response = await callAdmin('POST', `invitation-batches?client_id=${client_id}`, emails.join('\n'));
    return ((await response.json()) as Batch).id;
  };
  const until = async (list: string, state: string) =>
    await vi.waitUntil(
      async () =>
        ((await (await callAdmin('GET', `invitation-batches/${list}`)).json()) as Batch).state === state,
      { timeout: UPKEEP_MILLIS, interval: POLL_MILLIS },
    );
  const disabledUser = newAddress();
  const list = await check([disabledUser, newAddress(), 'nobody']);
  const other = await makeHomeClient();
  await invite({ email: disabledUser, client_id: other.client_id });
  await callAdmin('POST', `invitation-batches/${list}/start`);
  await until(list, 'done');
  const stub = await startSmtpStub({ RCPT: '550 no' });
  const restore = await setMailPort(stub.port);
  await callAdmin('POST', 'invitations', { email: newAddress(), client_id });
  const page = await agent.open(link);
  expect((await confirm(agent, page)).status).toBe(503);
  const rejected = await check(Array.from({ length: MAX_FAILURES }, () => newAddress()));
  await callAdmin('POST', `invitation-batches/${rejected}/start`);
  await until(rejected, 'stopped');
  await restore();
  stub.close();
  const restoreLimit = await setRealmAttributes({ 'linkgate.limit.invitations': '1/3600' });
  await callAdmin('DELETE', `invitation-batches/${await check([newAddress()])}`);
  const limited = await check([newAddress()]);
  await callAdmin('POST', `invitation-batches/${limited}/start`);
  await onDatabase((client) =>
    vi.waitUntil(
      async () =>
        (await client.query('SELECT 1 FROM LINKGATE_BATCH WHERE ID = $1 AND RUNNER IS NULL', [limited]))
          .rowCount === 1,
      { timeout: UPKEEP_MILLIS, interval: POLL_MILLIS },
    ),
  );
  await callAdmin('POST', `invitation-batches/${limited}/stop`);
  await restoreLimit();
  for (const query of ['', '?first=10000&max=100', '?state=sent&first=10000', '?state=failed'])
    await callAdmin('GET', `invitations${query}`);
  for (const query of ['search=f&first=10000', 'search=f&state=opened&first=10000', 'search=nobody'])
    await callAdmin('GET', `invitations?${query}`);
  await callAdmin('GET', 'invitation-batches?first=10000');
  await callAdmin('GET', 'invitation-batches/fill-1');
  await callAdmin('GET', `invitation-batches/${list}/problems`);
  await home.remove();
  await other.remove();
  await forbid();
}

/** Uploads a logo for the realm and for a client, saves and removes it. */
async function branding(): Promise<void> {
  const client = await makeHomeClient();
  const [found] = await (await admin()).clients.find({ realm: 'linkgate', clientId: client.client_id });
  for (const at of ['/branding', `/clients/${found?.id}/branding`]) {
    interface Uploaded {
      logo: string;
      logo_url: string;
    }
    const upload = async () =>
      (await callAdminApi<Uploaded>('POST', `${at}/logo`, { body: { content: PICTURE } })).json;
    const { logo } = await upload();
    const { logo_url } = await upload();
    expect((await fetch(logo_url)).status).toBe(200);
    for (const one of [logo, null]) {
      const { version } = (await callAdminApi<{ version: string }>('GET', at)).json;
      expect((await callAdminApi('PUT', at, { body: { version, logo: one } })).status).toBe(200);
    }
  }
  await client.remove();
}

/** A user gets the offer of a passkey on a device that can have one, as its script tells, declines it there, and takes that back. */
async function passkeyOffer(): Promise<void> {
  const restore = await turnPasskeysOn();
  const agent = new Agent();
  const email = newAddress();
  const page = await agent.open(authUrl(web));
  const able = '<input type="hidden" name="passkeys" value="able"></form>';
  await agent.submit({ ...page, text: page.text.replaceAll('</form>', able) }, { email });
  const offer = await agent.open(linkIn(await emailTo(email)));
  await submitConsent(agent, await agent.submit(offer, { passkey: 'never' }));
  const stopServing = await serveAccountPage();
  await press(agent, await openAccountPage(agent), 'offer-again');
  await stopServing();
  await restore();
}

/** An account is told of a new device, whose owner disowns it; of another one, the mail server rejects the notice. */
async function newDevices(): Promise<void> {
  const restore = await setRealmAttributes({ [NOTICES]: 'true' });
  const email = newAddress();
  for (const device of [newDevice(), newDevice()]) await signInOn(device, email, web);
  const pending = disownLinkIn(await noticeTo(email)) ?? '';
  const link = await nextLink(email, web);
  const stub = await startSmtpStub({ RCPT: '550 no' });
  const restorePort = await setMailPort(stub.port);
  const rejecting = newDevice();
  await follow(link, rejecting.agent);
  await vi.waitUntil(() => stub.connections.some((commands) => commands.includes('RCPT')), PATIENT);
  await vi.waitUntil(() => stub.open() === 0, PATIENT);
  await restorePort();
  stub.close();
  await nextLink(email, web);
  expect((await disown(pending)).status).toBe(200);
  await restore();
}

/** A user changes their address on their own page, and stops other changes there and by a link. */
async function changesOfAddress(): Promise<void> {
  const restore = await serveAccountPage();
  const [before, after] = [newAddress(), newAddress()];
  const agent = new Agent();
  await follow(await linkFor(before, web), agent);
  await requestChange(agent, newAddress());
  await press(agent, await openAccountPage(agent), 'stop-address-change');
  await requestChange(agent, newAddress());
  for (const button of ['confirm', 'stop'] as const)
    await answerChange(changeLinkIn(await emailTo(before, 3)), button);
  await requestChange(agent, after);
  await answerChange(changeLinkIn(await emailTo(after)));
  const changed = await answerChange(changeLinkIn(await emailTo(before, 4)));
  expect(changed.text).toContain('was changed');
  await restore();
}

/** A user enters the code on the page, uses a link in the same browser later, and has the browser forget them. */
async function deviceAndCode(): Promise<void> {
  const agent = new Agent();
  const email = newAddress();
  const checkEmail = await requestOnPage(agent, email, web);
  await submitConsent(agent, await agent.submit(checkEmail, { code: requireCode(await emailTo(email)) }));
  await follow(await linkFor(email, web, { emailNumber: 2 }), agent);
  const { account } = await sessionOf(agent);
  expect((await remove(agent, `/accounts/${account?.id}`)).status).toBeLessThan(300);
}

/** A user signs in where emails contain only a code, after a wrong one. */
async function codeAlone(): Promise<void> {
  const restore = await setLinkSettings({ emailContains: 'code' });
  const [agent, email] = [new Agent(), newAddress()];
  const checkEmail = await requestOnPage(agent, email, web);
  const code = requireCodeAlone(await emailTo(email));
  const again = await agent.submit(checkEmail, { code: otherCodeAlone(code, 1) });
  await submitConsent(agent, await agent.submit(again, { code }));
  await restore();
}

/** Changes the lists of the rules for sign-up in the realm with few rows, has one fetched from two addresses, where nothing is, and asks them about an address. */
async function signUpRules(): Promise<void> {
  const { realms } = await admin();
  const realm = 'linkgate-beta';
  const attributes = (await realms.findOne({ realm }))?.attributes ?? {};
  await realms.update({ realm }, { attributes: { ...attributes, 'linkgate.sign-up-rules': 'true' } });
  const put = async (body: object, path = '') =>
    expect((await callAdminApi('PUT', `/sign-up-rules${path}`, { body, realm })).status).toBe(200);
  await put({ denied: ['one.example'] });
  await put({ denied: [], dry_run: true });
  await put({ denied: [] });
  await put({ domains: ['two.example'] }, '/disposable');
  expect((await callAdminApi('DELETE', '/sign-up-rules/disposable', { realm })).status).toBe(200);
  // Nothing is there: what a node records of a list that it got is executed elsewhere.
  for (const address of ['https://127.0.0.1/one.txt', 'https://127.0.0.1/two.txt']) {
    const more = { 'linkgate.sign-up-rules': 'true', 'linkgate.sign-up-disposable-list': address };
    await realms.update({ realm }, { attributes: { ...attributes, ...more } });
    for (let times = 0; times < 2; times++) {
      expect((await callAdminApi('POST', '/sign-up-rules/disposable/fetch', { realm })).status).toBe(202);
      await onDatabase((client) =>
        vi.waitUntil(
          async () =>
            (
              await client.query(
                'SELECT 1 FROM LINKGATE_DOMAIN_LIST WHERE URL = $1 AND RUNNING_UNTIL = 0 AND FAILED_AT > 0',
                [address],
              )
            ).rowCount === 1,
          { timeout: UPKEEP_MILLIS, interval: POLL_MILLIS },
        ),
      );
    }
  }
  const { client_id, redirect_uri } = betaWeb;
  const order = { email: newAddress(), client_id, redirect_uri };
  expect((await requestLink(order, inject('site').betaUrl)).status).toBe(403);
  await realms.update({ realm }, { attributes });
}

/**
 * One user enters a wrong comparison code; one enters the right one, is signed in, and revokes that; one leaves the "check your
 * email" page.
 */
async function crossDevice(): Promise<void> {
  const restore = await setLinkSettings({ crossDevice: 'true' });
  const requestLinkOnPage = async () => {
    const [waiting, other, email] = [new Agent(), new Agent(), newAddress()];
    const checkEmail = await requestOnPage(waiting, email, web);
    return { waiting, other, checkEmail, page: await other.open(linkIn(await emailTo(email))) };
  };
  const wrong = await requestLinkOnPage();
  await enterComparisonCode(
    wrong.other,
    wrong.page,
    otherComparisonCode(requireComparisonCode(wrong.checkEmail)),
  );
  const right = await requestLinkOnPage();
  const typed = await enterComparisonCode(right.other, right.page, requireComparisonCode(right.checkEmail));
  await submitConsent(right.waiting, await right.waiting.open(right.checkEmail.url));
  await right.other.submit(typed, { revoke: 'true' });
  const left = await requestLinkOnPage();
  await left.waiting.submit(left.checkEmail, { cancel: 'true' });
  await restore();
}

/** Inserts an expired row into each table; waits until the background task has deleted them. */
async function upkeep(): Promise<void> {
  await onDatabase(async (client) => {
    const ended: string[] = [];
    await client.query("UPDATE LINKGATE_INVITATION SET ENDS_AT = 1 WHERE ID = 'fill-8'");
    ended.push("SELECT 1 FROM LINKGATE_INVITATION WHERE ID = 'fill-8' AND STATE <> 'expired'");
    for (const { table } of EXPIRING_TABLES) {
      ended.push(`SELECT 1 FROM ${table} WHERE EXPIRES_AT = 1`);
      await client.query(`UPDATE ${table} SET EXPIRES_AT = 1 WHERE ${TABLES[table]} = 'fill-7'`);
    }
    for (const end = Date.now() + UPKEEP_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
      const left = await Promise.all(ended.map((query) => client.query(query)));
      if (left.every(({ rowCount }) => rowCount === 0)) return;
    }
    throw new Error('the upkeep removed nothing');
  });
}

describe(`among ${ROWS.toLocaleString('en')} rows`, () => {
  beforeAll(async () => {
    await onDatabase(async (client) => {
      await client.query('SET session_replication_role = replica');
      await withoutIndexes(client, async () => {
        for (const statement of FILL) await client.query(statement);
      });
      for (const table of Object.keys(TABLES)) await client.query(`ANALYZE ${table}`);
      for (const [setting, value] of Object.entries(EXPLAIN))
        await client.query(`ALTER SYSTEM SET auto_explain.${setting} = ${value}`);
      await client.query('SELECT pg_reload_conf()');
    });
    await traffic();
    await administrators();
    await signUpRules();
    await invitations();
    await branding();
    await upkeep();
  }, FILLING_MILLIS);
  afterAll(async () => {
    await onDatabase(async (client) => {
      for (const setting of Object.keys(EXPLAIN))
        await client.query(`ALTER SYSTEM RESET auto_explain.${setting}`);
      await client.query('SELECT pg_reload_conf()');
      await client.query('SET session_replication_role = replica');
      for (const [table, column] of Object.entries(TABLES))
        await client.query(`DELETE FROM ${table} WHERE ${column} LIKE 'fill-%'`);
    });
  });

  test('each statement in the sources was executed', async () => {
    const ran = await explained();
    const missing = [...(await statementsInSources())]
      .filter(([, shape]) => !ran.some(({ query }) => shape.test(query)))
      .map(([text]) => text);
    expect(missing).toEqual([]);
    expect(ran.length).toBeGreaterThan(10);
  });

  test('the administrators’ statements read few pages', async () => {
    const administrators = (await explained()).filter(({ query }) =>
      /OFFSET|LINKGATE_STATISTIC|FROM LINKGATE_INVITATION WHERE (?:ID IN|BATCH_ID)|LIMIT_NAME, CALLS|REJECTED_AT FROM|LAST_USED_AT, EXPIRES_AT FROM/i.test(
        query,
      ),
    );
    const reading = administrators.filter(({ pages }) => pages > 0);
    expect(new Set(reading.map(({ query }) => query)).size).toBeGreaterThanOrEqual(8);
    expect(administrators.filter(({ pages }) => pages > ADMIN_PAGES)).toEqual([]);
  });

  test('none of them scans a whole table', async () => {
    expect((await explained()).filter(({ plan }) => SCAN.test(plan))).toEqual([]);
  });
});
