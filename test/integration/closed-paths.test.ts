/** While sign-up is closed, no other path of Keycloak creates an account (contract, section 3.6). */

import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { formActionOf } from '../support/form.ts';
import { makeClient } from '../support/own-client.ts';
import { endpointsOf } from '../support/realm-endpoints.ts';

const { baseUrl, betaUrl, clients } = inject('site');
const { betaWeb } = clients;
const REALM = 'linkgate-beta';
const beta = { at: endpointsOf(betaUrl)[0].auth };

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function accounts(): Promise<number> {
  return await (await admin()).users.count({ realm: REALM });
}

/** The parameters by which Keycloak's own pages identify a pending sign-in. */
function waiting(page: Page): URLSearchParams {
  const action = formActionOf(page);
  return new URL(action).searchParams;
}

const user = () => ({ email: newAddress(), username: newAddress(), firstName: 'A', lastName: 'B' });

describe('while sign-up is closed', () => {
  test('the registration endpoints create no account, by GET or by POST', async () => {
    const before = await accounts();
    const agent = new Agent();
    const query = waiting(await agent.open(authUrl(betaWeb, beta)));
    const pages = [
      await agent.open(`${betaUrl}/login-actions/registration?${query}`),
      await agent.open(`${betaUrl}/login-actions/registration?${query}`, {
        method: 'POST',
        body: new URLSearchParams(user()),
      }),
      await agent.open(authUrl(betaWeb, { at: `${betaUrl}/protocol/openid-connect/registrations` })),
      await agent.open(authUrl(betaWeb, { ...beta, fields: { prompt: 'create' } })),
    ];
    for (const page of pages) {
      expect(page.text).not.toContain('name="lastName"');
      expect(page.status === 200 && page.text.includes('name="accept"')).toBe(false);
    }
    expect(pages.slice(0, 3).map(({ status }) => status)).toEqual([403, 403, 400]);
    expect(await accounts()).toBe(before);
  });

  test('not even if an administrator enables registration by mistake', async () => {
    const before = await accounts();
    const allow = async (registrationAllowed: boolean) =>
      (await admin()).realms.update({ realm: REALM }, { registrationAllowed });
    await allow(true);
    undo.push(async () => allow(false));
    const agent = new Agent();
    const page = await agent.open(
      authUrl(betaWeb, { at: `${betaUrl}/protocol/openid-connect/registrations` }),
    );
    const query = waiting(page.text.includes('<form') ? page : await agent.open(authUrl(betaWeb, beta)));
    const posted = await agent.open(`${betaUrl}/login-actions/registration?${query}`, {
      method: 'POST',
      body: new URLSearchParams(user()),
    });
    expect(posted.status).toBe(403);
    expect(await accounts()).toBe(before);
  });

  test('a first sign-in through an identity provider creates no account', async () => {
    const before = await accounts();
    const alias = `idp-${randomBytes(4).toString('hex')}`;
    const broker = `${betaUrl}/broker/${alias}`;
    const client = await makeClient({ redirectUris: [`${broker}/endpoint`], consentRequired: false });
    undo.push(() => client.remove());
    const oidc = `${baseUrl}/protocol/openid-connect`;
    await (await admin()).identityProviders.create({
      realm: REALM,
      alias,
      providerId: 'oidc',
      enabled: true,
      trustEmail: true,
      config: {
        clientId: client.client_id,
        clientSecret: client.client_secret,
        clientAuthMethod: 'client_secret_post',
        authorizationUrl: `${oidc}/auth`,
        tokenUrl: `${oidc}/token`,
        userInfoUrl: `${oidc}/userinfo`,
        jwksUrl: `${oidc}/certs`,
        useJwksUrl: 'true',
        validateSignature: 'true',
        issuer: baseUrl,
        defaultScope: 'openid email',
      },
    });
    undo.push(async () => (await admin()).identityProviders.del({ realm: REALM, alias }));
    const [agent, provider] = [new Agent(), new Agent()];
    const query = waiting(await agent.open(authUrl(betaWeb, beta)));
    const there = await agent.request(`${broker}/login?${query}`);
    const email = newAddress();
    await provider.submit(await provider.open(there.headers.get('location') ?? ''), { email });
    const linked = await provider.request(linkIn(await emailTo(email)));
    const end = await agent.open(linked.headers.get('location') ?? '');
    expect(end.url).toContain('/realms/linkgate-beta/login-actions/first-broker-login');
    expect([end.status, end.headers.get('location')]).toEqual([403, null]);
    expect(end.text).toContain('referral code');
    expect(await accounts()).toBe(before);
  });
});
