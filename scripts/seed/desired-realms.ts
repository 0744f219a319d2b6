/** Reads realm-config/: the declarations for every Linkgate realm, and in realms/ one file per sample realm. */

import { readdir, readFile } from 'node:fs/promises';
import { BOUND_TOKENS_ATTRIBUTE } from '../../provider-scripts/src/clients/dpop.ts';
import { ADMIN_PAGES_CLIENT } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { LANGUAGES } from '../../provider-scripts/src/realm/language/languages.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import { Failure } from '../failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { checkApiScopes, type DesiredApiScope } from './api-scope-declaration.ts';
import { checkNames } from './client-names.ts';
import type { DesiredScopes } from './client-scopes.ts';
import type { DesiredClient, DesiredClients } from './clients.ts';
import { mergeDeclarations } from './diff.ts';
import type { DesiredFlow } from './flow.ts';
import type { DesiredKeys } from './keys.ts';
import { checkLinkgateAttributes, checkSignInSettings } from './linkgate-attributes.ts';
import { fillPlaceholders, type Variables } from './placeholders.ts';
import type { DesiredReferral } from './referrals.ts';
import { checkSchema, type Declared, type SchemaName } from './schema.ts';
import { type DeclaringFile, withSetByFiles } from './set-by-files.ts';
import type { DesiredSignUpRules } from './sign-up-rules.ts';
import type { DesiredUserProfile } from './user-profile.ts';

/** Everything declared for one realm, with placeholders filled in. */
export interface DesiredRealm {
  readonly realm: string;
  /** Fields of Keycloak's RealmRepresentation. */
  readonly settings: JsonObject;
  readonly keys: DesiredKeys;
  readonly userProfile: DesiredUserProfile;
  readonly scopes: DesiredScopes;
  readonly apiScopes: readonly DesiredApiScope[];
  readonly flow: DesiredFlow;
  readonly clients: DesiredClients;
  readonly referrals: readonly DesiredReferral[];
  readonly signUpRules: DesiredSignUpRules;
}

type RealmFile = Declared<'sample-realm.json'>;
type ClientInFile = NonNullable<RealmFile['clients']>[number];
type SignInSettings = NonNullable<RealmFile['signIn']>;

/** The folder with the files, and the values of their placeholders. */
interface Source {
  readonly folder: URL;
  readonly variables: Variables;
}

const CONFIG_FOLDER = new URL('../../realm-config/', import.meta.url);

/**
 * Loads the declared realms.
 * @param variables the values of the `${NAME}` placeholders
 * @param names the realms to load; all by default
 * @param folder in the format of realm-config/, which is the default
 * @throws Failure naming file and field for an unknown field, a placeholder without a value, or an invalid `linkgate.…`
 *   attribute, sign-in setting or API scope; naming the realm if it isn't declared
 */
export async function loadDesiredRealms(
  variables: Variables,
  { names, folder = CONFIG_FOLDER }: { names?: readonly string[]; folder?: URL } = {},
): Promise<DesiredRealm[]> {
  const declared = (await readdir(new URL('realms/', folder)))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  const unknown = names?.find((name) => !declared.includes(name));
  if (unknown !== undefined) {
    throw new Failure(`realm ${unknown}: not in realm-config/realms/, which has ${declared.join(', ')}`);
  }
  return Promise.all((names ?? declared).map((name) => loadRealm(name, { folder, variables })));
}

async function loadRealm(name: string, source: Source): Promise<DesiredRealm> {
  const file = `realms/${name}.json`;
  const own = await readConfig('sample-realm.json', source, file);
  if (own.realm !== name)
    throw new Failure(`realm-config/${file}: realm: must be ${name}, like the file name`);
  const { settings: ownSettings = {}, signIn = {}, clients = [] } = own;
  const settings = await readConfig('realm.json', source);
  const flow = await readConfig('flow.json', source);
  const scopes = await readConfig('scopes.json', source);
  const realm: DesiredRealm = {
    realm: name,
    settings: withLanguages(mergeDeclarations(settings, ownSettings)),
    keys: await readConfig('keys.json', source),
    userProfile: await readConfig('user-profile.json', source),
    scopes,
    apiScopes: own.apiScopes ?? [],
    flow: withSignInSettings(flow, signIn),
    clients: {
      clients: [
        ...(await Promise.all(clients.map((client) => withClientDefaults(client, source)))),
        await adminPagesClient(name, source),
      ],
      assignment: scopes.assignment,
    },
    referrals: own.referrals ?? [],
    signUpRules: own.signUpRules ?? {},
  };
  checkSignInSettings(`realm-config/${file}`, signIn);
  checkLinkgateAttributes('realm', `realm-config/${file}`, realm.settings.attributes);
  checkApiScopes(
    `realm-config/${file}`,
    realm.apiScopes,
    realm.clients.clients,
    realm.settings.supportedLocales,
  );
  checkNames(`realm-config/${file}`, realm);
  for (const { clientId, fields } of realm.clients.clients) {
    checkLinkgateAttributes('client', `realm-config/${file}: client ${clientId}`, fields.attributes);
  }
  const declaring: DeclaringFile[] = [
    { file, attributes: ownSettings.attributes, signIn, clients },
    { file: 'realm.json', attributes: settings.attributes },
    { file: 'flow.json', signIn: flow.executions[0]?.config.config },
  ];
  return { ...realm, settings: withSetByFiles(realm.settings, declaring) };
}

