/** `/session`: who is signed in, which accounts the browser knows, signing out (contract, section 4.10). */
import { describe, expect, inject, test } from 'vitest';
import { admin, setLinkSettings } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { accountsOn } from '../../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer } from '../../support/form.ts';
import { rejectionOf, remove, sessionOf } from '../../support/session-api.ts';

const { baseUrl, betaUrl, clients } = inject('site');
const { web } = clients;

/** Sets the frontend URL of the sample realm; the returned function removes it. */
async function setFrontendUrl(url: string): Promise<() => Promise<void>> {
  const put = async (frontendUrl: string) => {
    const api = await admin();
    const { attributes } = (await api.realms.findOne({ realm: 'linkgate' })) ?? {};
    await api.realms.update({ realm: 'linkgate' }, { attributes: { ...attributes, frontendUrl } });
  };
  await put(url);
  return async () => put('');
}

describe('GET /session', () => {
  test('reports no active session, and returns a token', async () => {
    expect(await sessionOf(new Agent())).toEqual({
      authenticated: false,
      accounts: [],
      csrf_token: expect.stringMatching(/./),
    });
  });

  test('returns the signed-in user, in a response that can’t be cached or read from another site', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const response = await agent.request(`${baseUrl}/session`, {
      headers: { origin: 'https://evil.example' },
    });
    const account = { id: expect.stringMatching(/./), email, name: email.split('@')[0], live: true };
    expect(JSON.parse(response.text)).toEqual({
      authenticated: true,
      account,
      accounts: [account],
      csrf_token: expect.stringMatching(/./),
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('sets cookies that scripts and other sites can’t read', async () => {
    const response = await new Agent().request(`${baseUrl}/session`);
    const [cookie] = response.headers.getSetCookie().filter((line) => line.startsWith('LINKGATE_CSRF='));
    expect(cookie).toMatch(/;\s*HttpOnly/i);
    expect(cookie).toMatch(/;\s*SameSite=Strict/i);
    expect(cookie).toMatch(/;\s*Path=\/realms\/linkgate\/(;|$)/i);
  });

  test('sets secure cookies only if the site uses https', async () => {
    const restore = await setFrontendUrl('https://login.example');
    const response = await new Agent().request(`${baseUrl}/session`).finally(restore);
    const [cookie] = response.headers.getSetCookie().filter((line) => line.includes('LINKGATE_CSRF='));
    expect(cookie).toMatch(/^__Secure-LINKGATE_CSRF=/);
    expect(cookie).toMatch(/;\s*Secure/i);
  });

  test('responds to HEAD without a body', async () => {
    const response = await new Agent().request(`${baseUrl}/session`, { method: 'HEAD' });
    expect([response.status, response.text]).toEqual([200, '']);
  });

  test('lists nothing if devices aren’t remembered', async () => {
    const restore = await setLinkSettings({ rememberDevice: 'false' });
    try {
      const agent = await signedIn(web);
      expect(agent.cookie('LINKGATE_DEVICE')).toBeUndefined();
      expect(await sessionOf(agent)).toMatchObject({ authenticated: true, accounts: [] });
      // There is no account chooser: the live session continues by itself.
      const page = await agent.open(authUrl(web));
      expect(new URL(page.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy();
    } finally {
      await restore();
    }
  });
});

describe('DELETE /session', () => {
  test('signs out: tokens end, the next sign-in needs a link, the device still lists the account', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const { access_token } = await tokensFrom(agent, web);
    const response = await remove(agent, '');
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await fetch(ENDPOINTS[0].userinfo, { headers: bearer(access_token) })).status).toBe(401);
    expect(await sessionOf(agent)).toMatchObject({
      authenticated: false,
      accounts: [{ email, live: false }],
    });
    const page = await agent.open(authUrl(web));
    expect(accountsOn(page)).toMatchObject([{ email, live: false }]);
    const silent = await agent.open(authUrl(web, { fields: { prompt: 'none' } }));
    expect(silent.headers.get('location')).toContain('error=login_required');
  });

  test('is login_required without a session', async () => {
    const response = await remove(new Agent(), '');
    expect(rejectionOf(response)).toEqual({
      status: 401,
      type: 'application/json',
      cache: 'no-store',
      body: { error: 'login_required', message: 'No active session in this browser' },
    });
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });
});

describe('DELETE /session/accounts/{id}', () => {
  test('forgets an account on this device, and on no other', async () => {
    const email = newAddress();
    const [desk, phone] = [await signedIn(web, {}, email), await signedIn(web, { emailNumber: 2 }, email)];
    await remove(desk, '');
    const [account] = (await sessionOf(desk)).accounts;
    expect((await remove(desk, `/accounts/${account?.id}`)).status).toBe(204);
    expect((await sessionOf(desk)).accounts).toEqual([]);
    expect((await sessionOf(phone)).accounts).toMatchObject([{ email, live: true }]);
    expect((await remove(desk, `/accounts/${account?.id}`)).status).toBe(404);
  });

  test('signs out the signed-in account', async () => {
    const agent = await signedIn(web);
    const { account } = await sessionOf(agent);
    expect((await remove(agent, `/accounts/${account?.id}`)).status).toBe(204);
    expect(await sessionOf(agent)).toMatchObject({ authenticated: false, accounts: [] });
  });

  test('does not find an account of another device', async () => {
    const { account } = await sessionOf(await signedIn(web));
    const response = await remove(await signedIn(web), `/accounts/${account?.id}`);
    expect(rejectionOf(response)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});

describe('below /session', () => {
  test.each(['/nothing', '/accounts', '/consents/x/../../y', '/accounts/a/b'])(
    'returns 404 at %s',
    async (path) => {
      const response = await new Agent({}).request(`${baseUrl}/session${path}`);
      expect(response.status).toBe(404);
      expect(JSON.parse(response.text)).toMatchObject({ error: 'not_found' });
    },
  );

  test.each([
    ['POST', '', 'GET, DELETE, HEAD, OPTIONS'],
    ['PUT', '/consents', 'GET, HEAD, OPTIONS'],
    ['GET', '/accounts/x', 'DELETE, OPTIONS'],
  ])('%s %s isn’t allowed, and the response lists allowed methods', async (method, path, allowed) => {
    const response = await new Agent().request(`${baseUrl}/session${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    expect(response.headers.get('cache-control')).toContain('no-store');
  });

  test('OPTIONS returns the allowed methods, and allows no other site', async () => {
    const response = await new Agent().request(`${baseUrl}/session`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, DELETE, HEAD, OPTIONS']);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the device cookie', () => {
  test('is readable by the server only, for this realm, and not sent in requests of other sites', async () => {
    const email = newAddress();
    const agent = new Agent();
    const first = await agent.open(authUrl(web));
    await agent.submit(first, { email });
    const response = await agent.request(linkIn(await emailTo(email)));
    const [cookie] = response.headers.getSetCookie().filter((line) => line.startsWith('LINKGATE_DEVICE='));
    expect(cookie).toMatch(/;\s*HttpOnly/i);
    expect(cookie).toMatch(/;\s*SameSite=Lax/i);
    expect(cookie).toMatch(/;\s*Path=\/realms\/linkgate\/(;|$)/i);
    expect(cookie).toMatch(/;\s*Max-Age=15552000/i);
  });

  test.each<[string, (cookie: string) => string]>([
    ['that was tampered with', (cookie) => `${cookie.slice(0, -4)}AAAA`],
    ['without a signature', (cookie) => cookie.split('.').slice(0, 2).join('.')],
    ['with malformed content', () => 'nonsense'],
  ])('%s is ignored', async (_, change) => {
    const agent = await signedIn(web);
    const thief = new Agent();
    thief.setCookie('LINKGATE_DEVICE', change(agent.cookie('LINKGATE_DEVICE') ?? ''));
    expect((await sessionOf(thief)).accounts).toEqual([]);
  });

  test('is not valid in another realm', async () => {
    const agent = await signedIn(web);
    const there = new Agent();
    there.setCookie('LINKGATE_DEVICE', agent.cookie('LINKGATE_DEVICE') ?? '');
    expect((await sessionOf(there)).accounts).toHaveLength(1);
    expect((await sessionOf(there, betaUrl)).accounts).toEqual([]);
  });

  test('changes with every link: a planted one doesn’t reveal the accounts of the next user', async () => {
    const attacker = await signedIn(web);
    const victim = new Agent();
    const planted = attacker.cookie('LINKGATE_DEVICE') ?? '';
    victim.setCookie('LINKGATE_DEVICE', planted);
    const email = newAddress('victim');
    await victim.submit(await victim.open(authUrl(web, { fields: { login_hint: email } })), { email });
    await victim.open(linkIn(await emailTo(email)));
    expect(victim.cookie('LINKGATE_DEVICE')).not.toBe(planted);
    expect(JSON.stringify(await sessionOf(victim))).toContain(email);
    expect(JSON.stringify(await sessionOf(attacker))).not.toContain(email);
  });
});
