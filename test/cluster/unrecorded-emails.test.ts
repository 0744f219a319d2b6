/**
 * What follows an email that a route has accepted never changes that it was sent, on PostgreSQL: whatever keeps its row from being stored, its link
 * works, its limit counts, and its requester gets the response of success.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { answerChange, changeLinkIn, requestChange, serveAccountPage } from '../support/account-page.ts';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { NODES, onDatabase } from '../support/cluster.ts';
import { emailTo, newAddress } from '../support/email.ts';
import { allowInvitations, invited, makeHomeClient } from '../support/invitations.ts';
import { disown, disownLinkIn, NOTICES, newDevice, noticeTo, signInOn } from '../support/new-device.ts';
import { lookUp } from '../support/reporting-service.ts';
import { follow, linkFor, openLink, requestLink } from '../support/sign-in.ts';

const REALM = 'linkgate';
const { web } = inject('site').clients;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Emails are stored, as a route reports; the realm's own mail server sends them. */
async function storeEmails(attributes: Record<string, string> = {}): Promise<void> {
  const routes = `smtp; main postmark secret=\${vault.mail} feedback=\${vault.hook}`;
  undo.push(await setRealmAttributes({ 'linkgate.email-routes': routes, ...attributes }));
}

/** Lets the database reject each row of an email. */
async function rejectRows(): Promise<void> {
  const alter = async (change: string) =>
    await onDatabase(async (database) => await database.query(`ALTER TABLE LINKGATE_EMAIL ${change}`));
  await alter('ADD CONSTRAINT NO_ROWS CHECK (FALSE) NOT VALID');
  undo.push(async () => await alter('DROP CONSTRAINT NO_ROWS'));
}

/** How much counts under a limit, over all callers. */
const counted = async (limit: string) =>
  await onDatabase(async (database) => {
    const sql =
      'SELECT COALESCE(SUM(LENGTH(CALLS)), 0)::int AS LENGTH FROM LINKGATE_LIMIT WHERE LIMIT_NAME = $1';
    return (await database.query<{ length: number }>(sql, [limit])).rows[0]?.length ?? 0;
  });

/** A way to send an email. */
interface Way {
  /** The source that sends it. */
  readonly file: string;
  readonly settings?: Record<string, string>;
  /** What it counts under; null if Keycloak sends it. */
  readonly limit: string | null;
  /** Sends one; fails unless its requester gets the response of success, and what it has works. */
  send(email: string): Promise<unknown>;
}

const WAYS: readonly Way[] = [
  {
    file: 'links/magic-link/email.ts',
    limit: 'link-email',
    send: async (email) => expect(await openLink(await linkFor(email, web))).toBe(302),
  },
  {
    file: 'links/magic-link/tell-rejected.ts',
    settings: {
      'linkgate.sign-up-rules': 'true',
      'linkgate.sign-up-disposable': 'reject',
      'linkgate.sign-up-tell': 'disposable',
    },
    limit: 'sign-up-told',
    async send(email) {
      const rejected = email.replace(/@.*/, '@mailinator.com');
      const { client_id, redirect_uri } = web;
      expect((await requestLink({ email: rejected, client_id, redirect_uri })).status).toBe(200);
      await emailTo(rejected);
    },
  },
  {
    file: 'links/invitation/email.ts',
    limit: 'invitations',
    async send(email) {
      undo.push(await allowInvitations());
      const home = await makeHomeClient();
      undo.push(home.remove);
      expect((await new Agent().open(await invited(email, home))).status).toBe(200);
    },
  },
  {
    file: 'sign-in/new-device/email.ts',
    settings: { [NOTICES]: 'true' },
    limit: 'new-device',
    async send(email) {
      for (let device = 1; device <= 2; device++) await signInOn(newDevice(), email, web);
      const page = await disown(disownLinkIn(await noticeTo(email)) ?? '');
      expect(page.text).toContain('signed out');
    },
  },
  {
    file: 'email/account-email.ts',
    limit: 'link-email',
    async send(email) {
      undo.push(await serveAccountPage());
      const [agent, other] = [new Agent(), newAddress()];
      await follow(await linkFor(email, web), agent);
      await requestChange(agent, other);
      for (const link of [await emailTo(email, 2), await emailTo(other)].map(changeLinkIn))
        expect((await answerChange(link)).status).toBe(200);
      const { users } = await admin();
      expect(await users.find({ realm: REALM, email: other })).toHaveLength(1);
    },
  },
  {
    file: 'email/realm-sender.ts',
    settings: { 'linkgate.all-emails': 'true' },
    limit: null,
    async send(email) {
      const { users } = await admin();
      const { id } = await users.create({ realm: REALM, username: email, email, enabled: true });
      await users.executeActionsEmail({ realm: REALM, id, actions: ['UPDATE_PROFILE'] });
      await emailTo(email);
    },
  },
];

describe.each(WAYS)('an email by $file', ({ settings, limit, send }) => {
  test('counts as sent and works if its row can’t be stored', async () => {
    await storeEmails(settings);
    await rejectRows();
    const before = limit === null ? 0 : await counted(limit);
    await send(newAddress());
    if (limit !== null) expect(await counted(limit)).toBeGreaterThan(before);
  });
});

test('these are all sources that send emails', async () => {
  const root = join(import.meta.dirname, '../../provider-scripts/src');
  const senders: string[] = [];
  for (const { name, parentPath } of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name);
    if (!name.endsWith('.ts') || !/\b(?:sendBrandedEmail|sendByRoutes)\b/.test(await readFile(path, 'utf8')))
      continue;
    senders.push(path.slice(root.length + 1));
  }
  const below = ['email/attempt.ts', 'email/branded-email.ts'];
  expect(senders.sort()).toEqual([...below, ...WAYS.map(({ file }) => file)].sort());
});

describe('a text in a proxy’s header that is no address', () => {
  test.each([65, 255, 2000])('of %i letters is no network, and its sender is limited', async (length) => {
    const email = newAddress();
    await storeEmails({ 'linkgate.limit.link-email': '1/3600' });
    // A caller without an address is no local one.
    const { realms } = await admin();
    await realms.update({ realm: REALM }, { sslRequired: 'none' });
    undo.push(async () => await realms.update({ realm: REALM }, { sslRequired: 'external' }));
    const { client_id, redirect_uri } = web;
    const request = async () =>
      await requestLink({ email, client_id, redirect_uri }, `${NODES[0]}/realms/${REALM}`, (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...init?.headers, 'X-Forwarded-For': 'x'.repeat(length) },
        }),
      );
    expect((await request()).status).toBe(200);
    expect((await request()).status).toBe(429);
    expect((await lookUp(email)).emails.map(({ network }) => network)).toEqual([null]);
  });
});
