/** Supabase: rows of `auth.users` with their identities, as CSV or JSON, or the list of its admin API. */
import { instantOf } from '../instant.ts';
import { Rejected, scalarText } from '../scalar.ts';
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectOf, objectsOf, unreadableOf } from './values.ts';

/** Its own ways to sign in: no providers. */
const OWN: readonly unknown[] = ['email', 'phone'];

const ALIASES: Readonly<Record<string, string>> = {
  azure: 'microsoft',
  linkedin_oidc: 'linkedin-openid-connect',
};

export const SUPABASE: Format = {
  json: ['users'],
  // PostgreSQL's COPY, or Papa Parse in the dashboard.
  csv: { isEscaped: true, required: ['id', 'email', 'email_confirmed_at'] },
  blockedField: 'banned_until',
  userIn: (user) => {
    const metadata = objectOf(user.raw_user_meta_data ?? user.user_metadata);
    const identities = objectsOf(user.identities);
    return {
      id: user.id,
      email: user.email,
      isVerified: isConfirmed(user.email_confirmed_at),
      isProvenThere: isProvenThere(user, identities),
      firstName: metadata?.first_name ?? metadata?.given_name,
      lastName: metadata?.last_name ?? metadata?.family_name,
      name: metadata?.full_name ?? metadata?.name,
      locale: metadata?.locale,
      createdAt: user.created_at,
      isDisabled: isBanned(user.banned_until),
      excluded: isSet('deletion time', user.deleted_at) ? 'it was deleted there' : undefined,
      identities: (identities ?? [])
        .filter(({ provider }) => !OWN.includes(provider))
        .map(({ provider, provider_id, identity_data, id }): SourceIdentity => {
          const name = scalarText('provider', provider);
          const data = objectOf(identity_data);
          const userId = provider_id ?? data?.sub ?? id;
          const email = data?.email_verified === false ? null : data?.email;
          return { provider: name, alias: ALIASES[name], userId, email };
        }),
      unreadable: unreadableOf({ raw_user_meta_data: metadata, identities }),
    };
  },
};

/** By an email of its own; where a file has no identities, its users' metadata name the providers. */
function isProvenThere(user: Fields, identities: readonly Fields[] | undefined): boolean | undefined {
  const named = objectOf(user.raw_app_meta_data ?? user.app_metadata)?.providers;
  const providers = [
    ...(identities ?? []).map(({ provider }) => provider),
    ...(Array.isArray(named) ? named : []),
  ];
  if (providers.includes('email')) return true;
  return identities === undefined || providers.length > 0 ? false : undefined;
}

/** Only a time counts. */
function isConfirmed(at: unknown): boolean {
  const field = 'confirmation time';
  if (!isSet(field, at)) return false;
  if (instantOf(field, at) === undefined) throw new Rejected(`its ${field} isn't a time`);
  return true;
}

/** A ban may be over; one whose end can't be read isn't. */
function isBanned(until: unknown): boolean {
  const field = 'end of its ban';
  return isSet(field, until) && (instantOf(field, until) ?? Number.POSITIVE_INFINITY) > Date.now();
}

/** Whether a time is there: `null`, or as some CSV files have it, empty or the word. */
function isSet(field: string, value: unknown): boolean {
  return !['', 'null', 'NULL'].includes(scalarText(field, value));
}
