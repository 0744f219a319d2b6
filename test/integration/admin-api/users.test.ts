/** Users by the admin API: records of an address, why no email arrives, and what can be revoked (contract, section 4.15). */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { accountOf, makeAccount } from '../../support/accounts.ts';
import { admin, setLinkSettings, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { codeFrom } from '../../support/authorization.ts';
import { confirm } from '../../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { allowInvitations, invited, makeHomeClient } from '../../support/invitations.ts';
import { passSecond } from '../../support/not-before.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow, linkFor, openLink } from '../../support/sign-in.ts';

const { web } = inject('site').clients;

interface User {
  email: string;
  account: { id: string; enabled: boolean } | null;
  links: { id: string; client_id: string; state: string; rejected: string | null }[];
  invitations: { client_id: string; state: string }[];
  opted_out: boolean;
  devices: { id: string; browser: string | null; system: string | null }[];
  sessions: {
    id: string;
    clients: { client_id: string; client_name: string }[];
    waits_for: { client_id: string } | null;
  }[];
  email_reasons: { id: string; message: string }[];
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function lookUp(email: string, realm = 'linkgate'): Promise<User> {
  const { status, json } = await callAdminApi<User>('POST', '/users/lookup', { body: { email }, realm });
  expect(status).toBe(200);
  return json;
}
/** Except for emails that failed in other tests. */
const reasons = ({ email_reasons }: User) =>
  email_reasons.map(({ id }) => id).filter((id) => id !== 'emails-failing');

describe('an address', () => {
  test('without activity has no records', async () => {
    const email = newAddress();
    expect(await lookUp(` ${email.toUpperCase()} `)).toMatchObject({
      email,
      account: null,
      links: [],
      invitations: [],
      opted_out: false,
      devices: [],
      sessions: [],
    });
    expect(reasons(await lookUp(email))).toEqual(['not-requested']);
    const unknown = await lookUp(email, 'linkgate-beta');
    expect(reasons(unknown)).toEqual(['sign-up-closed', 'not-requested']);
  });

  test('has its links with their states, and never a token', async () => {
    const email = newAddress();
    const link = await linkFor(email, web);
    expect(reasons(await lookUp(email))).toEqual(['email-accepted']);
    expect(await openLink(link)).toBe(302);
    expect(await openLink(link)).toBe(401);
    await linkFor(email, web, { emailNumber: 2 });
    const user = await lookUp(email);
    expect(user.links.map(({ state, rejected, client_id }) => [state, rejected, client_id])).toEqual([
      ['issued', null, web.client_id],
      ['used', 'used', web.client_id],
    ]);
    // The last one decides, also if both were requested in the same second.
    expect(reasons(user)).toEqual(['email-accepted']);
    expect(user.account).toMatchObject({ id: await accountOf(email), enabled: true });
    expect(JSON.stringify(user)).not.toMatch(/token=|eyJ/);
  });

  test('has the last reason of a rejected link', async () => {
    const email = newAddress();
    const id = await makeAccount(email);
    const link = await linkFor(email, web);
    const enable = async (enabled: boolean) =>
      (await admin()).users.update({ realm: 'linkgate', id }, { enabled });
    const rejected = async () => (await lookUp(email)).links.map((one) => one.rejected);
    await passSecond();
    await enable(false);
    expect([await openLink(link), await rejected()]).toEqual([401, ['expired']]);
    await enable(true);
    // What was issued before the account was disabled stays revoked.
    expect([await openLink(link), await rejected()]).toEqual([401, ['expired']]);
  });

  test('has its sessions and devices, which an administrator can revoke', async () => {
    const email = newAddress();
    const agent = new Agent();
    await follow(await linkFor(email, web), agent);
    await follow(await linkFor(email, web, { emailNumber: 2 }), new Agent({ 'user-agent': FIREFOX }));
    const user = await lookUp(email);
    const id = user.account?.id ?? '';
    const browsers = user.devices.map(({ browser, system }) => [browser, system]);
    expect(browsers.sort()).toEqual([
      [null, null],
      ['Firefox', 'Linux'],
    ]);
    const shop = [{ client_id: web.client_id, client_name: 'Demo' }];
    expect(user.sessions.map(({ clients }) => clients)).toEqual([shop, shop]);
    expect((await callAdminApi('DELETE', `/users/${id}/devices/${user.devices[0]?.id}`)).status).toBe(204);
    expect((await callAdminApi('DELETE', `/users/${id}/devices/${user.devices[0]?.id}`)).status).toBe(404);
    expect((await lookUp(email)).devices).toHaveLength(1);
    expect((await callAdminApi('DELETE', `/users/${id}/devices`)).status).toBe(204);
    expect((await callAdminApi('POST', `/users/${id}/sign-out`)).status).toBe(204);
    expect(await lookUp(email)).toMatchObject({ devices: [], sessions: [] });
    expect(await sessionOf(agent)).toMatchObject({ authenticated: false, accounts: [] });
  });

  test.each([[{}], [{ email: 'nobody' }], [{ email: 7 }]])('that is none is rejected: %j', async (body) => {
    expect((await callAdminApi('POST', '/users/lookup', { body })).status).toBe(400);
  });
});

describe('an account without a session', () => {
  test('can be signed in without any application, which is listed, and which an administrator ends', async () => {
    undo.push(await allowInvitations());
    const home = await makeHomeClient();
    undo.push(home.remove);
    const agents = await Promise.all(
      [new Agent(), new Agent()].map(async (agent) => {
        const email = newAddress();
        await confirm(agent, await agent.open(await invited(email, home)));
        return { agent, email };
      }),
    );
    const [left, ended] = agents as [(typeof agents)[number], (typeof agents)[number]];
    await passSecond();
    const { account, sessions: before } = await lookUp(ended.email);
    const waits = { clients: [], ip_address: null, waits_for: { client_id: home.client_id } };
    expect(before).toMatchObject([waits]);
    expect((await lookUp(left.email)).sessions).toMatchObject([waits]);
    expect((await callAdminApi('POST', `/users/${account?.id}/sign-out`)).status).toBe(204);
    expect((await lookUp(ended.email)).sessions).toEqual([]);
    await codeFrom(left.agent, home);
    await expect(codeFrom(ended.agent, home)).rejects.toThrow('no redirect to the client');
    const sessions = async (email: string) => (await lookUp(email)).sessions;
    expect(await sessions(left.email)).toMatchObject([
      { clients: [{ client_id: home.client_id }], waits_for: null },
    ]);
    expect(await sessions(ended.email)).toEqual([]);
  });

  test('keeps a session whose application was deleted, which is listed and ends', async () => {
    const [agent, email, client] = [new Agent(), newAddress(), await makeHomeClient()];
    await follow(await linkFor(email, client), agent);
    await client.remove();
    const { account, sessions } = await lookUp(email);
    expect(sessions).toMatchObject([{ clients: [], waits_for: null }]);
    expect((await callAdminApi('POST', `/users/${account?.id}/sign-out`)).status).toBe(204);
    expect((await lookUp(email)).sessions).toEqual([]);
    expect(await sessionOf(agent)).toMatchObject({ authenticated: false });
  });
});

describe('the reason for a missing email', () => {
  test('is a disabled account', async () => {
    const email = newAddress();
    const id = await makeAccount(email, { enabled: false });
    expect(reasons(await lookUp(email))).toEqual(['account-disabled']);
    await (await admin()).users.update({ realm: 'linkgate', id }, { enabled: true });
    expect(reasons(await lookUp(email))).toEqual(['not-requested']);
  });

  test('is the limit of the address, until it is reset', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' }));
    const email = newAddress();
    await linkFor(email, web);
    expect(reasons(await lookUp(email))).toEqual(['limit-reached', 'email-accepted']);
    const reset = await callAdminApi('POST', '/limits/reset', { body: { email } });
    expect(reset.json).toEqual({ reset: ['link-email'] });
    expect(reasons(await lookUp(email))).toEqual(['email-accepted']);
  });

  test('is a link that is no longer valid', async () => {
    undo.push(await setLinkSettings({ lifetime: '60' }));
    const email = newAddress();
    await linkFor(email, web);
    const left = (await lookUp(email)).email_reasons.find(({ id }) => id === 'email-accepted');
    expect(left?.message).toContain('another 1 minute.');
    expect(linkIn(await emailTo(email))).toContain('token=');
  });
});
