/** A user changes their address on their own page: both addresses confirm it (contract, section 11). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  accountPageUrl,
  answerChange,
  changeLinkIn,
  openAccountPage,
  press,
  requestChange,
  serveAccountPage,
} from '../../support/account-page.ts';
import { accountOf, makeAccount } from '../../support/accounts.ts';
import { admin, setMailPort, setRealmAttributes } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { signedIn } from '../../support/authorization.ts';
import { createBackendLink } from '../../support/backend-links.ts';
import { requiresEmail } from '../../support/chooser.ts';
import { emailsTo, emailTo, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { passSecond } from '../../support/not-before.ts';
import { realm as plant } from '../../support/plant.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow, linkFor, openLink } from '../../support/sign-in.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';

const { web } = inject('site').clients;
const REALM = 'linkgate';

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await serveAccountPage({ 'linkgate.backend-links': 'true' });
});
afterAll(async () => restore());

/** A signed-in user who has requested a change, and both links. */
async function requested() {
  const [before, after] = [newAddress('before'), newAddress('after')];
  const agent = await signedIn(web, {}, before);
  const id = await accountOf(before);
  const page = await requestChange(agent, after);
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining('We sent a link to both addresses'),
  ]);
  expect(page.text).toContain(after);
  // The first email had the sign-in link.
  const links = {
    old: changeLinkIn(await emailTo(before, 2)),
    new: changeLinkIn(await emailTo(after)),
  };
  return { agent, id, before, after, links };
}

async function userOf(id: string) {
  const { email, username, emailVerified } =
    (await (await admin()).users.findOne({ realm: REALM, id })) ?? {};
  return { email, username, emailVerified };
}

