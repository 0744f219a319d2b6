/** Sign-in by an app over `/request-magic-link`, from the email to validated tokens (contract, sections 4.4 to 4.9). */
import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, inject, test } from 'vitest';
import { Agent } from '../support/agent.ts';
import { emailsTo, emailTo, newAddress } from '../support/email.ts';
import { exchange, follow, linkFor, requestLink, submitConsent, type Tokens } from '../support/sign-in.ts';

const site = inject('site');
const { web, mobile } = site.clients;
const keys = createRemoteJWKSet(new URL(`${site.baseUrl}/.well-known/jwks.json`));

describe('sign-in over the API', () => {
  test('signs up a new user: link, consent, and tokens that verify', async () => {
    const email = newAddress();
    const nonce = randomBytes(8).toString('hex');
    const link = await linkFor(email, web, { state: 'opaque value', nonce, scope: 'openid profile email' });
    const target = await follow(link);
    expect(`${target.origin}${target.pathname}`).toBe(web.redirect_uri);
    expect(target.searchParams.get('state')).toBe('opaque value');
    expect(target.searchParams.get('iss')).toBe(site.baseUrl);
    expect([...target.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);

    const response = await exchange(target.searchParams.get('code'), web);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const tokens = (await response.json()) as Tokens;
    expect(Object.keys(tokens).sort()).toEqual([
      'access_token',
      'expires_in',
      'id_token',
      'scope',
      'token_type',
    ]);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(tokens.scope.split(' ').sort()).toEqual(['email', 'openid', 'profile']);

    const { payload, protectedHeader } = await jwtVerify(tokens.id_token, keys, {
      issuer: site.baseUrl,
      audience: web.client_id,
    });
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({ nonce, email, email_verified: true });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    await jwtVerify(tokens.access_token, keys, { issuer: site.baseUrl });

    const userinfo = await fetch(`${site.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await userinfo.json()).toMatchObject({
      sub: payload.sub,
      email,
      email_verified: true,
      preferred_username: email,
    });
  });

  test('redirects a user who consented before straight back to the client', async () => {
    const email = newAddress();
    await follow(await linkFor(email, web));
    const link = await linkFor(email, web, { emailNumber: 2, state: 'again' });
    const response = await new Agent().request(link);
    expect(response.status).toBe(302);
    const target = new URL(response.headers.get('location') ?? '');
    expect(`${target.origin}${target.pathname}`).toBe(web.redirect_uri);
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test.each(['S256', 'plain'] as const)(
    'the link carries PKCE %s to a custom-scheme redirect URI',
    async (method) => {
      const verifier = randomBytes(32).toString('base64url');
      const challenge =
        method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
      const email = newAddress();
      const link = await linkFor(email, mobile, { code_challenge: challenge, code_challenge_method: method });
      const target = await follow(link);
      expect(target.href.startsWith(`${mobile.redirect_uri}?`)).toBe(true);
      const code = target.searchParams.get('code');
      const good = await exchange(code, mobile, { code_verifier: verifier });
      expect(good.status, await good.clone().text()).toBe(200);
    },
  );

  test('rejects a missing verifier after a challenge', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const link = await linkFor(newAddress(), mobile, {
      code_challenge: verifier,
      code_challenge_method: 'plain',
    });
    const target = await follow(link);
    const response = await exchange(target.searchParams.get('code'), mobile);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });

  test('returns access_denied with the state when consent is denied', async () => {
    const agent = new Agent();
    const page = await agent.open(await linkFor(newAddress(), web, { state: 'kept' }));
    const end = await agent.submit(page, { cancel: 'No' });
    const target = new URL(end.headers.get('location') ?? '');
    expect(target.searchParams.get('error')).toBe('access_denied');
    expect(target.searchParams.get('state')).toBe('kept');
  });

  test('returns the normalised address and sends one email', async () => {
    const email = newAddress('MiXed');
    const response = await requestLink({ email, client_id: web.client_id, redirect_uri: web.redirect_uri });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: expect.any(String), email: email.toLowerCase() });
    await emailTo(email.toLowerCase());
    expect(await emailsTo(email.toLowerCase())).toHaveLength(1);
  });

  test('accepts a code once', async () => {
    const agent = new Agent();
    const target = await submitConsent(agent, await agent.open(await linkFor(newAddress(), web)));
    const code = target.searchParams.get('code');
    expect((await exchange(code, web)).status).toBe(200);
    const again = await exchange(code, web);
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ error: 'invalid_grant' });
  });
});
