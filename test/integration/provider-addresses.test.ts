/** An identity provider's address and its proof come from one source (contract, section 11): at the first sign-in and at later ones. */
import { randomBytes } from 'node:crypto';
import type IdentityProviderRepresentation from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import { describe, expect, inject, test } from 'vitest';
import { accountOf } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { signedIn } from '../support/authorization.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  oidcProvider,
  sentToSignIn,
  type UserClaims,
} from '../support/identity-provider.ts';
import { submitConsent } from '../support/sign-in.ts';
import { openAndConfirm } from '../support/step-realm.ts';

const { web } = inject('site').clients;
const REALM = 'linkgate';

interface Options {
  kind?: 'oidc' | 'oauth2';
  /** Whether Keycloak fetches the userinfo document, its default. */
  userinfo?: boolean;
  trustEmail?: boolean;
  config?: Record<string, string>;
}

/** Runs with a provider whose first sign-ins follow Linkgate's rules. */
async function withProvider(
  { kind = 'oidc', userinfo = true, trustEmail = true, config = {} }: Options,
  run: (provider: IdentityProvider) => Promise<void>,
): Promise<void> {
  const base: IdentityProviderRepresentation = kind === 'oidc' ? oidcProvider('') : { providerId: kind };
  const provider = await makeIdentityProvider({
    ...base,
    trustEmail,
    firstBrokerLoginFlowAlias: 'linkgate browser',
    config: { ...base.config, disableUserInfo: String(!userinfo), ...config },
  });
  await run(provider).finally(() => provider.remove());
}

async function comeBack(provider: IdentityProvider, claims: UserClaims, agent = new Agent()): Promise<Page> {
  return await agent.open(provider.returnTo(await sentToSignIn(agent, provider), claims));
}

async function newAccount(): Promise<{ id: string; email: string }> {
  const email = newAddress();
  await signedIn(web, {}, email);
  return { id: await accountOf(email), email };
}

async function stored(id: string) {
  const { users } = await admin();
  const account = await users.findOne({ realm: REALM, id });
  const links = await users.listFederatedIdentities({ realm: REALM, id });
  return { email: account?.email, emailVerified: account?.emailVerified, links: links.length };
}

/** Documents of a user with the victim's address. */
const at = (email: string, email_verified?: unknown) => ({
  email,
  ...(email_verified === undefined ? {} : { email_verified }),
});
const OTHER = 'someone.else@example.test';

/** `in`: whether the account is signed in to; otherwise the page asks for a link. */
const CASES: readonly (Options & {
  title: string;
  documents: (email: string) => Pick<UserClaims, 'idToken' | 'userinfo'>;
  in: boolean;
})[] = [
  ...[true, 'true'].map((claim) => ({
    title: `userinfo ${JSON.stringify(claim)}, no claim in the ID token`,
    documents: (email: string) => ({ idToken: {}, userinfo: at(email, claim) }),
    in: true,
  })),
  ...[false, 'false', 'TRUE', 1, 0, '', null, [true], { value: true }].map((claim) => ({
    title: `userinfo ${JSON.stringify(claim)}, ID token true for the same address`,
    documents: (email: string) => ({ idToken: at(email, true), userinfo: at(email, claim) }),
    in: false,
  })),
  {
    title: 'userinfo false, no address in the ID token',
    documents: (email) => ({ idToken: {}, userinfo: at(email, false) }),
    in: false,
  },
  {
    title: 'userinfo without a claim, ID token true for the same address',
    documents: (email) => ({ idToken: at(email, true), userinfo: at(email) }),
    in: false,
  },
  {
    title: 'userinfo without a claim, ID token true for another address',
    documents: (email) => ({ idToken: at(OTHER, true), userinfo: at(email) }),
    in: false,
  },
  {
    title: 'userinfo true, ID token false',
    documents: (email) => ({ idToken: at(email, false), userinfo: at(email, true) }),
    in: true,
  },
  {
    title: 'userinfo isn’t fetched, ID token true',
    userinfo: false,
    documents: (email) => ({ idToken: at(email, true), userinfo: at(email, false) }),
    in: true,
  },
  ...[false, 'yes', undefined].map((claim) => ({
    title: `userinfo isn’t fetched, ID token ${claim}`,
    userinfo: false,
    documents: (email: string) => ({ idToken: at(email, claim), userinfo: at(email, true) }),
    in: false,
  })),
  {
    title: 'no claim anywhere',
    documents: (email) => ({ idToken: at(email), userinfo: at(email) }),
    in: false,
  },
  {
    title: 'no claim anywhere, but the provider’s setting',
    config: { 'linkgate.absent-email-verified': 'true' },
    documents: (email) => ({ idToken: at(email), userinfo: at(email) }),
    in: true,
  },
  {
    title: 'userinfo false, and the provider’s setting',
    config: { 'linkgate.absent-email-verified': 'true' },
    documents: (email) => ({ idToken: {}, userinfo: at(email, false) }),
    in: false,
  },
  {
    title: 'true everywhere, without Trust Email',
    trustEmail: false,
    documents: (email) => ({ idToken: at(email, true), userinfo: at(email, true) }),
    in: false,
  },
  {
    title: 'OAuth 2.0 without a claim',
    kind: 'oauth2',
    documents: (email) => ({ userinfo: at(email) }),
    in: false,
  },
  {
    title: 'OAuth 2.0 without a claim, but the provider’s setting',
    kind: 'oauth2',
    config: { 'linkgate.absent-email-verified': 'true' },
    documents: (email) => ({ userinfo: at(email) }),
    in: true,
  },
  {
    title: 'OAuth 2.0, true for the address of another claim',
    kind: 'oauth2',
    config: { emailClaim: 'contact' },
    documents: (email) => ({ userinfo: { ...at(OTHER, true), contact: email } }),
    in: false,
  },
];

