/** Referral codes by the admin API: paged, with a link that fills in a code, and the users who signed up with them (contract, section 4.15). */
import { randomBytes } from 'node:crypto';
import { afterEach, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { accountsOn } from '../../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { openLink, requestLink, submitConsent } from '../../support/sign-in.ts';

const { betaUrl, clients } = inject('site');
const { betaWeb } = clients;
const realm = 'linkgate-beta';

interface Referral {
  id: string;
  code: string;
  uses: number;
  link: string | null;
}
interface Referrals {
  referrals: Referral[];
  next: number | null;
}

const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await callAdminApi('DELETE', `/referrals/${id}`, { realm });
});

async function make(body: object): Promise<Referral> {
  const { status, json } = await callAdminApi<Referral>('POST', '/referrals', { realm, body });
  expect(status).toBe(201);
  made.push(json.id);
  return json;
}

async function list(query: string): Promise<Referrals> {
  return (await callAdminApi<Referrals>('GET', `/referrals${query}`, { realm })).json;
}

test('lists the newest codes first, page by page', async () => {
  const codes = [await make({}), await make({ max_uses: 3 }), await make({ client_id: betaWeb.client_id })];
  const first = await list('?max=2');
  const rest = await list(`?max=100&first=${first.next}`);
  const ids = [...first.referrals, ...rest.referrals].map(({ id }) => id);
  expect(first.referrals).toHaveLength(2);
  expect(ids.slice(0, 3)).toEqual(codes.map(({ id }) => id).toReversed());
  expect(JSON.stringify([first, rest])).not.toContain(codes[0]?.code);
});

test('reports existing, invalid and unknown codes', async () => {
  const { code } = await make({});
  const again = await callAdminApi('POST', '/referrals', { realm, body: { code } });
  expect(again.status).toBe(409);
  expect((await callAdminApi('POST', '/referrals', { realm, body: { dry_run: true } })).status).toBe(200);
  expect((await callAdminApi('POST', '/referrals', { realm, body: { max_uses: 0 } })).status).toBe(400);
  expect((await callAdminApi('POST', '/referrals', { realm, body: '[' })).status).toBe(400);
  expect((await callAdminApi('DELETE', '/referrals/none', { realm })).status).toBe(404);
  expect((await callAdminApi('GET', '/referrals/none/users', { realm })).status).toBe(404);
});

test('lists the users of a code, newest first, and deletes the record with the account', async () => {
  const { id, code } = await make({ max_uses: 5 });
  const emails = Array.from({ length: 5 }, () => newAddress());
  const links: string[] = [];
  for (const email of emails) {
    const { client_id, redirect_uri } = betaWeb;
    await requestLink({ email, client_id, redirect_uri, referral_code: code }, betaUrl);
    links.push(linkIn(await emailTo(email)));
  }
  // Several sign up within a second.
  for (const link of links) expect(await openLink(link)).toBe(302);
  const users = async (query = '') =>
    (
      await callAdminApi<{ users: { id: string; email: string }[]; next: number | null }>(
        'GET',
        `/referrals/${id}/users${query}`,
        { realm },
      )
    ).json;
  const all = await users();
  expect(all.users.map(({ email }) => email)).toEqual(emails.toReversed());
  expect((await users('?max=2')).next).toBe(2);
  await (await admin()).users.del({ realm, id: all.users[0]?.id ?? '' });
  expect((await users()).users).toHaveLength(4);
});

test('fills in the code of a link, also after a reload, and stores it with no link', async () => {
  const code = `brought-${randomBytes(8).toString('hex')}`;
  const { link } = await make({ code, client_id: betaWeb.client_id });
  const agent = new Agent();
  const page = await agent.open(link ?? '');
  expect(page.text).toContain(`value="${code}"`);
  const again = await agent.open(page.url);
  expect(again.text).toContain(`value="${code}"`);
  const email = newAddress();
  const sent = await agent.submit(again, { email, referral_code: code });
  expect(sent.text).toContain(email);
  const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
  expect(target.searchParams.get('code')).toBeTruthy();
});

test('fills in the code of a link also in a tab that waits while another tab signs in', async () => {
  const code = `brought-${randomBytes(8).toString('hex')}`;
  const { link } = await make({ code, client_id: betaWeb.client_id });
  const [agent, email] = [new Agent(), newAddress()];
  const page = await agent.open(link ?? '');
  expect(page.text).toContain(`value="${code}"`);
  const checkEmail = await agent.submit(await agent.open(link ?? ''), { email, referral_code: code });
  expect(checkEmail.text).toContain(email);
  await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
  // The tab has moved to the session that the other one signed in with, and lists its account first.
  const form = await agent.submit(await agent.open(page.url), { show: 'address' });
  expect(form.text).toContain(`value="${code}"`);
  // Without that account the request starts anew.
  const [account] = accountsOn(await agent.submit(form, { show: 'accounts' }));
  const restarted = await agent.submit(await agent.open(page.url), { forget: account?.id ?? '' });
  expect(restarted.text).toContain(`value="${code}"`);
});

test('offers no such link for all clients, or for a client that has to send a challenge', async () => {
  expect((await make({})).link).toBeNull();
  expect((await make({ client_id: 'account-console' })).link).toBeNull();
});

test('treats markup in an address as text', async () => {
  const { client_id, redirect_uri } = betaWeb;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: 'openid' });
  query.set('referral_code', '"><script>alert(1)</script>');
  const page = await new Agent().open(`${betaUrl}/auth?${query}`);
  expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(page.text).not.toContain('<script>alert');
});
