/** A federated store of accounts that hangs delays lookups in it, and no other request. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { admin } from '../support/admin.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { makeRealm, type OwnRealm } from '../support/own-realm.ts';
import { PATIENCE_MILLIS, PATIENT } from '../support/patience.ts';
import { openLink, requestLink } from '../support/sign-in.ts';

const { web } = inject('site').clients;

/** An LDAP server that accepts connections and never responds. */
interface Silent {
  url: string;
  lookups(): number;
  /** Closes its connections, and accepts no more. */
  close(): Promise<void>;
}

async function silentLdap(): Promise<Silent> {
  const sockets = new Set<Socket>();
  let lookups = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .once('data', () => {
        lookups += 1;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lookups: () => lookups,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let realm: OwnRealm;
beforeAll(async () => {
  realm = await makeRealm('federated');
});
afterAll(() => realm?.remove());

const requestFor = async (email: string) =>
  await requestLink({ email, client_id: web.client_id, redirect_uri: web.redirect_uri }, realm.baseUrl);

async function linkOf(email: string, emailNumber = 1): Promise<string> {
  expect((await requestFor(email)).status).toBe(200);
  return linkIn(await emailTo(email, emailNumber));
}

/** Adds the store to the realm; the result removes it. */
async function federate(url: string): Promise<() => Promise<void>> {
  const api = await admin();
  const config = {
    vendor: 'other',
    connectionUrl: url,
    usersDn: 'ou=users,dc=example,dc=com',
    usernameLDAPAttribute: 'uid',
    rdnLDAPAttribute: 'uid',
    uuidLDAPAttribute: 'entryUUID',
    userObjectClasses: 'inetOrgPerson',
    authType: 'none',
    editMode: 'READ_ONLY',
    searchScope: '1',
    enabled: 'true',
    readTimeout: String(PATIENCE_MILLIS),
    connectionTimeout: String(PATIENCE_MILLIS),
  };
  const { id } = await api.components.create({
    realm: realm.name,
    name: 'users',
    providerId: 'ldap',
    providerType: 'org.keycloak.storage.UserStorageProvider',
    config: Object.fromEntries(Object.entries(config).map(([key, value]) => [key, [value]])),
  });
  return async () => (await admin()).components.del({ realm: realm.name, id });
}

describe('a lookup that hangs in a federated store', () => {
  /** Requests that look a user up there, and lock Linkgate's rows before or after; prepared while the store works. */
  const HANGS: Record<string, () => Promise<() => Promise<unknown>>> = {
    'of a user who requests a link': async () => {
      const email = newAddress('unknown');
      return async () => await requestFor(email);
    },
    'of a user who uses a link': async () => {
      const link = await linkOf(newAddress('unknown'));
      return async () => await openLink(link);
    },
  };

  test.each(Object.entries(HANGS))(
    '%s delays no user of another store, from the same IP',
    async (_, prepare) => {
      const email = newAddress('local');
      expect(await openLink(await linkOf(email))).toBe(302);
      const hang = await prepare();
      const ldap = await silentLdap();
      const undo = await federate(ldap.url);
      let hasResponded = false;
      const hanging = hang()
        .catch(() => null)
        .finally(() => {
          hasResponded = true;
        });
      try {
        await vi.waitUntil(() => ldap.lookups() > 0, PATIENT);
        expect(await openLink(await linkOf(email, 2))).toBe(302);
        expect(hasResponded, 'the lookup still hangs').toBe(false);
      } finally {
        await ldap.close();
        await hanging;
        await undo();
      }
      expect(await openLink(await linkOf(newAddress('after')))).toBe(302);
    },
  );
});
