/** Clerk: the CSV of its dashboard, or the JSON of its backend API. */
import { scalarText } from '../scalar.ts';
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectsOf, unreadableOf } from './values.ts';

export const CLERK: Format = {
  json: ['data', 'users'],
  csv: { required: ['id', 'primary_email_address', 'verified_email_addresses'] },
  blockedField: 'banned',
  userIn: (user) => {
    const accounts = objectsOf(user.external_accounts);
    return {
      id: user.id,
      ...addressOf(user),
      firstName: user.first_name,
      lastName: user.last_name,
      locale: user.locale,
      createdAt: user.created_at,
      isDisabled: user.banned,
      identities: (accounts ?? []).map(({ provider, provider_user_id, email_address }): SourceIdentity => {
        const name = scalarText('provider', provider);
        return {
          provider: name,
          alias: name.replace(/^oauth_/, ''),
          userId: provider_user_id,
          userName: email_address,
        };
      }),
      unreadable: unreadableOf({ external_accounts: accounts }),
    };
  },
};

/** The primary address, and whether it is verified. */
function addressOf(user: Fields): { email: unknown; isVerified: boolean } {
  const { primary_email_address: email, verified_email_addresses: verified } = user;
  if (email !== undefined)
    return {
      email,
      isVerified: scalarText('list of verified addresses', verified)
        .split(/[|,;\s]+/)
        .includes(scalarText('address', email)),
    };
  const addresses = objectsOf(user.email_addresses) ?? [];
  const primary = addresses.find(({ id }) => id === user.primary_email_address_id);
  return {
    email: primary?.email_address,
    isVerified: objectStatus(primary?.verification) === 'verified',
  };
}

function objectStatus(verification: unknown): unknown {
  return (verification as Fields | null | undefined)?.status;
}
