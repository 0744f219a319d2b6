/** Clerk: the CSV of its dashboard, or the JSON of its backend API. */
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectsOf, unreadableOf } from './values.ts';

export const CLERK: Format = {
  json: ['data', 'users'],
  csv: { required: ['id', 'primary_email_address', 'verified_email_addresses'] },
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
      identities: (accounts ?? []).map(
        ({ provider, provider_user_id, email_address }): SourceIdentity => ({
          provider: String(provider),
          alias: String(provider).replace(/^oauth_/, ''),
          userId: provider_user_id,
          userName: email_address,
        }),
      ),
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
      isVerified: String(verified ?? '')
        .split(/[|,;\s]+/)
        .includes(String(email)),
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