describe('a change', () => {
  test.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('takes effect once the %s and then the %s address have confirmed it', async (first, second) => {
    const forget = await storeEvents(REALM);
    const since = Date.now();
    const { agent, id, before, after, links } = await requested();
    const half = await answerChange(links[first]);
    expect([half.status, half.text]).toEqual([200, expect.stringContaining('One confirmation is missing')]);
    // The same address a second time isn't the other one.
    await answerChange(links[first]);
    expect(await userOf(id)).toMatchObject({ email: before });
    const changed = await answerChange(links[second]);
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('was changed')]);
    expect(await userOf(id)).toEqual({ email: after, username: after, emailVerified: true });
    expect((await sessionOf(agent)).authenticated).toBe(false);
    for (const name of ['address_change_requested', 'address_changed'])
      expect((await eventsSince(REALM, since, name)).map(({ userId }) => userId)).toEqual([id]);
    for (const link of [links.old, links.new]) expect((await new Agent().open(link)).status).toBe(404);
    await forget();
    await passSecond();
    await follow(await linkFor(after, web, { emailNumber: 2 }), agent);
    expect((await sessionOf(agent)).account).toMatchObject({ id, email: after });
  });

  test('confirmed by both addresses at the same time takes effect once', async () => {
    const { id, after, links } = await requested();
    const pages = await Promise.all([answerChange(links.old), answerChange(links.new)]);
    expect(pages.filter(({ text }) => text.includes('One confirmation is missing'))).toHaveLength(1);
    expect(pages.filter(({ text }) => text.includes('was changed'))).toHaveLength(1);
    expect(await userOf(id)).toMatchObject({ email: after });
  });

  test('makes earlier links to the old address useless', async () => {
    const { id, before, links } = await requested();
    const link = await linkFor(before, web, { emailNumber: 3 });
    await answerChange(links.old);
    await answerChange(links.new);
    expect(await openLink(link)).toBeGreaterThanOrEqual(400);
    expect(await userOf(id)).not.toMatchObject({ email: before });
  });

  test('tells the new address nothing about the account', async () => {
    const { before, after, links } = await requested();
    const message = await emailTo(after);
    const page = await new Agent().open(links.new);
    for (const text of [message.text, message.html, page.text]) expect(text).not.toContain(before);
    expect((await emailTo(before, 2)).text).toContain(after);
  });

  test('is confirmed by no request of a scanner or another site', async () => {
    const { id, before, links } = await requested();
    const agent = new Agent();
    for (const link of [links.old, links.new]) {
      expect((await agent.request(link, { method: 'HEAD' })).status).toBe(204);
      expect((await agent.request(link, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(204);
      await agent.open(link);
      const url = new URL(link);
      const body = new URLSearchParams({ token: url.searchParams.get('token') ?? '', confirm: 'made-up' });
      const forged = await agent.open(url.origin + url.pathname, { method: 'POST', body });
      expect(forged.text).toContain('Change the email address?');
    }
    expect(await userOf(id)).toMatchObject({ email: before });
  });

  test('is replaced by a newer one', async () => {
    const { agent, id, before, links } = await requested();
    await answerChange(links.old);
    const newest = newAddress('newest');
    await requestChange(agent, newest);
    for (const link of [links.old, links.new]) expect((await new Agent().open(link)).status).toBe(404);
    await answerChange(changeLinkIn(await emailTo(newest)));
    expect(await userOf(id)).toMatchObject({ email: before });
    await answerChange(changeLinkIn(await emailTo(before, 3)));
    expect(await userOf(id)).toMatchObject({ email: newest });
  });

  test('is stopped by the old address, or on the page', async () => {
    const one = await requested();
    await answerChange(one.links.new);
    const stopped = await answerChange(one.links.old, 'stop');
    expect(stopped.text).toContain('stays as it is');
    const other = await requested();
    const page = await press(other.agent, await openAccountPage(other.agent), 'stop-address-change');
    expect(page.text).toContain('Your email address stays as it is.');
    expect((await press(other.agent, page, 'stop-address-change')).status).toBe(404);
    for (const { id, before, links } of [one, other]) {
      for (const link of [links.old, links.new]) expect((await new Agent().open(link)).status).toBe(404);
      expect(await userOf(id)).toMatchObject({ email: before });
    }
  });

  test('can’t be stopped by the new address', async () => {
    const { id, after, links } = await requested();
    const url = new URL(links.new);
    const agent = new Agent();
    const page = await agent.open(links.new);
    const confirm = /name="confirm" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ token: url.searchParams.get('token') ?? '', stop: 'true', confirm });
    expect((await agent.open(url.origin + url.pathname, { method: 'POST', body })).status).toBe(404);
    await answerChange(links.new);
    await answerChange(links.old);
    expect(await userOf(id)).toMatchObject({ email: after });
  });

  test.each([
    ['the account was disabled', { enabled: false }],
    ['an administrator changed the address', { email: 'another' }],
  ])('doesn’t take effect after %s meanwhile', async (_, change) => {
    const { id, after, links } = await requested();
    await answerChange(links.old);
    const api = await admin();
    const user = await api.users.findOne({ realm: REALM, id });
    const email = 'email' in change ? newAddress(change.email) : user?.email;
    await api.users.update({ realm: REALM, id }, { ...user, ...change, email: email ?? '' });
    expect((await answerChange(links.new)).status).toBe(404);
    expect((await userOf(id)).email).not.toBe(after);
  });

  test('doesn’t take effect if another account has got the address meanwhile', async () => {
    const { id, before, after, links } = await requested();
    await answerChange(links.old);
    const other = await makeAccount(after);
    expect((await answerChange(links.new)).status).toBe(404);
    expect([(await userOf(id)).email, (await userOf(other)).email]).toEqual([before, after]);
  });

  test('ends with the account', async () => {
    const { id, links } = await requested();
    await (await admin()).users.del({ realm: REALM, id });
    for (const link of [links.old, links.new]) expect((await new Agent().open(link)).status).toBe(404);
  });

  test('keeps a username that isn’t the address, unless the realm’s usernames are addresses', async () => {
    const named = await plant({ registrationEmailAsUsername: false })(await admin(), REALM);
    const [before, after] = [newAddress('before'), newAddress('after')];
    const username = `name-${randomBytes(4).toString('hex')}`;
    const { id } = await (await admin()).users.create({
      realm: REALM,
      username,
      email: before,
      emailVerified: true,
      enabled: true,
    });
    await requestChange(await signedIn(web, {}, before), after);
    await answerChange(changeLinkIn(await emailTo(before, 2)));
    await answerChange(changeLinkIn(await emailTo(after)));
    expect(await userOf(id)).toEqual({ email: after, username, emailVerified: true });
    await named();
    await passSecond();
    const latest = newAddress('latest');
    await requestChange(await signedIn(web, { emailNumber: 2 }, after), latest);
    await answerChange(changeLinkIn(await emailTo(after, 3)));
    await answerChange(changeLinkIn(await emailTo(latest)));
    expect(await userOf(id)).toMatchObject({ email: latest, username: latest });
  });
});

