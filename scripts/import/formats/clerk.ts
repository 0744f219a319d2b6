/** Clerk: the CSV of its dashboard, the JSON of its backend API, or that of its command for exports. */
import { scalarText } from '../scalar.ts';
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectOf, objectsOf, unreadableOf } from './values.ts';

export const CLERK: Format = {
  json: ['data', 'users'],
  // Its dashboard's writer isn't public.
  csv: { isEscaped: null, required: ['id', 'primary_email_address', 'verified_email_addresses'] },
  blockedField: 'banned',
  userIn: (user) => {
    const accounts = objectsOf(user.external_accounts);
    return {
      id: user.id,
      ...addressOf(user, accounts),
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
          email: email_address,
        };
      }),
      unreadable: unreadableOf({ external_accounts: accounts }),
    };
  },
};

/**
 * The primary address, and whether it is verified. The file of its command lists the verified ones without the primary one, of which it doesn't
 * say: earlier versions of it name one there that isn't verified.
 */
function addressOf(
  user: Fields,
  accounts: readonly Fields[] | undefined,
): { email: unknown; isVerified: boolean; isProvenThere?: boolean | undefined } {
  if (user.primary_email_address_id === undefined) {
    const [first] = addressesIn(user.unverified_email_addresses);
    const email = user.primary_email_address ?? first;
    const verified = addressesIn(user.verified_email_addresses);
    return { email, isVerified: verified.includes(scalarText('address', email)) };
  }
  const addresses = objectsOf(user.email_addresses) ?? [];
  const primary = addresses.find(({ id }) => id === user.primary_email_address_id);
  const verification = objectOf(primary?.verification);
  return {
    email: primary?.email_address,
    isVerified: verification?.status === 'verified',
    isProvenThere: isProvenThere(verification?.strategy, user, accounts),
  };
}

/** How it verifies addresses itself. */
const OWN: readonly unknown[] = ['email_code', 'email_link', 'ticket', 'admin'];

function isProvenThere(
  strategy: unknown,
  { enterprise_accounts, saml_accounts }: Fields,
  accounts: readonly Fields[] | undefined,
): boolean | undefined {
  if (OWN.includes(strategy)) return true;
  const ofCompanies = [enterprise_accounts, saml_accounts].map((value) => objectsOf(value)?.length ?? 1);
  const isUnknown = !strategy && accounts !== undefined && ofCompanies.every((count) => count === 0);
  return isUnknown ? undefined : false;
}

/** In JSON a list, in CSV a text. */
function addressesIn(value: unknown): readonly string[] {
  const field = 'list of addresses';
  if (Array.isArray(value)) return value.map((one) => scalarText(field, one));
  return scalarText(field, value)
    .split(/[|,;\s]+/)
    .filter((address) => address !== '');
}
