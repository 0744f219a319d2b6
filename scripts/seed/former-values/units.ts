/**
 * A realm as units: the values that a seed run may change, each with its path. Mappers and key providers are one unit each; of everything
 * else, each field is one.
 */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import type ComponentRepresentation from '@keycloak/keycloak-admin-client/lib/defs/componentRepresentation.js';
import type ProtocolMapperRepresentation from '@keycloak/keycloak-admin-client/lib/defs/protocolMapperRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import type { UserProfileConfig } from '@keycloak/keycloak-admin-client/lib/defs/userProfileMetadata.js';
import { PREFIX } from '../../../provider-scripts/src/realm/settings/table.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { fieldPath } from '../diff.ts';

/** Such as `['scopes', 'profile', 'mappers', 'full name']`. */
export type UnitPath = readonly [part: Part, ...names: string[]];
type Part = 'realm' | 'defaults' | 'profile' | 'keys' | 'scopes' | 'clients';

/** Values by the JSON text of their path. */
export type Units = ReadonlyMap<string, Json>;

/** Parts of a realm as the admin API returns them. */
export interface Representations {
  readonly realm: RealmRepresentation;
  readonly profile: UserProfileConfig;
  readonly keys: readonly ComponentRepresentation[];
  readonly scopes: readonly ClientScopeRepresentation[];
  /** The roles that a scope needs, by its name. */
  readonly scopeRoles: ReadonlyMap<string, readonly string[]>;
  /** The names of the client scopes of new clients. */
  readonly defaults: Readonly<Record<AssignmentKind, readonly string[]>>;
  readonly clients: readonly ClientRepresentation[];
}

export type AssignmentKind = 'default' | 'optional';

/** Prefix of Linkgate's own attributes, which have no former value. */
export const OWN_PREFIX = PREFIX;

/** What isn't a setting, or has units of its own. */
const NOT_OF_REALM = ['id', 'realm', 'attributes', 'smtpServer'];
const NOT_OF_CLIENTS = [
  ...['id', 'clientId', 'access', 'attributes', 'protocolMappers'],
  ...['defaultClientScopes', 'optionalClientScopes', 'authenticationFlowBindingOverrides'],
];
/** Keycloak's own record of a client's secret. */
const ABOUT_SECRET = /^client\.secret\./;

/** The key of a path. */
export function keyOf(path: UnitPath): string {
  return JSON.stringify(path);
}

/** The units of a realm. */
export function unitsOf(found: Representations): Units {
  const { realm, profile, keys, scopes, scopeRoles, defaults, clients } = found;
  return new Map([
    ...units(['realm'], omit(realm, NOT_OF_REALM)),
    ...units(['realm', 'attributes'], withoutOwn(realm.attributes)),
    ...units(['realm', 'smtpServer'], realm.smtpServer),
    ...units(['defaults'], assignmentOf(defaults)),
    ...(profile.attributes ?? []).flatMap(({ name = '', ...fields }) =>
      units(['profile', name], fields as object),
    ),
    ...units(
      ['keys'],
      Object.fromEntries(keys.map(({ name = '', providerId, config }) => [name, { providerId, config }])),
    ),
    ...scopes.flatMap(({ name = '', attributes, protocolMappers }) => [
      ...units(['scopes', name, 'attributes'], withoutOwn(attributes)),
      ...units(['scopes', name, 'mappers'], mappersByName(protocolMappers)),
      ...units(
        ['scopes', name, 'roles'],
        Object.fromEntries((scopeRoles.get(name) ?? []).map((role) => [role, true])),
      ),
    ]),
    ...clients.flatMap((client) => clientUnits(client)),
  ]);
}

function clientUnits(client: ClientRepresentation): [string, Json][] {
  const { clientId = '', attributes, protocolMappers } = client;
  const { defaultClientScopes = [], optionalClientScopes = [] } = client;
  const assignment = assignmentOf({ default: defaultClientScopes, optional: optionalClientScopes });
  const own = Object.entries(withoutOwn(attributes)).filter(([name]) => !ABOUT_SECRET.test(name));
  return [
    ...units(['clients', clientId], omit(client, NOT_OF_CLIENTS)),
    ...units(['clients', clientId, 'attributes'], Object.fromEntries(own)),
    ...units(['clients', clientId, 'mappers'], mappersByName(protocolMappers)),
    ...units(['clients', clientId, 'scopes'], assignment),
  ];
}

function assignmentOf(names: Readonly<Record<AssignmentKind, readonly string[]>>): object {
  const kinds = ['optional', 'default'] as const;
  return Object.fromEntries(kinds.flatMap((kind) => names[kind].map((name) => [name, kind])));
}

function mappersByName(mappers: readonly ProtocolMapperRepresentation[] = []): object {
  return Object.fromEntries(
    mappers.map(({ name = '', protocol, protocolMapper, config }) => [
      name,
      { protocol, protocolMapper, config },
    ]),
  );
}

function withoutOwn(attributes: object | undefined): object {
  return Object.fromEntries(
    Object.entries(attributes ?? {}).filter(([name]) => !name.startsWith(OWN_PREFIX)),
  );
}

function omit(representation: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(representation).filter(([name]) => !names.includes(name)));
}

/** One for each field that has a value. */
function units(above: UnitPath, fields: object | undefined): [string, Json][] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[keyOf([...above, name]), plain(value)]],
  );
}

/** Without fields that have no value. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** How a unit is named for users; without `field` it is a whole object. */
export function describeUnit([part, ...names]: UnitPath): { object: string; field?: string } {
  const [first = '', second = '', ...rest] = names;
  switch (part) {
    case 'realm':
      return { object: 'realm', field: fieldOf(names) };
    case 'defaults':
      return { object: 'realm', field: fieldOf(['newClientScopes', first]) };
    case 'profile':
      return { object: `user profile attribute ${first}`, field: fieldOf([second, ...rest]) };
    case 'keys':
      return { object: `key ${first}` };
    case 'scopes':
    case 'clients': {
      const owner = `${part === 'scopes' ? 'client scope' : 'client'} ${first}`;
      return second === 'mappers'
        ? { object: `${owner} mapper ${rest.join('')}` }
        : { object: owner, field: fieldOf([second, ...rest]) };
    }
  }
}

function fieldOf(names: readonly string[]): string {
  return names.reduce((path, name) => fieldPath(path, name), '');
}

/** A unit that is a whole object. */
export function wholeObject(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