describe('a first sign-in with the address of an account', () => {
  test.each(CASES)('$title: signed in is $in', async ({ documents, in: isIn, ...options }) => {
    const { id, email } = await newAccount();
    await withProvider(options, async (provider) => {
      const page = await comeBack(provider, {
        sub: randomBytes(8).toString('hex'),
        email,
        ...documents(email),
      });
      const links = (await stored(id)).links;
      if (isIn)
        expect([page.headers.get('location'), links], textOf(page)).toEqual([
          expect.stringContaining('code='),
          1,
        ]);
      else
        expect([page.status, textOf(page), links]).toEqual([
          200,
          expect.stringContaining('Confirm your email address'),
          0,
        ]);
    });
  });

  test('that a mapper has set: asks for a link, whatever the provider says of its own address', async () => {
    const { id, email } = await newAccount();
    await withProvider({}, async (provider) => {
      await (await admin()).identityProviders.createMapper({
        realm: REALM,
        alias: provider.alias,
        identityProviderMapper: {
          name: 'login as address',
          identityProviderAlias: provider.alias,
          identityProviderMapper: 'oidc-user-attribute-idp-mapper',
          config: { claim: 'login', 'user.attribute': 'email', syncMode: 'INHERIT' },
        },
      });
      const userinfo = { ...at(OTHER, true), login: email };
      const page = await comeBack(provider, { sub: id, email, idToken: {}, userinfo });
      expect(textOf(page)).toContain('Confirm your email address');
      expect((await stored(id)).links).toBe(0);
    });
  });
});

describe('a later sign-in', () => {
  const FORCE = { syncMode: 'FORCE' };

  /** An account that a provider with this configuration has created, with a verified address. */
  async function withLinked(
    options: Options,
    run: (provider: IdentityProvider, linked: { id: string; sub: string; email: string }) => Promise<void>,
  ): Promise<void> {
    await withProvider(options, async (provider) => {
      const [agent, email, sub] = [new Agent(), newAddress(), randomBytes(8).toString('hex')];
      const page = await comeBack(provider, { sub, email, idToken: {}, userinfo: at(email, true) }, agent);
      await submitConsent(agent, page);
      const id = await accountOf(email);
      expect(await stored(id)).toEqual({ email, emailVerified: true, links: 1 });
      await run(provider, { id, sub, email });
    });
  }

  test.each([
    ['unverified, if userinfo says so and the ID token doesn’t', true, false, false],
    ['unverified, if userinfo has no claim and the ID token says true', true, undefined, false],
    ['verified, if userinfo says so and the ID token doesn’t', false, true, true],
  ])('gives an account another address, %s', async (_, idToken, userinfo, emailVerified) => {
    await withLinked({ config: FORCE }, async (provider, { id, sub }) => {
      const email = newAddress();
      await comeBack(provider, { sub, email, idToken: at(email, idToken), userinfo: at(email, userinfo) });
      expect(await stored(id)).toEqual({ email, emailVerified, links: 1 });
    });
  });

  test('takes no proof from an address that stays', async () => {
    await withLinked({ config: FORCE }, async (provider, { id, sub, email }) => {
      await comeBack(provider, { sub, email, idToken: at(email, false), userinfo: at(email, false) });
      expect(await stored(id)).toMatchObject({ email, emailVerified: true });
    });
  });

  test('proves no address that was set by someone else and stays', async () => {
    await withLinked({ config: FORCE }, async (provider, { id, sub }) => {
      const email = newAddress();
      await (await admin()).users.update({ realm: REALM, id }, { email, emailVerified: false });
      await comeBack(provider, { sub, email, idToken: at(email, true), userinfo: at(email, false) });
      expect(await stored(id)).toMatchObject({ email, emailVerified: false });
    });
  });

  test('gives an account no verified address by a mapper', async () => {
    await withLinked({}, async (provider, { id, sub, email }) => {
      const mapped = newAddress('mapped');
      await (await admin()).identityProviders.createMapper({
        realm: REALM,
        alias: provider.alias,
        identityProviderMapper: {
          name: 'hardcoded address',
          identityProviderAlias: provider.alias,
          identityProviderMapper: 'hardcoded-attribute-idp-mapper',
          config: { attribute: 'email', 'attribute.value': mapped, syncMode: 'FORCE' },
        },
      });
      await comeBack(provider, { sub, email, idToken: at(email, true), userinfo: at(email, true) });
      expect(await stored(id)).toMatchObject({ email: mapped, emailVerified: false });
    });
  });
});

test('a link of the first sign-in proves an address that the provider never verified', async () => {
  const { id, email } = await newAccount();
  await withProvider({ config: { syncMode: 'FORCE' } }, async (provider) => {
    const agent = new Agent();
    const documents = { idToken: at(email, false), userinfo: at(email, false) };
    const page = await comeBack(provider, { sub: id, email, ...documents }, agent);
    await agent.submit(page, { action: 'send' });
    await openAndConfirm(linkIn(await emailTo(email, 2)), agent);
    expect(await stored(id)).toEqual({ email, emailVerified: true, links: 1 });
  });
});
