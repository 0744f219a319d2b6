/** The API scopes of a realm, and those that a client can request. */
import type { ClientScopeModel, KeycloakSession, Response } from 'keycloak';
import { consentTextOf } from '../../../clients/consent-text.ts';
import { apiScopeModelsIn, apiScopesOf, audiencesOf } from '../../../clients/scopes-of.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse } from '../../../http/response/responses.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { readApiScopes } from './api-scopes-body.ts';
import { withManagedClient } from './find.ts';
import { shownClient } from './shown.ts';
import { changeVersioned, emitUpdate, isOutdated } from './versioned.ts';

/** Lists the realm's API scopes. */
export function getApiScopes({ session, auth }: AdminCall): Response {
  auth.clients().requireView();
  const scopes = apiScopeModelsIn(requireRealm(session));
  return jsonResponse(200, { api_scopes: scopes.map((scope) => shownScope(session, scope)) }).build();
}

function shownScope(session: KeycloakSession, scope: ClientScopeModel) {
  return {
    name: scope.getName(),
    audiences: audiencesOf(scope).sort(),
    needed_roles: neededRoles(session, scope),
    consent_text: consentTextOf(session, scope),
  };
}

/** The roles of which a user needs one; those of clients with the client's ID before them, as in Keycloak's mappers. */
function neededRoles(session: KeycloakSession, scope: ClientScopeModel): string[] {
  const realm = requireRealm(session);
  const names: string[] = [];
  for (const role of scope.getScopeMappingsStream().toList()) {
    const client = role.isClientRole() ? realm.getClientById(role.getContainerId()) : null;
    names.push(client === null ? role.getName() : `${client.getClientId()}.${role.getName()}`);
  }
  return names.sort();
}

/** Sets what the client that was shown can request. A scope that it has already stays as it is, optional or default. */
export function setApiScopes(call: AdminCall): Response {
  return withManagedClient(call, ['api_scopes', 'version'], (client, object) => {
    const known = apiScopeModelsIn(requireRealm(call.session)).map((scope) => scope.getName());
    const read = readApiScopes(object, known);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { names, version } = read;
    return changeVersioned(call, client, {
      hasChanged: isOutdated(version),
      write: (own, written) => {
        const before = apiScopesOf(written).map(({ name }) => name);
        for (const scope of apiScopeModelsIn(requireRealm(own))) {
          const isAssigned = before.includes(scope.getName());
          const isWanted = names.includes(scope.getName());
          if (isAssigned && !isWanted) written.removeClientScope(scope);
          if (isWanted && !isAssigned) written.addClientScope(scope, false);
        }
        written.updateClient();
        return null;
      },
      respond: shownClient,
      emit: () => emitUpdate(call, client, { apiScopes: names }),
    });
  });
}
