/** Which account an address belongs to: accounts with another spelling of it, with it as username, or sharing it with another account. */

import { readFile } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { REALM as SETTINGS_OF_REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { requestBackend } from '../support/backend-links.ts';
import { requestOnPage } from '../support/check-email-page.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { allowInvitations, callAdmin, invitationIn, invite, makeHomeClient } from '../support/invitations.ts';
import { sessionOf } from '../support/session-api.ts';
import { exchange, requestLink, submitConsent } from '../support/sign-in.ts';

const { clients, logFile } = inject('site');
const { web } = clients;
const REALM = 'linkgate';

interface Fields {
  username?: string;
  email?: string;
  emailVerified?: boolean;
}

/** Creates an account as another system may have left it. */
async function makeUser(fields: Fields): Promise<string> {
  const username = fields.username ?? newAddress('user').split('@')[0] ?? '';
  // An import isn't validated against the realm's user profile, which requires an email and makes it the username.
  const done = await (await admin()).realms.partialImport({
    realm: REALM,
    rep: { ifResourceExists: 'FAIL', users: [{ enabled: true, ...fields, username }] },
  });
  const { results } = done as unknown as { results: { id: string }[] };
  return results[0]?.id ?? '';
}

const userOf = async (id: string) => await (await admin()).users.findOne({ realm: REALM, id });
const requestFor = async (email: string) =>
  await requestLink({
    email,
    client_id: web.client_id,
    redirect_uri: web.redirect_uri,
    scope: 'openid email',
  });

/** The claims of a sign-in by a link sent to an address, which the inbox lists in this form. */
async function claimsOf(email: string, agent: Agent, listed = email, emails = 1) {
  expect((await requestFor(email)).status).toBe(200);
  const page = await agent.open(linkIn(await emailTo(listed, emails)));
  const target = await submitConsent(agent, page);
  const response = await exchange(target.searchParams.get('code'), web);
  return decodeJwt(((await response.json()) as { id_token: string }).id_token);
}

/** An address with an internationalised domain: in Unicode, as users write it, and as punycode. */
function spellings(): { readable: string; ascii: string } {
  const [local = ''] = newAddress('idn').split('@');
  return { readable: `${local}@m\u00fcller.example`, ascii: `${local}@xn--mller-kva.example` };
}

let forbid: (() => Promise<void>) | undefined;
beforeAll(async () => {
  forbid = await setRealmAttributes({ [SETTINGS_OF_REALM.backendLinks.name]: 'true' });
});
afterAll(() => forbid?.());

describe('an account that is stored with its domain in Unicode', () => {
  test.each([
    ['as its email', (readable: string) => ({ email: readable, emailVerified: true }), 'ascii' as const],
    ['as its email, requested as stored', (readable: string) => ({ email: readable }), 'readable' as const],
    ['as its username', (readable: string) => ({ username: readable }), 'ascii' as const],
  ])('a link signs in the account with it %s', async (_, fieldsOf, typed) => {
    const both = spellings();
    const id = await makeUser(fieldsOf(both.readable));
    const agent = new Agent();
    expect((await claimsOf(both[typed], agent, both.readable)).sub).toBe(id);
    // The live session is this user's: the second link is used without a confirm page.
    expect((await claimsOf(both.ascii, agent, both.readable, 2)).sub).toBe(id);
    expect((await sessionOf(agent)).account).toMatchObject({ id });
    const user = await callAdmin('POST', 'users/lookup', { email: both.ascii });
    expect(await user.json()).toMatchObject({ account: { id, email_verified: true } });
  });
});

describe('an account whose username is its address', () => {
  test.each([false, true])('has it as its email after a link, verified before: %s', async (emailVerified) => {
    const email = newAddress('named');
    const id = await makeUser({ username: email, emailVerified });
    const agent = new Agent();
    expect(await claimsOf(email, agent)).toMatchObject({ sub: id, email, email_verified: true });
    expect(await userOf(id)).toMatchObject({ email, emailVerified: true });
    expect((await sessionOf(agent)).account).toMatchObject({ id, email });
    expect((await claimsOf(email, agent, email, 2)).sub).toBe(id);
  });

  test('is not claimed by a link returned to a backend, which doesn’t verify the address', async () => {
    const email = newAddress('returned');
    const id = await makeUser({ username: email });
    const response = await requestBackend({ email });
    const { link = '' } = (await response.json()) as { link?: string };
    expect((await new Agent().open(link)).status).toBeLessThan(400);
    expect((await userOf(id))?.email).toBe(undefined);
  });

  test('yields to an account with that email, as in Keycloak’s own login form', async () => {
    const email = newAddress('both');
    await makeUser({ username: email });
    const owner = await makeUser({ email });
    expect((await requestFor(email)).status).toBe(200);
    expect(await emailsTo(email)).toHaveLength(1);
    const user = await callAdmin('POST', 'users/lookup', { email });
    expect(await user.json()).toMatchObject({ account: { id: owner } });
  });
});

describe('an address shared by two accounts', () => {
  let restore: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const home = await makeHomeClient();
    restore = [await allowInvitations(), () => home.remove()];
    ownClient = home.client_id;
  });
  afterAll(async () => {
    for (const step of restore) await step();
  });
  let ownClient = '';

  /** Two accounts with the same email, as in a realm that once allowed duplicates. */
  async function twice(): Promise<{ email: string; ids: string[] }> {
    const email = newAddress('twice');
    const api = await admin();
    await api.realms.update({ realm: REALM }, { duplicateEmailsAllowed: true, loginWithEmailAllowed: false });
    try {
      return { email, ids: [await makeUser({ email }), await makeUser({ email })] };
    } finally {
      await (await admin()).realms.update(
        { realm: REALM },
        { duplicateEmailsAllowed: false, loginWithEmailAllowed: true, registrationEmailAsUsername: true },
      );
    }
  }

  async function inTwoSpellings(): Promise<{ email: string; ids: string[] }> {
    const { readable, ascii } = spellings();
    return { email: ascii, ids: [await makeUser({ email: readable }), await makeUser({ email: ascii })] };
  }

  async function asTwoUsernames(): Promise<{ email: string; ids: string[] }> {
    const { readable, ascii } = spellings();
    return {
      email: ascii,
      ids: [await makeUser({ username: readable }), await makeUser({ username: ascii })],
    };
  }

  test.each([
    ['as the email of both', twice],
    ['in two spellings', inTwoSpellings],
    ['as two usernames', asTwoUsernames],
  ])('%s gets the usual response and no email, and the log names both', async (_, make) => {
    const { email, ids } = await make();
    const usual = await requestFor(newAddress());
    const response = await requestFor(email);
    expect(response.status).toBe(200);
    expect(Object.keys((await response.json()) as object)).toEqual(
      Object.keys((await usual.json()) as object),
    );
    await requestOnPage(new Agent(), email, web);
    const emailed = await requestBackend({ email, delivery: 'email' });
    expect(emailed.status).toBe(201);
    const returned = await requestBackend({ email });
    expect([returned.status, await returned.json()]).toMatchObject([
      400,
      { details: [{ field: 'email', message: expect.stringContaining('several accounts') }] },
    ]);
    const user = await callAdmin('POST', 'users/lookup', { email });
    expect(await user.json()).toMatchObject({
      account: null,
      email_reasons: expect.arrayContaining([expect.objectContaining({ id: 'several-accounts' })]),
    });
    const lines = (await readFile(logFile, 'utf8'))
      .split('\n')
      .filter((line) => ids.every((id) => line.includes(id)));
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain(email);
    expect(await emailsTo(email)).toEqual([]);
  });

  test('gets no link after an invitation', async () => {
    const both = spellings();
    await invite({ email: both.ascii, client_id: ownClient });
    const link = invitationIn(await emailTo(both.readable));
    await makeUser({ email: both.readable });
    await makeUser({ email: both.ascii });
    const agent = new Agent();
    const page = await confirm(agent, await agent.open(link));
    expect([page.status, page.text.includes(both.ascii)]).toEqual([200, true]);
    expect(await emailsTo(both.readable)).toHaveLength(1);
  });
});
