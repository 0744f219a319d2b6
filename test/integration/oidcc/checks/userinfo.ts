/** The UserInfo endpoint, and which scope releases which claim. */
import { expect, inject } from 'vitest';
import { admin } from '../../../support/admin.ts';
import type { Checks } from '../modules.ts';
import { Person, signIn } from '../relying-party.ts';

const { baseUrl } = inject('site');

const ADDRESS = { street: '1 Main Street', locality: 'Springfield', postal_code: '12345', country: 'US' };
const PICTURE = 'https://images.example.com/person.png';

type Claims = Record<string, unknown>;

/** Calls the endpoint and checks what the suite checks on every answer. */
export async function userinfo(
  accessToken: string,
  init: RequestInit = bearer(accessToken),
): Promise<Claims> {
  const answer = await fetch(`${baseUrl}/userinfo`, init);
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  return (await answer.json()) as Claims;
}

function bearer(accessToken: string): RequestInit {
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

/** Signs in with a scope and returns the claims about the person; `sub` is the ID token's. */
async function claimsFor(scope: string, person = new Person()): Promise<Claims> {
  const { accessToken, claims } = await signIn({ scope }, { person });
  const { sub, ...released } = await userinfo(accessToken);
  expect(sub).toBe(claims.sub);
  return released;
}

/** Somebody of whom the realm knows everything that a scope can release. */
async function knownPerson(): Promise<Person> {
  const person = new Person();
  const api = await admin();
  await api.users.create({
    realm: 'linkgate',
    username: person.email,
    email: person.email,
    emailVerified: true,
    enabled: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    attributes: {
      picture: [PICTURE],
      ...Object.fromEntries(Object.entries(ADDRESS).map(([name, value]) => [name, [value]])),
    },
  });
  return person;
}

const PROFILE = { name: 'Ada Lovelace', picture: PICTURE };
const POSTAL_ADDRESS = {
  street_address: ADDRESS.street,
  locality: ADDRESS.locality,
  postal_code: ADDRESS.postal_code,
  country: ADDRESS.country,
};

/** Everything that discovery lists, at once: what `oidcc-scope-all` is without `phone`. */
export async function allScopesOfDiscovery(): Promise<void> {
  const answer = await fetch(`${baseUrl}/.well-known/openid-configuration`);
  const { scopes_supported } = (await answer.json()) as { scopes_supported: string[] };
  const person = await knownPerson();
  expect(await claimsFor(scopes_supported.join(' '), person)).toEqual({
    ...PROFILE,
    preferred_username: person.email,
    email: person.email,
    email_verified: true,
    address: POSTAL_ADDRESS,
  });
}

export const USERINFO_CHECKS = {
  'oidcc-userinfo-get': async () => {
    const { accessToken, claims } = await signIn();
    expect(await userinfo(accessToken)).toEqual({ sub: claims.sub });
  },

  'oidcc-userinfo-post-header': async () => {
    const { accessToken, claims } = await signIn();
    const answer = await userinfo(accessToken, { ...bearer(accessToken), method: 'POST' });
    expect(answer).toEqual({ sub: claims.sub });
  },

  'oidcc-userinfo-post-body': async () => {
    const { accessToken, claims } = await signIn();
    const body = new URLSearchParams({ access_token: accessToken });
    expect(await userinfo(accessToken, { method: 'POST', body })).toEqual({ sub: claims.sub });
  },

  'oidcc-scope-profile': async () => {
    const person = await knownPerson();
    expect(await claimsFor('openid profile', person)).toEqual({
      ...PROFILE,
      preferred_username: person.email,
    });
  },

  'oidcc-scope-email': async () => {
    const person = new Person();
    expect(await claimsFor('openid email', person)).toEqual({ email: person.email, email_verified: true });
  },

  'oidcc-scope-address': async () => {
    const { address } = await claimsFor('openid address', await knownPerson());
    expect(address).toEqual(POSTAL_ADDRESS);
  },

  'oidcc-claims-essential': async () => {
    // `claims_parameter_supported` isn't in discovery: the parameter is let be, as OpenID Connect Core 5.5 allows.
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const { accessToken } = await signIn({ claims, scope: 'openid profile' });
    expect(await userinfo(accessToken)).toMatchObject({ name: expect.any(String) });
    const { accessToken: withoutScope } = await signIn({ claims });
    await userinfo(withoutScope);
  },
} satisfies Checks;
