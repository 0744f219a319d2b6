/** A CSV file of our own, for users of any other product. */
import { scalarText } from '../scalar.ts';
import type { Format, SourceIdentity } from './format.ts';

/** Its columns; all but the first may be missing. */
export const OWN_COLUMNS = [
  'email',
  'email_verified',
  'id',
  'first_name',
  'last_name',
  'name',
  'locale',
  'created_at',
  'disabled',
  'identities',
] as const;

export const OWN: Format = {
  json: null,
  csv: { isEscaped: true, required: ['email'], known: OWN_COLUMNS },
  blockedField: 'disabled',
  userIn: (user) => ({
    id: user.id,
    email: user.email,
    isVerified: user.email_verified,
    firstName: user.first_name,
    lastName: user.last_name,
    name: user.name,
    locale: user.locale,
    createdAt: user.created_at,
    isDisabled: user.disabled,
    identities: scalarText('identities', user.identities)
      .split(/\s+/)
      .filter((identity) => identity !== '')
      .map(identityIn),
  }),
};

/** Such as `google:1234`. */
function identityIn(text: string): SourceIdentity {
  const [, provider = text, userId] = /^([^:]+):(.+)$/.exec(text) ?? [];
  return { provider, userId };
}
