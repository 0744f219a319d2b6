/** Linkgate's admin API and pages in a stock realm: for links, limits and users. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { makeBackend } from '../../support/backend-links.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  startSignIn,
} from '../../support/step-realm.ts';

let realm: StepRealm;
let client: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  client = await realm.makeClient([{ provider: LINK }]);
});
afterAll(async () => await realm?.remove());

/** What the tests read of the responses. */
interface Shown {
  linkgate_realm: boolean;
  invitations: boolean;
  backend_links: boolean;
  sign_up: string;
  links: object[];
  sessions: object[];
  email_reasons: { id: string }[];
  series: { links_used: number[] };
  limits: { name: string }[];
  reset: string[];
  problems: { id: string }[];
  id: string;
  values: object;
}

const api = async (method: string, path: string, body?: object) =>
  await callAdminApi<Shown>(method, path, { realm: realm.name, ...(body && { body }) });

async function requestLink(email: string) {
  const agent = new Agent();
  const page = await agent.submit(await startSignIn(realm, client, agent), {
    email: email,
    action: 'send',
  });
  return { agent, page };
}

const reasonsFor = async (email: string): Promise<string[]> => {
  const { json } = await api('POST', '/users/lookup', { email });
  return json.email_reasons.map(({ id }) => id);
};

describe('the admin API', () => {
  test('says that the realm isn’t a Linkgate realm', async () => {
    const { status, json } = await api('GET', '/');
    expect([status, json.linkgate_realm, json.backend_links, json.invitations, json.sign_up]).toEqual([
      200,
      false,
      false,
      false,
      'closed',
    ]);
  });

  test('shows a user’s links and counts them in the overview', async () => {
    const user = await realm.makeUser();
    const { agent } = await requestLink(user.email);
    await openAndConfirm(linkIn(await emailTo(user.email)), agent);
    const { json } = await api('POST', '/users/lookup', { email: user.email });
    expect(json.links).toEqual([expect.objectContaining({ state: 'used', client_id: client.client_id })]);
    expect(json.sessions).toHaveLength(1);
    expect((await api('POST', `/users/${user.id}/sign-out`)).status).toBe(204);
    const { series } = (await api('GET', '/overview?span=hour')).json;
    expect(Math.max(...series.links_used)).toBeGreaterThan(0);
  });

  test('says why an address gets no email', async () => {
    const unverified = await realm.makeUser({ emailVerified: false });
    const nobody = newAddress();
    for (const email of [unverified.email, nobody]) {
      await requestLink(email);
      expect(await reasonsFor(email)).toEqual([email === nobody ? 'no-account' : 'account-unverified']);
    }
  });

  test('shows and changes the limits that act there, and resets a caller’s', async () => {
    const user = await realm.makeUser();
    const { limits } = (await api('GET', '/limits')).json;
    expect(limits.map(({ name }) => name)).toEqual(['link-email', 'link-ip', 'invitations', 'link-lists']);
    const value = { count: 1, seconds: 3600 };
    expect((await api('PUT', '/limits', { limits: { 'link-email': value } })).status).toBe(200);
    expect((await api('PUT', '/limits', { limits: { session: value } })).status).toBe(400);
    await requestLink(user.email);
    expect((await requestLink(user.email)).page.status).toBe(429);
    const caller = { email: user.email };
    expect((await api('POST', '/limits/reset', caller)).json.reset).toEqual(['link-email', 'link-recipient']);
    expect((await requestLink(user.email)).page.status).toBe(200);
    expect((await api('PUT', '/limits', { limits: { 'link-email': null } })).status).toBe(200);
  });

  test('reports problems of links only', async () => {
    const ids = async () => [...new Set((await api('GET', '/problems')).json.problems.map(({ id }) => id))];
    expect(await ids()).toEqual([]);
    const { smtpServer } = (await (await admin()).realms.findOne({ realm: realm.name })) ?? {};
    await realm.update({ smtpServer: {} });
    expect(await ids()).toEqual(['mail-server']);
    await realm.update({ smtpServer });
  });

  test('sends an administrator an email like a link’s, in the realm’s own email theme', async () => {
    const sender = await makeBackend(['manage-realm'], { realm: realm.name });
    try {
      const email = newAddress();
      await (await admin()).users.update({ realm: realm.name, id: sender.userId }, { email });
      const sent = await callAdminApi<{ email: string }>('POST', '/test-email', {
        realm: realm.name,
        token: sender.token,
      });
      expect([sent.status, sent.json]).toEqual([200, { email }]);
      const { text } = await emailTo(email);
      expect(text).toContain(`/realms/${realm.name}/verify-email`);
    } finally {
      await sender.remove();
    }
  });

  test.each([
    ['GET', '/clients'],
    ['GET', '/referrals'],
  ])('rejects what only Linkgate realms have: %s %s', async (method, path) => {
    const { status, json } = await api(method, path);
    expect([status, json.id, json.values]).toEqual([
      404,
      'only-in-linkgate-realm',
      { attribute: 'linkgate.enabled' },
    ]);
  });

  test.each([
    ['GET', '/invitations', undefined, 'invitations'],
    ['GET', '/invitation-batches', undefined, 'invitations'],
    ['POST', '/links', {}, 'backend-links'],
  ])('rejects what is off: %s %s', async (method, path, body, setting) => {
    const { status, json } = await api(method, path, body);
    expect([status, json.id, json.values]).toEqual([
      404,
      `${setting}-off`,
      { attribute: `linkgate.${setting}` },
    ]);
  });

  test('is Keycloak’s own 404 in a realm without the step', async () => {
    const plain = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    const token = (await (await admin()).getAccessToken()) ?? '';
    const own = `${inject('site').serverUrl}/admin/realms/${plain.name}`;
    const get = async (path: string) => {
      const response = await fetch(`${own}/${path}`, { headers: { authorization: `Bearer ${token}` } });
      return [response.status, await response.text()];
    };
    expect(await get('linkgate')).toEqual(await get('no-such-path'));
    await plain.remove();
  });
});

describe('the pages', () => {
  test('are there once the realm has their client', async () => {
    const url = `${realm.baseUrl}/linkgate`;
    const none = await (await fetch(`${realm.baseUrl}/no-such-path`)).text();
    const before = await fetch(url);
    expect([before.status, await before.text()]).toEqual([404, none]);
    await (await admin()).clients.create({
      realm: realm.name,
      clientId: 'linkgate-admin',
      publicClient: true,
    });
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="app"')]);
  });
});
