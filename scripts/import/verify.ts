/**
 * Marks an account of an earlier run as verified, whose address was verified in the former product since: with what it didn't get as long as its
 * maker might not own the address. Only as long as nobody can sign in to it: what a stranger has there would stay, as its first link no longer
 * claims it.
 */
import type { RealmAdmin } from '../admin/connect.ts';
import { identityKey, type Pending } from './batches.ts';
import { IMPORTED_ID } from './imported-id.ts';
import { needing } from './realm.ts';

/** Whether somebody can sign in to the account by something other than its mailbox, or has done so. */
export async function isUsed(
  { client, realm }: RealmAdmin,
  { id, account: { identities } }: Pending,
): Promise<boolean> {
  const found = await needing(realm, 'view-users', () =>
    Promise.all([
      client.users.getCredentials({ realm, id }),
      client.users.listSessions({ realm, id }),
      // Also clients with offline tokens.
      client.users.listConsents({ realm, id }),
      client.users.listFederatedIdentities({ realm, id }),
    ]),
  );
  const [credentials, sessions, consents, linked] = found;
  // Its own are those of a run that ended before it marked the account.
  const own = new Set(identities.map(identityKey));
  const others = linked.filter(
    ({ identityProvider: alias = '', userId = '' }) => !own.has(identityKey({ alias, userId })),
  );
  return [credentials, sessions, consents, others].some(({ length }) => length > 0);
}

/** Links the identities, and then marks the account: a run that ends in between is continued. What administrators have added stays. */
export async function markVerified(
  { client, realm }: RealmAdmin,
  { id, account: { formerId, firstName, lastName, identities } }: Pending,
): Promise<void> {
  const user = await needing(realm, 'view-users', () => client.users.findOne({ realm, id }));
  const linked = await needing(realm, 'view-users', () =>
    client.users.listFederatedIdentities({ realm, id }),
  );
  for (const { alias, userId, userName } of identities) {
    if (linked.some(({ identityProvider }) => identityProvider === alias)) continue;
    const federatedIdentity = { identityProvider: alias, userId, userName };
    await needing(realm, 'manage-users', () =>
      client.users.addToFederatedIdentity({ realm, id, federatedIdentityId: alias, federatedIdentity }),
    );
  }
  const isNamed = Boolean(user?.firstName || user?.lastName);
  await needing(realm, 'manage-users', () =>
    client.users.update(
      { realm, id },
      {
        ...user,
        emailVerified: true,
        ...(!isNamed && firstName !== null && { firstName }),
        ...(!isNamed && lastName !== null && { lastName }),
        attributes: {
          ...(formerId !== null && { [IMPORTED_ID]: [formerId] }),
          ...user?.attributes,
        },
      },
    ),
  );
}
