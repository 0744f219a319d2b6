/** Reads what is in a realm before it becomes a Linkgate realm, by a bounded number of requests. */

import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { NetworkError } from '@keycloak/keycloak-admin-client';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import { BUILT_IN_CLIENTS } from '../../provider-scripts/src/clients/built-in-clients.ts';
import { REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import type { FoundUser, RealmFacts } from './adoption.ts';
import { isSeeded } from './seeded.ts';

const PAGE_SIZE = 200;
const MAX_PAGES = 5;
/** The users whose credentials are looked up, one by one. */
const MAX_LOOKED_UP = 100;
/** This administrator isn't allowed to, or a user is gone meanwhile. */
const NOT_READABLE = [403, 404];

/** Whether a realm is there and isn't a Linkgate realm. */
export function isAdopted(realm: RealmRepresentation | undefined): realm is RealmRepresentation {
  return realm !== undefined && realm.attributes?.[REALM.enabled.name] !== 'true';
}

/** Whether a realm has users; an administrator who can't see them is told that it has. */
export async function hasUsers({ client, realm }: RealmAdmin): Promise<boolean> {
  return (await orNull(() => client.users.count({ realm }))) !== 0;
}

/** Reads the realm. */
export async function findFacts(admin: RealmAdmin, found: RealmRepresentation): Promise<RealmFacts> {
  const { client, realm } = admin;
  const clients = await pages((page) => client.clients.find({ realm, ...page }));
  const providers = await client.identityProviders.find({ realm });
  return {
    realm: found,
    clients: clients.list.filter(
      ({ clientId = '', attributes }) => !BUILT_IN_CLIENTS.includes(clientId) && !isSeeded(attributes),
    ),
    hasMoreClients: clients.hasMore,
    providers: providers.filter(({ enabled }) => enabled !== false).map(({ alias = '' }) => alias),
    users: await orNull(() => findUsers(admin)),
  };
}

async function findUsers({ client, realm }: RealmAdmin): Promise<RealmFacts['users']> {
  const all = await pages((page) => client.users.find({ realm, ...page }));
  // Of a large realm's users, those whose accounts a link changes.
  const unverified = all.hasMore
    ? await client.users.find({ realm, emailVerified: false, first: 0, max: MAX_LOOKED_UP })
    : [];
  const users = [...new Map([...all.list, ...unverified].map((user) => [user.id, user])).values()].sort(
    (one, other) => Number(one.emailVerified === true) - Number(other.emailVerified === true),
  );
  const list: FoundUser[] = [];
  for (const [index, user] of users.entries())
    list.push(index < MAX_LOOKED_UP ? await lookedUp(client, realm, user) : foundUser(user));
  return { list, hasMore: all.hasMore };
}

async function lookedUp(
  client: KeycloakAdminClient,
  realm: string,
  user: UserRepresentation,
): Promise<FoundUser> {
  const { id = '' } = user;
  const credentials = await orNull(() => client.users.getCredentials({ realm, id }));
  const links =
    user.emailVerified === true
      ? []
      : await orNull(() => client.users.listFederatedIdentities({ realm, id }));
  if (credentials === null || links === null) return foundUser(user);
  return {
    ...foundUser(user),
    credentials: credentials.map(({ type = '' }) => type),
    isLinked: links.length > 0,
  };
}

function foundUser({ username = '', email, emailVerified, totp }: UserRepresentation): FoundUser {
  return {
    username,
    hasEmail: Boolean(email),
    isVerified: emailVerified === true,
    hasOneTimePassword: totp === true,
  };
}

/** The first pages of a list, and whether there are more. */
async function pages<T>(
  find: (page: { first: number; max: number }) => Promise<T[]>,
): Promise<{ list: T[]; hasMore: boolean }> {
  const list: T[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await find({ first: page * PAGE_SIZE, max: PAGE_SIZE });
    list.push(...found);
    if (found.length < PAGE_SIZE) return { list, hasMore: false };
  }
  return { list, hasMore: true };
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NetworkError && NOT_READABLE.includes(error.response.status)) return null;
    throw error;
  }
}
