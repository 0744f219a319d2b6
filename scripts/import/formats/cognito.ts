/** Amazon Cognito: the JSON of `list-users`, or a CSV file with the header of its user import. */
import { scalarText } from '../scalar.ts';
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectsOf, unreadableOf } from './values.ts';

const ALIASES: Readonly<Record<string, string>> = {
  Google: 'google',
  Facebook: 'facebook',
  SignInWithApple: 'apple',
  LoginWithAmazon: 'amazon',
};

export const COGNITO: Format = {
  json: ['Users'],
  // It exports none: each tool that writes one has its own way.
  csv: { isEscaped: null, required: ['cognito:username', 'email', 'email_verified'] },
  blockedField: 'Enabled',
  userIn: (user) => {
    const attributes = attributesOf(user);
    const identities = objectsOf(attributes.identities);
    return {
      id: attributes.sub ?? user.Username ?? user['cognito:username'],
      email: attributes.email,
      isVerified: attributes.email_verified,
      // A provider's attributes also replace those of a user of its own who was linked.
      isProvenThere: identities === undefined || user.UserStatus === 'EXTERNAL_PROVIDER' ? false : undefined,
      firstName: attributes.given_name,
      lastName: attributes.family_name,
      name: attributes.name,
      locale: attributes.locale,
      createdAt: user.UserCreateDate,
      isEnabled: user.Enabled,
      identities: (identities ?? []).map(({ providerName, userId }): SourceIdentity => {
        const provider = scalarText('provider', providerName);
        return { provider, alias: ALIASES[provider], userId };
      }),
      unreadable: unreadableOf({ identities }),
    };
  },
};

/** A user's attributes by name: in JSON a list, in CSV columns. */
function attributesOf(user: Fields): Fields {
  const listed = objectsOf(user.Attributes ?? user.UserAttributes) ?? [];
  return listed.length === 0
    ? user
    : Object.fromEntries(listed.map(({ Name, Value }) => [scalarText('attribute name', Name), Value]));
}
