/** Reads realm-config/: what every Linkgate realm has, and under realms/ one file for each sample realm. */

import { readdir, readFile } from 'node:fs/promises';
import { Failure } from '../server/failure.ts';
import type { DesiredScopes } from './client-scopes.ts';
import type { DesiredClient, DesiredClients } from './clients.ts';
import { overlay } from './diff.ts';
import type { DesiredFlow } from './flow.ts';
import type { Json, JsonObject } from './json.ts';
import type { DesiredKeys } from './keys.ts';
import { checkLinkgateAttributes } from './linkgate-attributes.ts';
import { fillPlaceholders } from './placeholders.ts';
import type { DesiredMapper } from './protocol-mappers.ts';
import type { DesiredReferral } from './referrals.ts';
import type { DesiredUserProfile } from './user-profile.ts';

/** All that is declared for one realm, every placeholder filled. */
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

/** The form of a file under realms/. */
interface RealmFile {
  readonly realm: string;
  /** Beyond realm.json. */
  readonly settings: JsonObject;
  /** Authenticator settings beyond flow.json. */
  readonly signIn: { readonly [setting: string]: string };
  /** Fields of Keycloak's ClientRepresentation beyond client.json. */
  readonly clients: readonly (JsonObject & { readonly clientId: string })[];
  /** None where it is left out. */
  readonly referrals?: readonly DesiredReferral[];
}

type ClientDefaults = JsonObject & { readonly protocolMappers: readonly DesiredMapper[] };
type Variables = Readonly<Record<string, string | undefined>>;

const CONFIG_FOLDER = new URL('../../realm-config/', import.meta.url);

/**
 * Loads the declared realms.
 * @param variables what the `${NAME}` placeholders stand for
 * @param names the realms to load; all by default
 * @throws Failure naming file and field for a placeholder that isn't set or a `linkgate.…` attribute that isn't good, and
 *   naming the realm for one that isn't declared
 */
export async function loadDesiredRealms(
  variables: Variables,
  names?: readonly string[],
): Promise<DesiredRealm[]> {
  const declared = (await readdir(new URL('realms/', CONFIG_FOLDER)))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  const unknown = names?.find((name) => !declared.includes(name));
  if (unknown !== undefined) {
    throw new Failure(`realm ${unknown}: not in realm-config/realms/, which has ${declared.join(', ')}`);
  }
  return Promise.all((names ?? declared).map((name) => loadRealm(name, variables)));
}

async function loadRealm(name: string, variables: Variables): Promise<DesiredRealm> {
  const file = `realms/${name}.json`;
  const own = (await readConfig(file, variables)) as unknown as RealmFile;
  if (own.realm !== name)
    throw new Failure(`realm-config/${file}: realm: must be ${name}, as the file's name`);
  const settings = await readConfig('realm.json', variables);
  const rates = await readConfig('rate-policies.json', variables);
  const flow = (await readConfig('flow.json', variables)) as unknown as DesiredFlow;
  const scopes = (await readConfig('scopes.json', variables)) as unknown as DesiredScopes;
  const realm: DesiredRealm = {
    realm: name,
    settings: overlay(overlay(settings, { attributes: rates }), own.settings),
    keys: (await readConfig('keys.json', variables)) as unknown as DesiredKeys,
    userProfile: (await readConfig('user-profile.json', variables)) as unknown as DesiredUserProfile,
    scopes,
    flow: withSignInSettings(flow, own.signIn),
    clients: {
      clients: await Promise.all(own.clients.map((client) => withClientDefaults(client, variables))),
      assignment: scopes.assignment,
    },
    referrals: own.referrals ?? [],
  };
  checkLinkgateAttributes(`realm-config/${file}`, realm.settings.attributes);
  for (const { clientId, fields } of realm.clients.clients) {
    checkLinkgateAttributes(`realm-config/${file}: client ${clientId}`, fields.attributes);
  }
  return realm;
}

/** `client.json` may name `${CLIENT_ID}`, which is the client's own id. */
async function withClientDefaults(
  own: RealmFile['clients'][number],
  variables: Variables,
): Promise<DesiredClient> {
  const clientVariables = { ...variables, CLIENT_ID: own.clientId };
  const defaults = (await readConfig('client.json', clientVariables)) as ClientDefaults;
  const { protocolMappers, ...fields } = overlay(defaults, own);
  return { clientId: own.clientId, fields, protocolMappers };
}

function withSignInSettings(flow: DesiredFlow, settings: RealmFile['signIn']): DesiredFlow {
  const executions = flow.executions.map((execution) => ({
    ...execution,
    config: { ...execution.config, config: { ...execution.config.config, ...settings } },
  }));
  return { ...flow, executions };
}

async function readConfig(file: string, variables: Variables): Promise<JsonObject> {
  const text = await readFile(new URL(file, CONFIG_FOLDER), 'utf8');
  return fillPlaceholders(JSON.parse(text) as Json, variables, `realm-config/${file}`) as JsonObject;
}
