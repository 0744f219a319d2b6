/** Writes a client that registered itself, or that a document describes, as it is allowed to be. */

import type { ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { readSetting } from '../realm/settings/read.ts';
import { CLIENT, REALM } from '../realm/settings/table.ts';
import { keycloakAttributes, OFFLINE_SCOPE, outlivesSession } from './refresh-tokens.ts';
import { refreshTokensWith } from './refresh-tokens-of.ts';
import type { NewClientDefaults, Representation } from './self-registered.ts';

const ClientRepresentation = Java.type('org.keycloak.representations.idm.ClientRepresentation');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const RepresentationToModel = Java.type('org.keycloak.models.utils.RepresentationToModel');

/**
 * What the realm gives a client that registers itself or is described by a document: Keycloak's own default client scopes, and how long its users
 * stay signed in. What the realm's other settings don't permit counts as `off`.
 */
export function newClientDefaults(realm: RealmModel): NewClientDefaults {
  const defaultClientScopes = scopeNames(realm, true);
  const optionalClientScopes = scopeNames(realm, false);
  const setting = realm.getAttribute(REALM.refreshTokensOfNewClients.name);
  const stay = refreshTokensWith(realm, readSetting(CLIENT.refreshTokens, setting));
  const outlives = outlivesSession(stay);
  if (stay === 'off' || (outlives && KeycloakModelUtils.getClientScopeByName(realm, OFFLINE_SCOPE) === null))
    return { defaultClientScopes, optionalClientScopes };
  const attributes: Record<string, string> = { [CLIENT.refreshTokens.name]: String(setting) };
  for (const [name, value] of Object.entries(keycloakAttributes(stay)))
    if (value !== null) attributes[name] = value;
  return {
    defaultClientScopes: outlives ? [...defaultClientScopes, OFFLINE_SCOPE] : defaultClientScopes,
    optionalClientScopes: optionalClientScopes.filter((name) => !outlives || name !== OFFLINE_SCOPE),
    attributes,
  };
}

function scopeNames(realm: RealmModel, always: boolean): string[] {
  const names: string[] = [];
  for (const scope of realm.getDefaultClientScopesStream(always).toList())
    if (scope.getProtocol() === 'openid-connect') names.push(scope.getName());
  return names;
}

/** Removes the value of a field: in an update, Keycloak leaves missing fields unchanged. */
const UNSET: Readonly<Record<string, (client: ClientModel) => void>> = {
  name: (client) => client.setName(null),
  description: (client) => client.setDescription(null),
  type: (client) => client.setType(null),
  rootUrl: (client) => client.setRootUrl(null),
  baseUrl: (client) => client.setBaseUrl(null),
  adminUrl: (client) => client.setManagementUrl(null),
  protocol: (client) => client.setProtocol(null),
  clientAuthenticatorType: (client) => client.setClientAuthenticatorType(null),
};

/** Writes the allowed fields over the written ones. */
export function writeRepresentation(
  session: KeycloakSession,
  client: ClientModel,
  written: Representation,
  allowed: Representation,
): void {
  const nodes = textsOf(allowed, 'registeredNodes');
  for (const node of Object.keys(textsOf(written, 'registeredNodes')))
    if (!Object.hasOwn(nodes, node)) client.unregisterNode(node);
  for (const [field, unset] of Object.entries(UNSET)) if (allowed[field] === undefined) unset(client);
  const changed = {
    ...allowed,
    attributes: changes(textsOf(written, 'attributes'), textsOf(allowed, 'attributes')),
    authenticationFlowBindingOverrides: changes(flowsOf(written), flowsOf(allowed)),
  };
  const representation = JsonSerialization.readValue(JSON.stringify(changed), ClientRepresentation.class);
  RepresentationToModel.updateClient(representation, client, session);
  RepresentationToModel.updateClientProtocolMappers(representation, client);
  RepresentationToModel.updateClientScopes(representation, client);
}

function flowsOf(client: Representation): Record<string, string> {
  return textsOf(client, 'authenticationFlowBindingOverrides');
}

function textsOf(client: Representation, field: string): Record<string, string> {
  return (client[field] ?? {}) as Record<string, string>;
}

/** Returns the changes from one to the other; an empty text removes. */
function changes(from: Record<string, string>, to: Record<string, string>): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) changed[name] = '';
  for (const [name, value] of Object.entries(to)) if (from[name] !== value) changed[name] = value;
  return changed;
}
