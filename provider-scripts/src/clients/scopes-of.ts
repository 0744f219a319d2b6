/** The scopes that a client can request: the contract's, and what its settings and its realm add to them. */

import type { ClientModel, ClientScopeModel, RealmModel } from 'keycloak';
import type { Problem } from '../platform/errors/problem.ts';
import { AUDIENCE_MAPPER } from '../platform/keycloak/provider-ids.ts';
import { settingOf } from '../realm/settings/of.ts';
import { REALM, SCOPE } from '../realm/settings/table.ts';
import { AUDIENCE_OPTION, isApiScope, isApiScopeName } from './api-scopes.ts';
import { OFFLINE_SCOPE, outlivesSession } from './refresh-tokens.ts';
import { refreshTokensOf } from './refresh-tokens-of.ts';
import { checkScope, DEFAULT_SCOPE, SCOPES, withoutUnknown } from './scope.ts';

/** An API scope of a client. */
export interface ApiScope {
  name: string;
  /** Whom access tokens with it are for. */
  audiences: readonly string[];
  /** Whether the client gets it without requesting it. */
  always: boolean;
}

/** The scopes that a client can request. */
export function scopesOf(client: ClientModel): readonly string[] {
  const staying = outlivesSession(refreshTokensOf(client)) ? [OFFLINE_SCOPE] : [];
  return [...SCOPES, ...staying, ...apiScopesOf(client).map(({ name }) => name)];
}

/** The scopes that a client can request for itself: no user stays signed in. */
export function ownScopesOf(client: ClientModel): readonly string[] {
  return [...SCOPES, ...apiScopesOf(client).map(({ name }) => name)];
}

/** The API scopes that a client is assigned, by name. */
export function apiScopesOf(client: ClientModel): ApiScope[] {
  return [...assigned(client, true), ...assigned(client, false)].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

/** The same as Keycloak's client scopes, in no order. */
export function apiScopeModelsOf(client: ClientModel): ClientScopeModel[] {
  return [...assignedModels(client, true), ...assignedModels(client, false)];
}

function assigned(client: ClientModel, always: boolean): ApiScope[] {
  return assignedModels(client, always).map((scope) => ({
    name: scope.getName(),
    audiences: audiencesOf(scope),
    always,
  }));
}

function assignedModels(client: ClientModel, always: boolean): ClientScopeModel[] {
  const found: ClientScopeModel[] = [];
  for (const [name, scope] of Object.entries(Java.record(client.getClientScopes(always))))
    if (isApiScopeName(name) && isMarked(scope)) found.push(scope);
  return found;
}

/** The names of a realm's API scopes, sorted. */
export function apiScopesIn(realm: RealmModel): string[] {
  return apiScopeModelsIn(realm).map((scope) => scope.getName());
}

/** A realm's API scopes, by name. */
export function apiScopeModelsIn(realm: RealmModel): ClientScopeModel[] {
  const scopes: ClientScopeModel[] = [];
  for (const scope of realm.getClientScopesStream().toList()) if (isMarked(scope)) scopes.push(scope);
  return scopes.sort((one, other) => (one.getName() < other.getName() ? -1 : 1));
}

function isMarked(scope: ClientScopeModel): boolean {
  const isOpenIdConnect = scope.getProtocol() === 'openid-connect';
  return isOpenIdConnect && isApiScope(scope.getName(), scope.getAttribute(SCOPE.apiScope.name));
}

/** Whom access tokens with a client scope are for. */
export function audiencesOf(scope: ClientScopeModel): string[] {
  const audiences: string[] = [];
  for (const mapper of scope.getProtocolMappersStream().toList()) {
    const audience = mapper.getConfig().get(AUDIENCE_OPTION);
    if (mapper.getProtocolMapper() === AUDIENCE_MAPPER && audience) audiences.push(audience);
  }
  return audiences;
}

/**
 * A requested scope as it counts: without `offline_access` for a client that can't have it (OpenID Connect Core, section 11), and if the realm
 * ignores unknown scopes, without those; undefined if none is left.
 */
export function countedScope(
  client: ClientModel,
  requested: string | undefined,
  scopes: readonly string[],
): string | undefined {
  if (requested === undefined) return undefined;
  const ignoresAll = settingOf(client.getRealm(), REALM.unknownScopes) === 'ignore';
  const counted = withoutUnknown(requested, scopes, ignoresAll ? null : [OFFLINE_SCOPE]);
  return counted === '' ? undefined : counted;
}

/** Validates the scope that a client requests for a user; null if it can be granted. */
export function checkScopeOf(client: ClientModel, requested: string | undefined): Problem | null {
  const scopes = scopesOf(client);
  return checkScope(countedScope(client, requested, scopes) ?? DEFAULT_SCOPE, scopes);
}
