/** Closed sign-up: existing accounts and holders of a referral code can sign in, and the last use admits exactly one user (contract, section 3.6). */
import { describe, expect, inject, test, vi } from 'vitest';
import { admin } from '../support/admin.ts';
import { storeAdminEvents } from '../support/admin-events.ts';
import { Agent } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';
import { callReferrals, newReferral, usesOf } from '../support/referrals.ts';
import { openLink, requestLink, submitConsent } from '../support/sign-in.ts';

const { serverUrl, betaUrl, clients, variables } = inject('site');
const { betaWeb } = clients;

async function requestWith(email: string, code?: string): Promise<Response> {
  const fields = { email, client_id: betaWeb.client_id, redirect_uri: betaWeb.redirect_uri };
  return await requestLink(code === undefined ? fields : { ...fields, referral_code: code }, betaUrl);
}

describe('while sign-up is closed', () => {
  test('returns referral_required for a new address without a code, invalid_referral_code with a wrong one', async () => {
    const without = await requestWith(newAddress());
    expect([without.status, await without.json()]).toEqual([
      403,
      { error: 'referral_required', message: expect.any(String) },
    ]);
    const wrong = await requestWith(newAddress(), 'no-such-code');
    expect([wrong.status, await wrong.json()]).toEqual([
      403,
      { error: 'invalid_referral_code', message: expect.any(String) },
    ]);
  });

  test('creates an account with the seeded code, which then needs none', async () => {
    const email = newAddress();
    expect((await requestWith(email, variables.BETA_REFERRAL_CODE)).status).toBe(200);
    const agent = new Agent();
    expect(
      (await submitConsent(agent, await agent.open(linkIn(await emailTo(email))))).searchParams.get('code'),
    ).toBeTruthy();
    expect((await requestWith(email)).status).toBe(200);
  });

  test('creates exactly one account with the last use under 50 parallel sign-ups', async () => {
    const { id, code } = await newReferral({ max_uses: 1 });
    const emails = Array.from({ length: 50 }, () => newAddress('race'));
    // Emails in progress are limited per node: requested in small groups, all used in parallel.
    for (let i = 0; i < emails.length; i += 10) {
      const responses = await Promise.all(emails.slice(i, i + 10).map((email) => requestWith(email, code)));
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    }
    const links = await Promise.all(emails.map(async (email) => linkIn(await emailTo(email))));
    const statuses = await Promise.all(links.map((link) => openLink(link)));
    expect(statuses.filter((status) => status === 302)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(49);
    const users = await (await admin()).users.find({ realm: 'linkgate-beta', search: 'race-', max: 100 });
    expect(users.filter((user) => emails.includes(user.email ?? ''))).toHaveLength(1);
    expect(await usesOf(id)).toBe(1);
  });

  test('rejects a code that expired, is for another client or was revoked', async () => {
    const past = await callReferrals('POST', { expires_at: 1 });
    expect(past.status).toBe(400);
    const expiringIn = async (seconds: number) =>
      (await newReferral({ expires_at: Math.ceil(Date.now() / 1000) + seconds })).code;
    const [soon, late] = [await expiringIn(2), await expiringIn(3600)];
    const isRejected = async () => (await requestWith(newAddress(), soon)).status === 403;
    await vi.waitUntil(isRejected, { ...PATIENT, interval: 500 });
    expect((await requestWith(newAddress(), late)).status).toBe(200);
    const other = await newReferral({ client_id: 'account', max_uses: 5 });
    expect((await requestWith(newAddress(), other.code)).status).toBe(403);
    const revoked = await newReferral({ max_uses: 5 });
    const email = newAddress();
    expect((await requestWith(email, revoked.code)).status).toBe(200);
    expect((await callReferrals('DELETE', undefined, `/${revoked.id}`)).status).toBe(204);
    expect((await requestWith(newAddress(), revoked.code)).status).toBe(403);
    const opened = await fetch(linkIn(await emailTo(email)), {
      headers: { accept: 'application/json' },
      redirect: 'manual',
    });
    expect([opened.status, await opened.json()]).toMatchObject([403, { error: 'invalid_referral_code' }]);
  });

  test('has a field for the code on the sign-in page, and says what is wrong with it', async () => {
    const agent = new Agent();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: betaWeb.client_id,
      redirect_uri: betaWeb.redirect_uri,
      scope: 'openid',
    });
    const page = await agent.open(`${betaUrl}/auth?${query}`);
    const email = newAddress();
    const rejected = await agent.submit(page, { email, referral_code: '' });
    expect(rejected.status).toBe(403);
    expect(textOf(rejected)).toContain(
      `There is no account for \u2068${email}\u2069. Check the spelling, or enter a referral code to create one.`,
    );
    expect(rejected.text).toMatch(/id="email"[^>]* autofocus[^>]*aria-describedby="email-error"/s);
    expect(rejected.text).toContain('<details class="lg-more" open>');
    // It says so once.
    expect(textOf(rejected).match(/referral code to create/g)).toHaveLength(1);
    const wrong = await agent.submit(rejected, { email, referral_code: 'no such "code"' });
    expect(wrong.text).toContain('value="no such &quot;code&quot;"');
    expect(wrong.text).toContain('id="referral-error"');
    const sent = await agent.submit(wrong, { email, referral_code: variables.BETA_REFERRAL_CODE ?? '' });
    expect(sent.text).toContain(email);
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
    expect(target.searchParams.get('code')).toBeTruthy();
  });
});