describe('a request', () => {
  test('for an address that another account has looks like any other, and sends it no email', async () => {
    const [mine, theirs] = [newAddress('mine'), newAddress('theirs')];
    const other = await makeAccount(theirs);
    const agent = await signedIn(web, {}, mine);
    const page = await requestChange(agent, theirs);
    expect([page.status, page.url]).toEqual([200, accountPageUrl()]);
    const half = await answerChange(changeLinkIn(await emailTo(mine, 2)));
    expect(half.text).toContain('One confirmation is missing');
    expect(await emailsTo(theirs)).toEqual([]);
    expect((await userOf(other)).email).toBe(theirs);
  });

  test.each([
    ['that is malformed', 'nobody'],
    ['that can’t be sent to', 'jörg@example.com'],
  ])('for an address %s is rejected', async (_, typed) => {
    const agent = await signedIn(web);
    const page = await requestChange(agent, typed);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('can’t be used')]);
    expect(page.text).toContain(`value="${typed}"`);
  });

  test('for an address that the profile forbids is rejected, whether or not another account has it', async () => {
    const [mine, free, taken] = [newAddress('mine'), newAddress('forbidden'), newAddress('forbidden')];
    await makeAccount(taken);
    const agent = await signedIn(web, {}, mine);
    const { users } = await admin();
    const { unmanagedAttributePolicy: _, ...before } = await users.getProfile({ realm: REALM });
    const pattern = { pattern: '^(?!forbidden).*$', 'error-message': 'not here' };
    const attributes = (before.attributes ?? []).map((one) =>
      one.name === 'email'
        ? {
            ...one,
            permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
            validations: { ...one.validations, pattern },
          }
        : one,
    );
    await users.updateProfile({ realm: REALM, ...before, attributes });
    // Where usernames are addresses, Keycloak itself applies no rule here: the address isn't one that users may edit.
    const { realms } = await admin();
    await realms.update({ realm: REALM }, { registrationEmailAsUsername: false });
    const seen: unknown[] = [];
    for (const address of [free, taken]) {
      const { status, text } = await requestChange(agent, address);
      seen.push([status, text.includes('can’t be used')]);
    }
    await (await admin()).realms.update({ realm: REALM }, { registrationEmailAsUsername: true });
    await (await admin()).users.updateProfile({ realm: REALM, ...before });
    expect(seen).toEqual([
      [400, true],
      [400, true],
    ]);
  });

  test('for the same address is rejected', async () => {
    const email = newAddress();
    const page = await requestChange(await signedIn(web, {}, email), email.toUpperCase());
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('already')]);
  });

  test('counts as a link to either address', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const limit = await setRealmAttributes({ 'linkgate.limit.link-email': '2/3600' });
    expect((await requestChange(agent, newAddress())).status).toBe(200);
    const limited = await requestChange(agent, newAddress());
    await limit();
    expect([limited.status, limited.text]).toEqual([429, expect.stringContaining('Too many emails')]);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  test('whose emails can’t be sent leaves nothing', async () => {
    const [before, after] = [newAddress('before'), newAddress('after')];
    const agent = await signedIn(web, {}, before);
    const page = await openAccountPage(agent);
    const stub = await startSmtpStub({ RCPT: '550 no' });
    const restoreMail = await setMailPort(stub.port);
    const rejected = await press(agent, page, 'change-address', { email: after });
    await restoreMail();
    stub.close();
    expect([rejected.status, rejected.text]).toEqual([503, expect.stringContaining('Nothing was changed')]);
    expect((await openAccountPage(agent)).text).not.toContain(after);
  });

  test.each([
    ['the old', 'before', [0, 0], 503],
    ['the new', 'after', [2, 0], 429],
  ] as const)(
    'counts each email by itself: while %s address’s is rejected',
    async (_, rejected, sent, last) => {
      const [before, after] = [newAddress('before'), newAddress('after')];
      const agent = await signedIn(web, {}, before);
      const limit = await setRealmAttributes({ 'linkgate.limit.link-email': '3/3600' });
      const page = await openAccountPage(agent);
      const stub = await startSmtpStub({
        RCPT: async (line) => (line.includes(rejected) ? '550 no' : '250 ok'),
      });
      const restoreMail = await setMailPort(stub.port);
      const statuses: number[] = [];
      // The sign-in's link was the first that counted for the old address.
      for (let i = 0; i < 4; i++)
        statuses.push((await press(agent, page, 'change-address', { email: after })).status);
      await restoreMail();
      await limit();
      stub.close();
      const to = [before, after].map(
        (address) => stub.messages.filter((message) => message.includes(`To: ${address}`)).length,
      );
      expect([to, statuses.at(-1)]).toEqual([sent, last]);
    },
  );

  test('requires a new sign-in in a session whose user a backend’s link proved', async () => {
    const [before, after] = [newAddress('before'), newAddress('after')];
    await makeAccount(before);
    const agent = new Agent();
    await follow(await createBackendLink(before), agent);
    expect(requiresEmail(await requestChange(agent, after))).toBe(true);
    expect(await emailsTo(after)).toEqual([]);
  });
});

test.each(['', 'nonsense', `o${'a'.repeat(42)}`, `n${'a'.repeat(42)}`])(
  'the token “%s” is rejected',
  async (token) => {
    const page = await new Agent().open(`${accountPageUrl()}/address?token=${token}`);
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('This link does not work')]);
  },
);
