/** Accounts of an LDAP server: whatever Keycloak may write to it, a link signs in, and the ID token states what it proved. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { federate, type LdapServer, startLdap } from '../../support/ldap.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';
import { sessionOf } from '../../support/session-api.ts';
import { exchange, requestLink, submitConsent } from '../../support/sign-in.ts';

const { web } = inject('site').clients;

/** Keycloak supports unsynced accounts only without importing them. */
const STORES = (['true', 'false'] as const).flatMap((importEnabled) =>
  (['READ_ONLY', 'UNSYNCED', 'WRITABLE'] as const)
    .filter((editMode) => importEnabled === 'true' || editMode !== 'UNSYNCED')
    .flatMap((editMode) =>
      (['false', 'true'] as const).map((trustEmail) => ({ importEnabled, editMode, trustEmail })),
    ),
);

/** Two entries of each store: one with its address, one whose user name is its address; and one pair with the same address. */
const users = STORES.map(() => ({ addressed: newAddress('ldap'), named: newAddress('ldap-named') }));
const twice = newAddress('ldap-twice');
const SETTABLE = ['DEFAULT', 'NO_CACHE'] as const;
const leaving = SETTABLE.map((policy) => ({
  policy,
  uid: `leaving-${policy}`,
  email: newAddress('ldap-leaving'),
}));

let ldap: LdapServer;
let realm: OwnRealm;
beforeAll(async () => {
  const entries = users.flatMap(({ addressed, named }, index) => [
    { uid: `user-${index}`, email: addressed },
    { uid: named },
  ]);
  ldap = await startLdap([
    ...entries,
    ...leaving,
    { uid: 'twice-1', email: twice },
    { uid: 'twice-2', email: twice },
  ]);
  realm = await makeRealm('federated-stores');
});
afterAll(async () => {
  await realm?.remove();
  await ldap?.stop();
});

async function claimsOf(email: string, agent: Agent, emails = 1) {
  const fields = { email, client_id: web.client_id, redirect_uri: web.redirect_uri, scope: 'openid email' };
  expect((await requestLink(fields, realm.baseUrl)).status).toBe(200);
  const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email, emails))));
  const response = await exchange(target.searchParams.get('code'), web, {}, realm.baseUrl);
  expect(response.status).toBe(200);
  return decodeJwt(((await response.json()) as { id_token: string }).id_token);
}

describe.each(STORES.map((store, index) => ({ ...store, index })))(
  'an account of a store, import $importEnabled, $editMode, trust email $trustEmail',
  ({ index, ...settings }) => {
    const { addressed = '', named = '' } = users[index] ?? {};
    let undo: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      undo = await federate(realm.name, ldap.url, settings);
    });
    afterAll(() => undo?.());

    test('signs in by a link, with its address proven, and again without being claimed', async () => {
      const agent = new Agent();
      const first = await claimsOf(addressed, agent);
      expect(first).toMatchObject({ email: addressed, email_verified: true });
      const other = new Agent();
      expect(await claimsOf(addressed, other, 2)).toMatchObject({
        sub: first.sub,
        email: addressed,
        email_verified: true,
      });
      // A takeover would have revoked the first session.
      expect(await sessionOf(agent, realm.baseUrl)).toMatchObject({ authenticated: true });
    });

    test('signs in by the address that is its user name, and stores it as the email if the store is writable', async () => {
      const agent = new Agent();
      const claims = await claimsOf(named, agent);
      const writable = settings.editMode !== 'READ_ONLY';
      expect([claims.email, claims.email_verified]).toEqual(
        writable ? [named, true] : [undefined, undefined],
      );
      expect((await sessionOf(agent, realm.baseUrl)).account).toMatchObject({ email: named });
      expect((await claimsOf(named, agent, 2)).sub).toBe(claims.sub);
    });
  },
);

test('an address of two entries gets the usual response', async () => {
  const undo = await federate(realm.name, ldap.url, { importEnabled: 'true', editMode: 'READ_ONLY' });
  try {
    const fields = { email: twice, client_id: web.client_id, redirect_uri: web.redirect_uri };
    expect((await requestLink(fields, realm.baseUrl)).status).toBe(200);
    expect(await (await admin()).users.find({ realm: realm.name, email: twice, exact: true })).toBeDefined();
  } finally {
    await undo();
  }
});

test.each(leaving)(
  'a link to an entry that was removed since, with cache policy $policy, signs no user in',
  async ({ policy, uid, email }) => {
    const settings = { importEnabled: 'true', editMode: 'READ_ONLY', cachePolicy: policy };
    const undo = await federate(realm.name, ldap.url, settings);
    try {
      const fields = { email, client_id: web.client_id, redirect_uri: web.redirect_uri };
      expect((await requestLink(fields, realm.baseUrl)).status).toBe(200);
      const link = linkIn(await emailTo(email));
      await ldap.remove(uid);
      expect((await new Agent({ accept: 'application/json' }).request(link)).status).toBe(401);
      const [user] = await (await admin()).users.find({ realm: realm.name, email, exact: true });
      expect(user).toBeUndefined();
      expect((await requestLink(fields, realm.baseUrl)).status).toBe(200);
    } finally {
      await undo();
    }
  },
);
