/** A realm may have the name of one of Linkgate's own resources, or its prefix. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { makeRealm } from '../../support/own-realm.ts';
import { exchange, follow, requestLink } from '../../support/sign-in.ts';

const { serverUrl, clients } = inject('site');
const { web } = clients;

/** The hardest name is also used to create the realm: seeding accepts every name that the server accepts. */
let named = "B\u00fccher d'Or 100%";
beforeAll(async () => {
  await makeRealm(named);
});
afterAll(async () => {
  await (await admin()).realms.del({ realm: named });
});

describe.each([
  named,
  'Acme corp',
  'session',
  'session-corner',
  'verify-email-corner',
  'request-magic-link-corner',
  'linkgate-corner',
])('in a realm named %s', (name) => {
  const inUrl = encodeURIComponent(name);
  const baseUrl = `${serverUrl}/realms/${inUrl}`;
  beforeAll(async () => {
    await (await admin()).realms.update({ realm: named }, { realm: name });
    named = name;
  });

  test('a user signs in by a link, and out', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const fields = { email, client_id: web.client_id, redirect_uri: web.redirect_uri };
    expect((await requestLink(fields, baseUrl)).status).toBe(200);
    const target = await follow(linkIn(await emailTo(email)), agent);
    expect((await exchange(target.searchParams.get('code'), web, {}, baseUrl)).status).toBe(200);
    const shown = await agent.request(`${baseUrl}/session`);
    const session = JSON.parse(shown.text) as { csrf_token: string; account: { email: string } };
    expect([shown.status, session.account.email]).toEqual([200, email]);
    expect((await agent.request(`${baseUrl}/session/consents`)).status).toBe(200);
    const headers = { 'x-csrf-token': session.csrf_token };
    const ended = await agent.request(`${baseUrl}/session`, { method: 'DELETE', headers });
    expect(ended.status).toBe(204);
  });

  test('an administrator creates and revokes a referral code, and a missing one is 404', async () => {
    const api = await admin();
    const referrals = `${serverUrl}/admin/realms/${inUrl}/linkgate/referrals`;
    const authorization = `Bearer ${await api.getAccessToken()}`;
    const made = await fetch(referrals, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ max_uses: 1 }),
    });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const gone = await fetch(`${referrals}/${id}`, { method: 'DELETE', headers: { authorization } });
    expect(gone.status).toBe(204);
    for (const path of ['session/elsewhere', 'verify-email/more'])
      expect((await fetch(`${baseUrl}/${path}`)).status).toBe(404);
  });
});
