/** `npm run linkgate -- seed` on a realm with applications and users of its own: it first reports what stops working there. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPE } from '../../../provider-scripts/src/realm/settings/table.ts';
import type { Kept } from '../../../scripts/seed/change.ts';
import { admin } from '../../support/admin.ts';
import { jsonOf, npmRunHere } from '../../support/command.ts';
import { declareRealm, type OwnRealm } from '../../support/own-realm.ts';
import { ACME_REALM, createAcmeRealm } from '../../support/stock/acme-realm.ts';

/** No email is sent here. */
const SMTP_PORT = 9;
const realm = ACME_REALM;

interface Ran {
  adopted: { realm: string; losses: { id: string; names: string[]; atLeast: boolean }[] }[];
  kept: Kept[];
}

let own: OwnRealm;
beforeAll(async () => {
  own = await declareRealm(realm);
  await createAcmeRealm(await admin(), { smtpPort: SMTP_PORT });
  await assignApiScope('shop-spa');
});
afterAll(async () => {
  await own?.remove();
});

/** A scope that is an API scope already: requests can name it afterwards, too. */
async function assignApiScope(clientId: string): Promise<void> {
  const { clients, clientScopes } = await admin();
  const attributes = { [SCOPE.apiScope.name]: 'true' };
  const { id } = await clientScopes.create({
    realm,
    name: 'stock:read',
    protocol: 'openid-connect',
    attributes,
  });
  const [client] = await clients.find({ realm, clientId });
  await clients.addOptionalClientScope({ realm, id: client?.id ?? '', clientScopeId: id });
}

const seed = async (...args: string[]) => npmRunHere('seed', ['--config', own.folder, ...args]);
const kept = {
  realm,
  object: 'realm',
  field: 'registrationEmailAsUsername',
  value: 'false',
  reason: 'since turning it on would rename the realm’s users',
};

test('a client with the reserved ID that was there before isn’t adopted', async () => {
  const { clients } = await admin();
  const { id } = await clients.create({ realm, clientId: 'linkgate-admin' });
  const dry = await seed('--json');
  await clients.del({ realm, id });
  expect([dry.code, dry.stderr + dry.stdout]).toEqual([
    1,
    expect.stringContaining('who made its client linkgate-admin is unknown'),
  ]);
});

test('a run without --apply reports applications, users and sign-in pages that stop working, and recommends the step', async () => {
  const dry = await seed('--json');
  expect(dry.code, dry.stderr).toBe(3);
  const ran = jsonOf<Ran>(dry);
  const [adopted] = ran.adopted;
  expect(ran.adopted).toHaveLength(1);
  const losses = Object.fromEntries((adopted?.losses ?? []).map(({ id, names }) => [id, [...names].sort()]));
  expect(losses).toEqual({
    'refresh-tokens': ['asserting', 'back-office', 'legacy', 'partner', 'shop-spa', 'strict'],
    'password-grant': ['back-office'],
    'implicit-flow': ['legacy'],
    'device-grant': ['back-office'],
    ciba: ['back-office'],
    'token-exchange': ['back-office'],
    'service-accounts': ['asserting', 'orders-api'],
    'pushed-requests': ['strict'],
    'client-authentication': ['asserting'],
    'other-protocols': ['https://payroll.acme.example/saml'],
    scopes: ['orders:read'],
    'browser-flow': ['acme browser'],
    'identity-providers': ['corp', 'social'],
    organizations: ['organizationsEnabled'],
    themes: ['acme'],
    switches: ['registrationAllowed', 'rememberMe', 'resetPasswordAllowed'],
    'one-time-passwords': ['otto', 'uta'],
    'no-address': ['nora'],
    'unverified-accounts': ['ulla', 'uta'],
  });
  expect(adopted?.losses.filter(({ atLeast }) => atLeast)).toEqual([]);
  expect(dry.stderr).toContain('users without an email address, who can’t sign in (1): nora');
  expect(dry.stderr).toContain('add "Linkgate: magic link step" to one of its flows');
  expect(ran.kept).toContainEqual(kept);
});

test('a run reports the same before its first change, and renames no user', async () => {
  const ran = await seed('--apply', '--no-check', '--json');
  expect(ran.code, ran.stderr).toBe(0);
  const at = (text: string) => ran.stderr.indexOf(text);
  expect(at('users who sign in without their one-time password')).toBeGreaterThan(0);
  expect(at('users who sign in without their one-time password')).toBeLessThan(at('acme: keys…'));
  const { users, realms } = await admin();
  expect((await realms.findOne({ realm }))?.registrationEmailAsUsername).toBe(false);
  const [ada] = await users.find({ realm, username: 'ada', exact: true });
  await users.update({ realm, id: ada?.id ?? '' }, ada ?? {});
  expect((await users.findOne({ realm, id: ada?.id ?? '' }))?.username).toBe('ada');
});

test('a later run reports a Linkgate realm’s changes only, and leaves user names alone', async () => {
  const dry = await seed('--json');
  expect(dry.code, dry.stderr).toBe(0);
  expect(jsonOf<Ran>(dry)).toMatchObject({ adopted: [], kept: expect.arrayContaining([kept]) });
});
