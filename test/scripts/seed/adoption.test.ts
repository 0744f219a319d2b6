/** What stops working in a realm that was there before Linkgate. */
import { describe, expect, test } from 'vitest';
import {
  describeAdoption,
  type FoundUser,
  lossesOf,
  type RealmFacts,
} from '../../../scripts/seed/adoption.ts';

const DECLARED = {
  settings: {
    browserFlow: 'linkgate browser',
    loginTheme: 'linkgate',
    emailTheme: 'linkgate',
    resetPasswordAllowed: false,
  },
  clientIds: ['declared'],
  scopes: ['basic', 'profile', 'email', 'roles', 'offline_access'],
};
const NONE: RealmFacts = {
  realm: {},
  clients: [],
  hasMoreClients: false,
  providers: [],
  users: { list: [], hasMore: false },
};
/** A client that loses nothing. */
const CLIENT = { clientId: 'app', standardFlowEnabled: false };
const USER: FoundUser = {
  username: 'ada',
  hasEmail: true,
  isVerified: true,
  hasOneTimePassword: false,
  credentials: ['password'],
  isLinked: false,
};

const idsOf = (facts: Partial<RealmFacts>) => lossesOf({ ...NONE, ...facts }, DECLARED).map(({ id }) => id);

describe('a client', () => {
  test.each([
    [{}, []],
    [{ standardFlowEnabled: true }, ['refresh-tokens']],
    [{ standardFlowEnabled: true, attributes: { 'use.refresh.tokens': 'false' } }, []],
    [{ standardFlowEnabled: true, enabled: false }, []],
    [{ standardFlowEnabled: true, bearerOnly: true }, []],
    [{ directAccessGrantsEnabled: true }, ['refresh-tokens', 'password-grant']],
    [{ implicitFlowEnabled: true }, ['implicit-flow']],
    [{ attributes: { 'oauth2.device.authorization.grant.enabled': 'true' } }, ['device-grant']],
    [{ attributes: { 'oidc.ciba.grant.enabled': 'true' } }, ['ciba']],
    [{ attributes: { 'standard.token.exchange.enabled': 'true' } }, ['token-exchange']],
    [{ attributes: { 'oauth2.jwt.authorization.grant.enabled': 'true' } }, ['jwt-grant']],
    [{ serviceAccountsEnabled: true }, ['service-accounts']],
    [{ attributes: { 'require.pushed.authorization.requests': 'true' } }, ['pushed-requests']],
    [{ clientAuthenticatorType: 'client-jwt' }, ['client-authentication']],
    [{ clientAuthenticatorType: 'client-jwt', publicClient: true }, []],
    [
      { protocol: 'saml', standardFlowEnabled: true, defaultClientScopes: ['role_list'] },
      ['other-protocols'],
    ],
    [{ clientId: 'declared' }, ['roles-in-tokens']],
    [{ authenticationFlowBindingOverrides: { browser: 'an-id' } }, ['client-flows']],
    [{ defaultClientScopes: ['basic', 'roles'], optionalClientScopes: ['orders:read'] }, ['scopes']],
  ])('%j loses %j', (fields, losses) => {
    expect(idsOf({ clients: [{ ...CLIENT, ...fields }] })).toEqual(losses);
  });
});

describe('a user', () => {
  test.each<[Partial<FoundUser>, string[]]>([
    [{}, []],
    [{ hasOneTimePassword: true }, ['one-time-passwords']],
    [{ credentials: ['webauthn-passwordless'] }, ['passkeys']],
    [{ hasEmail: false, isVerified: false }, ['no-address']],
    [{ isVerified: false }, ['unverified-accounts']],
    [{ isVerified: false, credentials: [], isLinked: true }, ['unverified-accounts']],
    [{ isVerified: false, credentials: [] }, []],
  ])('%j loses %j', (fields, losses) => {
    expect(idsOf({ users: { list: [{ ...USER, ...fields }], hasMore: false } })).toEqual(losses);
  });
});

test('a realm loses its flow, themes, providers, organizations and switches', () => {
  const realm = {
    browserFlow: 'browser',
    loginTheme: 'acme',
    emailTheme: 'linkgate',
    organizationsEnabled: true,
    resetPasswordAllowed: true,
  };
  const losses = lossesOf({ ...NONE, realm, clients: [CLIENT], providers: ['corp'] }, DECLARED);
  expect(Object.fromEntries(losses.map(({ id, names }) => [id, names]))).toEqual({
    'browser-flow': ['browser'],
    'identity-providers': ['corp'],
    organizations: ['organizationsEnabled'],
    themes: ['acme'],
    switches: ['resetPasswordAllowed'],
  });
});

test('a realm without applications and users loses nothing', () => {
  expect(idsOf({ realm: { browserFlow: 'browser' } })).toEqual([]);
});

test('names a few, counts all, and says so where more may be affected', () => {
  const list = Array.from({ length: 7 }, (_, index) => ({
    ...USER,
    username: `user${index}`,
    hasOneTimePassword: true,
  }));
  const lines = (hasMore: boolean) =>
    describeAdoption('acme', lossesOf({ ...NONE, users: { list, hasMore } }, DECLARED));
  expect(lines(false)).toContain(
    '  users who sign in without their one-time password (7): user0, user1, user2, user3, user4, …',
  );
  expect(lines(true).join('\n')).toContain('their one-time password (at least 7): user0,');
});

test('says “at least” where users weren’t looked up, and reports users that can’t be read', () => {
  const { credentials: _, isLinked: __, ...unknown } = { ...USER, isVerified: false };
  const list = [{ ...USER, isVerified: false }, unknown];
  const [loss] = lossesOf({ ...NONE, users: { list, hasMore: false } }, DECLARED);
  expect(loss).toEqual({ id: 'unverified-accounts', names: ['ada'], atLeast: true });
  expect(idsOf({ users: null })).toEqual(['users-unknown']);
});
