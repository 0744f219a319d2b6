/**
 * Auth0: a user export, as JSON with an object in each line or as CSV, both also with the column names of its former extension; or the list
 * that its user import takes.
 */
import { scalarOf, scalarText } from '../scalar.ts';
import type { Fields, Format, SourceIdentity } from './format.ts';
import { objectOf, objectsOf, unreadableOf } from './values.ts';

/** Databases of its own and passwordless connections: no providers. */
const OWN: readonly unknown[] = ['auth0', 'email', 'sms'];

/** Providers whose name there isn't Keycloak's. */
const ALIASES: Readonly<Record<string, string>> = {
  'google-oauth2': 'google',
  windowslive: 'microsoft',
};

/** The names that its extension for exports gives the fields. */
const EXTENSION_NAMES: Readonly<Record<string, string>> = {
  Id: 'user_id',
  Email: 'email',
  'Email Verified': 'email_verified',
  Name: 'name',
  'Given Name': 'given_name',
  'Family Name': 'family_name',
  Connection: 'identities[0].connection',
  'Created At': 'created_at',
};

export const AUTH0: Format = {
  json: ['users'],
  csv: {
    // Documented there: quotes are doubled, each text is in quotes.
    isEscaped: true,
    required: ['user_id', 'email', 'email_verified'],
    // Each text has one in front, so that no spreadsheet takes it for a formula.
    textIn: (cell) => cell.replace(/^'/, ''),
  },
  named: (name) => (Object.hasOwn(EXTENSION_NAMES, name) ? (EXTENSION_NAMES[name] ?? name) : name),
  blockedField: 'blocked',
  userIn: (user) => {
    const identities = identitiesIn(user);
    const [primary, ...linked] = identities ?? [];
    return {
      id: user.user_id,
      email: user.email,
      isVerified: user.email_verified,
      // The address is that of the first identity.
      isProvenThere: identities === undefined ? false : primary && OWN.includes(primary.provider),
      firstName: user.given_name,
      lastName: user.family_name,
      name: user.name,
      locale: user.locale,
      createdAt: user.created_at,
      isDisabled: user.blocked,
      identities: [
        ...(primary === undefined ? [] : [{ identity: primary, email: user.email }]),
        ...linked.map((identity) => ({ identity, email: linkedAddress(identity) })),
      ]
        .filter(({ identity }) => !OWN.includes(identity.provider))
        .map(({ identity, email }) => ({ ...providerIdentity(identity), email })),
      unreadable: unreadableOf({ identities }),
    };
  },
};

/** An identity at a provider. A connection of the tenant's own has its name in front of the id (`samling|123456`), unlike the provider itself. */
function providerIdentity({ provider, connection, isSocial, user_id }: Fields): SourceIdentity {
  const connected = scalarText('connection', connection);
  const id = scalarOf('id at a provider', user_id);
  const isPrefixed = connected !== '' && String(id).startsWith(`${connected}|`);
  // A company's connection has a name of its own, and so has one that the tenant has added to the social ones.
  const isNamed = isPrefixed || scalarText('kind of identity', isSocial).toLowerCase() !== 'true';
  const name = (isNamed ? connected : '') || scalarText('provider', provider);
  const userId = isPrefixed ? String(id).slice(connected.length + 1) : id;
  return { provider: name, alias: ALIASES[name], userId };
}

/** The address of an identity that was linked later; null if the file doesn't say that the provider has verified one. */
function linkedAddress({ profileData }: Fields): unknown {
  const profile = objectOf(profileData);
  return profile?.email_verified === true ? profile.email : null;
}

/** A column with one field of an identity. */
const IDENTITY_COLUMN = /^identities\[(\d{1,2})\]\.(provider|connection|user_id|isSocial)$/;

/** The list of them; or, as CSV has none, what its columns say, and the first one from the user's id (`provider|id`). */
function identitiesIn(user: Fields): readonly Fields[] | undefined {
  const listed = objectsOf(user.identities);
  if (listed === undefined || listed.length > 0) return listed;
  const byIndex: Record<string, unknown>[] = [];
  const [, provider, user_id] = /^([^|]+)\|(.+)$/.exec(scalarText('id', user.user_id)) ?? [];
  if (provider !== undefined) byIndex[0] = { provider, user_id };
  for (const [column, value] of Object.entries(user)) {
    const [, index, field] = IDENTITY_COLUMN.exec(column) ?? [];
    if (index === undefined || field === undefined || value === '') continue;
    byIndex[Number(index)] = { ...byIndex[Number(index)], [field]: value };
  }
  return byIndex.filter(({ provider }) => provider !== undefined);
}
