/** Firebase Authentication: the JSON of `auth:export`. Its CSV has line breaks and photo URLs as users wrote them. */
import { scalarText } from '../scalar.ts';
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectsOf, unreadableOf } from './values.ts';

/** The usual aliases of its providers. */
const ALIASES: Readonly<Record<string, string>> = {
  'google.com': 'google',
  'facebook.com': 'facebook',
  'twitter.com': 'twitter',
  'github.com': 'github',
};

/** Its own ways to sign in: no providers. */
const OWN: readonly unknown[] = ['password', 'phone'];

export const FIREBASE: Format = {
  json: ['users'],
  csv: {
    isEscaped: false,
    instead:
      "Firebase's CSV doesn't escape what users wrote, so that one can write the lines of others: export JSON (firebase auth:export users.json --format=json)",
  },
  blockedField: 'disabled',
  userIn: (user) => {
    const identities = identitiesIn(user);
    return {
      id: user.localId,
      email: user.email,
      isVerified: user.emailVerified,
      isProvenThere: isProvenThere(user, identities),
      name: user.displayName,
      createdAt: user.createdAt,
      isDisabled: user.disabled,
      identities: identities ?? [],
      unreadable: unreadableOf({ providerUserInfo: identities }),
    };
  },
};

/** A password tells of an account of its own; its file has neither its other ways to sign in nor companies' providers. */
function isProvenThere(
  { passwordHash }: Fields,
  identities: readonly unknown[] | undefined,
): boolean | undefined {
  if (scalarText('password', passwordHash) !== '') return true;
  return identities === undefined ? false : undefined;
}

function identitiesIn(user: Fields): SourceIdentity[] | undefined {
  return objectsOf(user.providerUserInfo)
    ?.filter(({ providerId }) => !OWN.includes(providerId))
    .map(({ providerId, rawId, email }) => {
      const provider = scalarText('provider', providerId);
      return { provider, alias: ALIASES[provider], userId: rawId, userName: email, email };
    });
}
