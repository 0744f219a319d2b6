/** Supabase: rows of `auth.users` with their identities, as CSV or JSON, or the list of its admin API. */
import { instantOf } from '../instant.ts';
import type { Format, SourceIdentity } from './format.ts';
import { objectOf, objectsOf, unreadableOf } from './values.ts';

/** Its own ways to sign in: no providers. */
const OWN: readonly unknown[] = ['email', 'phone'];

const ALIASES: Readonly<Record<string, string>> = {
  azure: 'microsoft',
  linkedin_oidc: 'linkedin-openid-connect',
};

export const SUPABASE: Format = {
  json: ['users'],
  csv: { required: ['id', 'email', 'email_confirmed_at'] },
  userIn: (user) => {
    const metadata = objectOf(user.raw_user_meta_data ?? user.user_metadata);
    const identities = objectsOf(user.identities);
    return {
      id: user.id,
      email: user.email,
      isVerified: isSet(user.email_confirmed_at),
      firstName: metadata?.first_name ?? metadata?.given_name,
      lastName: metadata?.last_name ?? metadata?.family_name,
      name: metadata?.full_name ?? metadata?.name,
      locale: metadata?.locale,
      createdAt: user.created_at,
      isDisabled: isBanned(user.banned_until),
      excluded: isSet(user.deleted_at) ? 'it was deleted there' : undefined,
      identities: (identities ?? [])
        .filter(({ provider }) => !OWN.includes(provider))
        .map(
          ({ provider, provider_id, identity_data, id }): SourceIdentity => ({
            provider: String(provider),
            alias: ALIASES[String(provider)],
            userId: provider_id ?? objectOf(identity_data)?.sub ?? id,
          }),
        ),
      unreadable: unreadableOf({ raw_user_meta_data: metadata, identities }),
    };
  },
};

/** A ban may be over; one whose end can't be read isn't. */
function isBanned(until: unknown): boolean {
  return isSet(until) && (instantOf(until) ?? Number.POSITIVE_INFINITY) > Date.now();
}

/** Whether a time is there: `null`, or as some CSV files have it, empty or the word. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 'null' && value !== 'NULL';
}
