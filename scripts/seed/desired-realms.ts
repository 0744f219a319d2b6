/** Reads realm-config/: what every Linkgate realm has, and under realms/ one file for each sample realm. */

import { readdir, readFile } from 'node:fs/promises';
import { ADMIN_PAGES_CLIENT } from '../../provider-scripts/src/ids.ts';
import { LANGUAGES } from '../../provider-scripts/src/language/languages.ts';
import { Failure } from '../failure.ts';
import type { Json, JsonObject } from '../json.ts';
import type { DesiredScopes } from './client-scopes.ts';
import type { DesiredClient, DesiredClients } from './clients.ts';
import { layered } from './diff.ts';
import type { DesiredFlow } from './flow.ts';
import type { DesiredKeys } from './keys.ts';
import { checkLinkgateAttributes, checkSignInSettings } from './linkgate-attributes.ts';
import { fillPlaceholders, type Variables } from './placeholders.ts';
import type { DesiredReferral } from './referrals.ts';
import { checkSchema, type Declared, type SchemaName } from './schema.ts';
import type { DesiredUserProfile } from './user-profile.ts';

/** Everything declared for one realm, with placeholders filled in. */
export interface DesiredRealm {
  readonly realm: string;
  /** Fields of Keycloak's RealmRepresentation. */
  readonly settings: JsonObject;
  readonly keys: DesiredKeys;
  readonly userProfile: DesiredUserProfile;
  readonly scopes: DesiredScopes;
  readonly flow: DesiredFlow;
  readonly clients: DesiredClients;
  readonly referrals: readonly DesiredReferral[];
}

type RealmFile = Declared<'sample-realm.json'>;

/** Where the files are, and what their placeholders stand for. */
interface Source {
  readonly folder: URL;
  readonly variables: Variables;
}

const CONFIG_FOLDER = new URL('../../realm-config/', import.meta.url);

/**
 * Loads the declared realms.
 * @param variables what the `${NAME}` placeholders stand for
 * @param names the realms to load; all by default
 * @param folder has the form of realm-config/, which is the default
 * @throws Failure naming file and field for one that the schema doesn't know, a placeholder that isn't set or a `linkgate.…`
 *   attribute or sign-in setting that isn't valid, and naming the realm for one that isn't declared
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
  const settings = await readConfig('realm.json', source);
  const flow = await readConfig('flow.json', source);
  const scopes = await readConfig('scopes.json', source);
  const realm: DesiredRealm = {
    realm: name,
    settings: withLanguages(layered(settings, own.settings)),
    keys: await readConfig('keys.json', source),
    userProfile: await readConfig('user-profile.json', source),
    scopes,
    flow: withSignInSettings(flow, own.signIn),
    clients: {
      clients: [
        ...(await Promise.all(own.clients.map((client) => withClientDefaults(client, source)))),
        await adminPagesClient(name, source),
      ],
      assignment: scopes.assignment,
    },
    referrals: own.referrals ?? [],
  };
  checkSignInSettings(`realm-config/${file}`, own.signIn);
  checkLinkgateAttributes(`realm-config/${file}`, realm.settings.attributes);
  for (const { clientId, fields } of realm.clients.clients) {
    checkLinkgateAttributes(`realm-config/${file}: client ${clientId}`, fields.attributes);
  }
  return realm;
}

/** A realm in several languages that doesn't state which has all of Linkgate's. */
function withLanguages(settings: JsonObject): JsonObject {
  if (settings.internationalizationEnabled !== true || settings.supportedLocales !== undefined)
    return settings;
  return { ...settings, supportedLocales: LANGUAGES.map(({ tag }) => tag) };
}

/** The client of the administrators' pages, which every realm has; in URLs `admin-client.json` names the realm as `${REALM}`. */
async function adminPagesClient(realm: string, { folder, variables }: Source): Promise<DesiredClient> {
  const { clientId, client, managementRoles } = await readConfig('admin-client.json', {
    folder,
    variables: (name) =>
      ({ REALM: encodeURIComponent(realm), CLIENT_ID: ADMIN_PAGES_CLIENT })[name] ?? variables(name),
  });
  const { $schema: _, ...fields } = client;
  return { ...(await withClientDefaults({ ...fields, clientId }, { folder, variables })), managementRoles };
}

/** A client that no file declares, with what client.json and scopes.json give every client. */
export async function newClient(
  own: RealmFile['clients'][number],
): Promise<{ declared: DesiredClient; assignment: DesiredClients['assignment'] }> {
  const source: Source = { folder: CONFIG_FOLDER, variables: () => undefined };
  const { assignment } = await readConfig('scopes.json', source);
  return { declared: await withClientDefaults(own, source), assignment };
}

/** `client.json` may name `${CLIENT_ID}`, which is the client's own id. */
async function withClientDefaults(
  own: RealmFile['clients'][number],
  { folder, variables }: Source,
): Promise<DesiredClient> {
  const named: Variables = (name) => (name === 'CLIENT_ID' ? own.clientId : variables(name));
  const defaults = await readConfig('client.json', { folder, variables: named });
  const { protocolMappers = [], ...fields } = layered(defaults, own);
  return { clientId: own.clientId, fields, protocolMappers };
}

function withSignInSettings(flow: DesiredFlow, settings: RealmFile['signIn']): DesiredFlow {
  const executions = flow.executions.map((execution) => ({
    ...execution,
    config: { ...execution.config, config: { ...execution.config.config, ...settings } },
  }));
  return { ...flow, executions };
}

/** Each file has a schema of its own name; sample realms share one. */
async function readConfig<S extends SchemaName>(
  schema: S,
  { folder, variables }: Source,
  file: string = schema,
): Promise<Declared<S>> {
  const name = `realm-config/${file}`;
  const declared = await checkSchema(
    parseFile(name, await readFile(new URL(inUrl(file), folder), 'utf8')),
    name,
    schema,
  );
  const { $schema: _, ...fields } = fillPlaceholders(declared, variables, name);
  return fields;
}

/** A path below the folder: realms may have blanks, `%` and any script in their names. */
function inUrl(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}

function parseFile(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Failure(`${name}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
