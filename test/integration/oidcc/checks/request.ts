/** Authorization requests that must succeed, whatever is added to the usual parameters. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Checks } from '../modules.ts';
import { authorizationUrl, type Parameters, Person, requestParameters, signIn } from '../relying-party.ts';
import { userinfo } from './userinfo.ts';

/** RFC 6749, section 10.10: a code can't be guessed. */
const CODE_BITS = 128;

/** A sign-in succeeds with these parameters, and begins with a page that asks for the address. */
async function succeeds(changes: Parameters, inPage = 'name="email"'): Promise<void> {
  const page = await new Person().agent.open(authorizationUrl(requestParameters(changes)));
  expect(page.text).toContain(inPage);
  await signIn(changes);
}

export const REQUEST_CHECKS = {
  'oidcc-server': async () => {
    const { callback, code, claims } = await signIn();
    expect([...callback.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);
    expect(code.length * 8).toBeGreaterThanOrEqual(CODE_BITS);
    expect(new Set(code).size).toBeGreaterThan(8);
    // What scope=openid doesn't ask for.
    for (const claim of ['name', 'preferred_username', 'picture', 'email', 'address']) {
      expect(claims).not.toHaveProperty(claim);
    }
  },

  'oidcc-idtoken-signature': async () => {
    const { idToken } = await signIn();
    const header = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString());
    expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  },

  'oidcc-server-client-secret-post': async () => {
    await signIn({}, { authentication: 'client_secret_post' });
  },

  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () => {
    const { claims } = await signIn({ nonce: undefined });
    expect(claims).not.toHaveProperty('nonce');
  },

  'oidcc-alternate-happy-flow': async () => {
    const parameters = Object.entries(requestParameters({ scope: 'email openid' }));
    const person = new Person();
    const { accessToken } = await signIn(Object.fromEntries(parameters.reverse()), { person });
    expect(await userinfo(accessToken)).toMatchObject({ email: person.email });
  },

  'oidcc-display-page': () => succeeds({ display: 'page' }),
  'oidcc-display-popup': () => succeeds({ display: 'popup' }),

  'oidcc-ensure-request-with-unknown-parameter-succeeds': () => succeeds({ extra: 'foobar' }),

  'oidcc-login-hint': () => succeeds({ login_hint: 'buffy@example.com' }, 'value="buffy@example.com"'),

  'oidcc-ui-locales': () => succeeds({ ui_locales: 'se' }),
  'oidcc-claims-locales': () => succeeds({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': async () => {
    await succeeds({ acr_values: '1 2' });
    const { claims } = await signIn({ acr_values: '1 2' });
    expect(claims.acr).toBe('1');
  },

  'oidcc-ensure-post-request-succeeds': async () => {
    await signIn({}, { method: 'POST' });
  },

  'oidcc-ensure-request-with-valid-pkce-succeeds': async () => {
    const verifier = randomBytes(32).toString('base64url');
    await signIn(
      {
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      },
      { fields: { code_verifier: verifier } },
    );
  },
} satisfies Checks;
