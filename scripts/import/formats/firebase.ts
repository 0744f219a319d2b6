/** Firebase Authentication: the JSON or CSV of `auth:export`. */
import { scalarText } from '../scalar.ts';
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectsOf, unreadableOf } from './values.ts';

/** The providers that its CSV has, in their order, and their usual aliases. */
const ALIASES: Readonly<Record<string, string>> = {
  'google.com': 'google',
  'facebook.com': 'facebook',
  'twitter.com': 'twitter',
  'github.com': 'github',
};

/** Its own ways to sign in: no providers. */
const OWN: readonly unknown[] = ['password', 'phone'];

/** Its CSV has no heading. */
const COLUMNS: readonly string[] = [
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'photoUrl'],
  ...Object.keys(ALIASES).flatMap((id) => [id, `${id} email`, `${id} name`, `${id} photo`]),
  ...['createdAt', 'lastSignedInAt', 'phoneNumber', 'disabled', 'customAttributes', 'end'],
];

export const FIREBASE: Format = {
  json: ['users'],
  csv: { required: [], fixed: COLUMNS, min: COLUMNS.indexOf('createdAt') + 1 },
  blockedField: 'disabled',
  userIn: (user) => {
    const identities = identitiesIn(user);
    return {
      id: user.localId,
      email: user.email,
      isVerified: user.emailVerified,
      name: user.displayName,
      createdAt: user.createdAt,
      isDisabled: user.disabled,
      identities: identities ?? [],
      unreadable: unreadableOf({ providerUserInfo: identities }),
    };
  },
};

function identitiesIn(user: Fields): SourceIdentity[] | undefined {
  if (user.providerUserInfo === undefined)
    return Object.keys(ALIASES)
      .filter((provider) => user[provider] !== undefined && user[provider] !== '')
      .map((provider) => ({
        provider,
        alias: ALIASES[provider],
        userId: user[provider],
        userName: user[`${provider} email`],
      }));
  return objectsOf(user.providerUserInfo)
    ?.filter(({ providerId }) => !OWN.includes(providerId))
    .map(({ providerId, rawId, email }) => {
      const provider = scalarText('provider', providerId);
      return { provider, alias: ALIASES[provider], userId: rawId, userName: email };
    });
}