describe('a generated code', () => {
  test('is shown in groups of four, and accepted in groups, with blanks or dashes, and in any case', async () => {
    const { code } = await newReferral({ max_uses: 10 });
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    for (const typed of [code, code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ').toLowerCase()} `])
      expect([typed, (await requestWith(newAddress(), typed)).status]).toEqual([typed, 200]);
    expect((await requestWith(newAddress(), code.slice(0, -1))).status).toBe(403);
  });

  test('is filled in in groups by its link', async () => {
    const response = await newReferral({ client_id: betaWeb.client_id });
    const page = await new Agent().open(response.link ?? '');
    expect(page.text).toContain(`value="${response.code}"`);
  });
});

describe('the admin endpoint', () => {
  test('shows a code once and stores no more than its hash', async () => {
    const { id, code } = await newReferral({ max_uses: 3 });
    const list = await (await callReferrals('GET')).text();
    expect(list).toContain(id);
    expect(list).not.toContain(code);
  });

  test('logs admin events for creating and revoking a code, without the code', async () => {
    const realm = 'linkgate-beta';
    const stopStoring = await storeAdminEvents(realm);
    const { id, code } = await newReferral({ max_uses: 2 });
    expect((await callReferrals('DELETE', undefined, `/${id}`)).status).toBe(204);
    const events = await (await admin()).realms.findAdminEvents({
      realm,
      resourcePath: `linkgate/referrals/${id}`,
    });
    await stopStoring();
    expect(events.map(({ operationType, resourceType }) => [operationType, resourceType]).sort()).toEqual([
      ['CREATE', 'LINKGATE_REFERRAL'],
      ['DELETE', 'LINKGATE_REFERRAL'],
    ]);
    expect(JSON.stringify(events)).toContain('max_uses');
    expect(JSON.stringify(events)).not.toContain(code);
  });

  test.each([
    [{ code: 'x' }, 'code'],
    [{ max_uses: 0 }, 'max_uses'],
    [{ max_uses: 1.5 }, 'max_uses'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ client_id: 'nobody' }, 'client_id'],
  ])('rejects %j naming the field', async (body, field) => {
    const response = await callReferrals('POST', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'ValidationError', details: [{ field }] });
  });

  test('returns 409 for an existing code, 404 for an unknown one, 405 for another method', async () => {
    const { code } = await newReferral({});
    expect((await callReferrals('POST', { code })).status).toBe(409);
    expect((await callReferrals('DELETE', undefined, '/nobody')).status).toBe(404);
    expect((await callReferrals('PUT', {})).status).toBe(405);
  });

  test('requires Keycloak’s own permissions', async () => {
    const api = await admin();
    const username = newAddress();
    await api.users.create({
      realm: 'master',
      username,
      enabled: true,
      credentials: [{ type: 'password', value: 'p', temporary: false }],
    });
    const grant = { grant_type: 'password', client_id: 'admin-cli', username, password: 'p' };
    const response = await fetch(`${serverUrl}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(grant),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    expect((await callReferrals('GET', undefined, '', access_token)).status).toBe(403);
    expect((await callReferrals('POST', {}, '', access_token)).status).toBe(403);
    expect((await callReferrals('GET', undefined, '', 'nonsense')).status).toBe(401);
  });
});
