/** Auth0: the JSON of a user export, an object in each line; or the list that its user import takes. */
import { scalarText } from '../scalar.ts';
import type { Format, SourceIdentity } from './format.ts';
import { objectsOf, unreadableOf } from './values.ts';

/** Databases of its own and passwordless connections: no providers. */
const OWN: readonly unknown[] = ['auth0', 'email', 'sms'];

/** Providers whose name there isn't Keycloak's. */
const ALIASES: Readonly<Record<string, string>> = {
  'google-oauth2': 'google',
  windowslive: 'microsoft',
};

export const AUTH0: Format = {
  json: ['users'],
  csv: null,
  blockedField: 'blocked',
  userIn: (user) => {
    const identities = objectsOf(user.identities);
    return {
      id: user.user_id,
      email: user.email,
      isVerified: user.email_verified,
      firstName: user.given_name,
      lastName: user.family_name,
      name: user.name,
      locale: user.locale,
      createdAt: user.created_at,
      isDisabled: user.blocked,
      identities: (identities ?? [])
        .filter(({ provider }) => !OWN.includes(provider))
        .map(({ provider, connection, isSocial, user_id }): SourceIdentity => {
          // A company's connection has a name of its own.
          const name = scalarText('provider', (isSocial === false ? connection : null) ?? provider);
          return { provider: name, alias: ALIASES[name], userId: user_id };
        }),
      unreadable: unreadableOf({ identities }),
    };
  },
};