/** A realm in several languages that doesn't state which has all of Linkgate's. */
function withLanguages(settings: JsonObject): JsonObject {
  if (settings.internationalizationEnabled !== true || settings.supportedLocales !== undefined)
    return settings;
  return { ...settings, supportedLocales: LANGUAGES.map(({ tag }) => tag) };
}

/** The client of the admin pages, which every realm has; URLs in `admin-client.json` contain the realm as `${REALM}`. */
async function adminPagesClient(realm: string, { folder, variables }: Source): Promise<DesiredClient> {
  const { clientId, client, managementRoles } = await readConfig('admin-client.json', {
    folder,
    variables: (name) =>
      ({ REALM: encodeURIComponent(realm), CLIENT_ID: ADMIN_PAGES_CLIENT })[name] ?? variables(name),
  });
  const { $schema: _, ...fields } = client;
  return { ...(await withClientDefaults({ ...fields, clientId }, { folder, variables })), managementRoles };
}

/** A client that no file declares, with the defaults from client.json and scopes.json. */
export async function newClient(
  own: ClientInFile,
): Promise<{ declared: DesiredClient; assignment: DesiredClients['assignment'] }> {
  const source: Source = { folder: CONFIG_FOLDER, variables: () => undefined };
  const { assignment } = await readConfig('scopes.json', source);
  return { declared: await withClientDefaults(own, source), assignment };
}

/** In `client.json`, `${CLIENT_ID}` stands for the client's ID. */
async function withClientDefaults(own: ClientInFile, { folder, variables }: Source): Promise<DesiredClient> {
  const named: Variables = (name) => (name === 'CLIENT_ID' ? own.clientId : variables(name));
  const defaults = await readConfig('client.json', { folder, variables: named });
  const { apiScopes, ...declared } = own;
  const { protocolMappers = [], ...fields } = mergeDeclarations(
    mergeDeclarations(defaults, withBoundTokens(own)),
    declared,
  );
  return { clientId: own.clientId, fields, protocolMappers, ...(apiScopes && { apiScopes }) };
}

/** Keycloak's switch for bound tokens, as the client's `linkgate.dpop` says. */
function withBoundTokens({ attributes }: ClientInFile): JsonObject {
  const mode = isJsonObject(attributes) ? attributes[CLIENT.dpop.name] : undefined;
  if (mode === undefined) return {};
  return {
    attributes: { [BOUND_TOKENS_ATTRIBUTE]: readSetting(CLIENT.dpop, mode) === 'required' ? 'true' : null },
  };
}

function withSignInSettings(flow: DesiredFlow, settings: SignInSettings): DesiredFlow {
  const executions = flow.executions.map((execution) => ({
    ...execution,
    config: { ...execution.config, config: { ...execution.config.config, ...settings } },
  }));
  return { ...flow, executions };
}

/** Each file has a schema of the same name; the sample realms share one. */
async function readConfig<S extends SchemaName>(
  schema: S,
  { folder, variables }: Source,
  file: string = schema,
): Promise<Declared<S>> {
  const name = `realm-config/${file}`;
  const declared = await checkSchema(
    parseFile(name, await readFile(new URL(encodePath(file), folder), 'utf8')),
    name,
    schema,
  );
  const { $schema: _, ...fields } = fillPlaceholders(declared, variables, name);
  return fields;
}

/** The names of realms may contain spaces, `%` and non-ASCII letters. */
function encodePath(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}

function parseFile(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Failure(`${name}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
