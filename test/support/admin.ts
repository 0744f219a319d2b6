/** Administrators' changes to the sample realm during a test, and how to restore it. */
import { randomBytes } from 'node:crypto';
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { inject } from 'vitest';
import { connectAdmin } from '../../scripts/admin/connect.ts';
import { whileBusy } from './busy-server.ts';
import { linkSettings, mailServer, type Plant, realm } from './plant.ts';

/** The sample realm. */
export const REALM = 'linkgate';

/** The admin API of the test installation; retries while it is busy. */
export async function admin(): Promise<KeycloakAdminClient> {
  const { serverUrl, admin: account } = inject('site');
  return await whileBusy(() => connectAdmin({ serverUrl, ...account }));
}

/** Applies a change, to the sample realm by default; the returned function restores it. */
export async function planted(plant: Plant, name = REALM): Promise<() => Promise<void>> {
  const restore = await plant(await admin(), name);
  return async () => void (await restore(await admin()));
}

/** Changes settings of the sign-in step; the returned function restores them. */
export async function setLinkSettings(settings: Record<string, string>): Promise<() => Promise<void>> {
  return await planted(linkSettings(settings));
}

/** Changes attributes of the sample realm; the returned function restores them. An empty string removes the attribute. */
export async function setRealmAttributes(attributes: Record<string, string>): Promise<() => Promise<void>> {
  return await planted(realm({ attributes }));
}

/** Changes the display name of the sample realm; the returned function restores it. */
export async function setRealmName(displayName: string): Promise<() => Promise<void>> {
  return await planted(realm({ displayName }));
}

/** A key that the realm signs internal tokens with, known to the test. */
export interface HmacKey {
  kid: string;
  secret: Uint8Array;
  remove(): Promise<void>;
}

/** Adds an HS512 key that the test can sign with, with a lower priority than the realm's own. */
export async function addHmacKey(): Promise<HmacKey> {
  const api = await admin();
  const secret = randomBytes(64);
  const kid = `test-${randomBytes(4).toString('hex')}`;
  const { id } = await api.components.create({
    realm: REALM,
    name: kid,
    providerId: 'hmac-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: {
      priority: ['1'],
      algorithm: ['HS512'],
      kid: [kid],
      secret: [secret.toString('base64url')],
      secretSize: ['64'],
    },
  });
  return {
    kid,
    secret,
    remove: async () => {
      await (await admin()).components.del({ realm: REALM, id });
    },
  };
}

/** Sends the realm's emails to another port; the returned function restores it. */
export async function setMailPort(port: number): Promise<() => Promise<void>> {
  return await setMailServer({ port: String(port) });
}

/** Changes a realm's mail server by Keycloak's field names; the returned function restores everything but the password. */
export async function setMailServer(
  settings: Record<string, string>,
  name = REALM,
): Promise<() => Promise<void>> {
  return await planted(mailServer(settings), name);
}
