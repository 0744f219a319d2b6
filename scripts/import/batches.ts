/** Creates accounts in batches, each in one transaction of the server: a batch is there as a whole or not at all. */
import { NetworkError } from '@keycloak/keycloak-admin-client';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import type { Account } from './account.ts';
import { IMPORTED_ID } from './imported-id.ts';
import { type NewUserDefaults, needing } from './realm.ts';

/** How many accounts a request creates. */
export const BATCH_SIZE = 100;

/** How many requests look for identities at the same time. */
const LOOK_UPS = 8;

/** An account to create. */
export interface Pending {
  readonly line: number;
  readonly id: string;
  readonly account: Account;
}

/** The outcome for an account; `rejected` has the server's reason. */
export type Created = 'created' | 'exists' | { readonly rejected: string };

/** Returns the identities that other accounts of the realm have already. */
export async function linkedAlready(
  { client, realm }: RealmAdmin,
  batch: readonly Pending[],
): Promise<ReadonlySet<string>> {
  const identities = batch.flatMap(({ id, account }) =>
    account.identities.map((identity) => ({ id, identity })),
  );
  const linked = new Set<string>();
  for (let at = 0; at < identities.length; at += LOOK_UPS) {
    await Promise.all(
      identities.slice(at, at + LOOK_UPS).map(async ({ id, identity }) => {
        const { alias: idpAlias, userId: idpUserId } = identity;
        const query = { realm, idpAlias, idpUserId, max: 1, briefRepresentation: true };
        const found = await needing(realm, 'view-users', () => client.users.find(query));
        if (found.some((other) => other.id !== id)) linked.add(identityKey(identity));
      }),
    );
  }
  return linked;
}

/** Distinguishes identities. */
export function identityKey({ alias, userId }: { alias: string; userId: string }): string {
  return JSON.stringify([alias, userId]);
}

/**
 * Creates the accounts of a batch.
 * @throws Failure if the server can't be reached, is busy, or rejects the caller: the import can be continued
 */
export async function createBatch(
  admin: RealmAdmin,
  defaults: NewUserDefaults,
  batch: readonly Pending[],
): Promise<readonly Created[]> {
  try {
    const skipped = await send(admin, defaults, batch);
    return batch.map(({ account }) => (skipped.has(account.email) ? 'exists' : 'created'));
  } catch (error) {
    const rejected = rejectionIn(error);
    if (rejected === undefined) throw explainFailure('stopped; run the command again to continue', error);
    const [only, ...others] = batch;
    if (only === undefined || others.length === 0) return batch.map(() => ({ rejected }));
    // One of them is at fault: each by itself shows which.
    const created: Created[] = [];
    for (const one of batch) created.push(...(await createBatch(admin, defaults, [one])));
    return created;
  }
}

/** Sends a batch; returns the usernames of accounts that are there already. */
async function send(
  { client, realm }: RealmAdmin,
  defaults: NewUserDefaults,
  batch: readonly Pending[],
): Promise<ReadonlySet<string>> {
  const users = batch.map((one) => representation(one, defaults));
  const { results } = await needing(realm, 'manage-realm', () =>
    client.realms.partialImport({ realm, rep: { ifResourceExists: 'SKIP', users } }),
  );
  return new Set(
    (results ?? []).flatMap(({ action, resourceName }) => (action === 'SKIPPED' ? (resourceName ?? []) : [])),
  );
}

/** Statuses that are about what was sent. */
const OF_REQUEST: readonly number[] = [400, 409, 413, 500];

/** What the server says of an account that it doesn't take; undefined for other errors. */
function rejectionIn(error: unknown): string | undefined {
  if (error instanceof Failure || !(error instanceof NetworkError)) return undefined;
  const { status } = error.response;
  return OF_REQUEST.includes(status) ? `the server responded ${status}` : undefined;
}

function representation({ id, account }: Pending, defaults: NewUserDefaults): UserRepresentation {
  const { formerId, email, firstName, lastName, locale, createdAt, identities } = account;
  return {
    id,
    username: email,
    email,
    emailVerified: account.isVerified,
    enabled: account.isEnabled,
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
    ...(createdAt !== null && { createdTimestamp: createdAt }),
    attributes: {
      // An application that knows users by it would show the mailbox's owner a stranger's data.
      ...(formerId !== null && account.isVerified && { [IMPORTED_ID]: [formerId] }),
      ...(locale !== null && { locale: [locale] }),
    },
    realmRoles: [...defaults.realmRoles],
    groups: [...defaults.groups],
    requiredActions: [...defaults.requiredActions],
    federatedIdentities: identities.map(({ alias, userId, userName }) => ({
      identityProvider: alias,
      userId,
      userName,
    })),
  };
}
