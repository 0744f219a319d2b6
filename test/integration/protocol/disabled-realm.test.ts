/** A disabled realm is in maintenance (contract, section 7.3). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import { endpointsOf } from '../../support/realm-endpoints.ts';
import { requestLink } from '../../support/sign-in.ts';

const { serverUrl, clients } = inject('site');
const { web } = clients;
const realm = `test-${randomBytes(4).toString('hex')}`;
const baseUrl = `${serverUrl}/realms/${realm}`;
const json = { accept: 'application/json' };

async function expectMaintenance(response: Response): Promise<void> {
  const body = (await response.clone().text()).slice(0, 300);
  expect(response.status, body).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
}

beforeAll(async () => {
  await (await admin()).realms.create({ realm, enabled: true, attributes: { 'linkgate.enabled': 'true' } });
  // Creating a realm gives the administrator new roles, which earlier tokens don't have.
  await (await admin()).realms.update({ realm }, { enabled: false });
});
afterAll(async () => {
  await (await admin()).realms.del({ realm });
});

describe.each(endpointsOf(baseUrl))('a realm in maintenance at $kind', (at) => {
  test('says so at /auth, to a caller that accepts JSON', async () => {
    const response = await fetch(authUrl(web, { at: at.auth }), { headers: json, redirect: 'manual' });
    expect(await response.clone().json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.any(String),
    });
    await expectMaintenance(response);
  });

  test('says so at /auth on a page', async () => {
    const page = await new Agent().request(authUrl(web, { at: at.auth }));
    expect(page.status).toBe(503);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('content-type')).toEqual(expect.stringMatching(/^text\/html\b/));
  });

  test('says so at /token, /introspect, /revoke and /userinfo', async () => {
    await expectMaintenance(await post(at.token, { grant_type: 'client_credentials', ...credentials(web) }));
    await expectMaintenance(await post(at.introspect, { token: 'x', ...credentials(web) }));
    await expectMaintenance(await post(at.revoke, { token: 'x', ...credentials(web) }));
    await expectMaintenance(await fetch(at.userinfo, { headers: bearer('x') }));
  });
});

test('a realm in maintenance says so at /request-magic-link', async () => {
  const response = await requestLink(
    { email: 'a@example.com', client_id: web.client_id, redirect_uri: web.redirect_uri },
    baseUrl,
  );
  expect(await response.clone().json()).toEqual({
    error: 'temporarily_unavailable',
    message: expect.any(String),
  });
  await expectMaintenance(response);
});

test('a realm in maintenance says so at /verify-email, as JSON and on a page', async () => {
  const url = `${baseUrl}/verify-email?token=x`;
  await expectMaintenance(await fetch(url, { headers: json, redirect: 'manual' }));
  const page = await new Agent().request(url);
  expect(page.status).toBe(503);
  expect(page.headers.get('content-type')).toEqual(expect.stringMatching(/^text\/html\b/));
});

test('a realm in maintenance can still be administered', async () => {
  const token = (await (await admin()).getAccessToken()) ?? '';
  const response = await fetch(`${serverUrl}/admin/realms/${realm}/linkgate/referrals`, {
    headers: bearer(token),
  });
  expect([response.status, await response.json()]).toEqual([200, { referrals: [], next: null }]);
});
