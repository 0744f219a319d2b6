/** How long users stay signed in to a client: the setting, and what Keycloak needs for it. */

import type { ClientModel, Response } from 'keycloak';
import { keycloakAttributes, OFFLINE_SCOPE, outlivesSession } from '../../../clients/refresh-tokens.ts';
import { refreshTokensWith } from '../../../clients/refresh-tokens-of.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { adminProblemResponse, invalidFieldsResponse } from '../../../http/response/responses.ts';
import { type FieldProblem, fieldProblem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { MAX_REFRESH_DAYS, type RefreshTokens } from '../../../realm/settings/choices.ts';
import { readSetting } from '../../../realm/settings/read.ts';
import { CLIENT } from '../../../realm/settings/table.ts';
import { withManagedClient } from './find.ts';
import { shownClient } from './shown.ts';
import { changeVersioned, emitUpdate, isOutdated, writeAttributes } from './versioned.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

const FIELDS = ['refresh_tokens', 'version'] as const;

/** Sets it for the client that was shown. Refresh tokens that it no longer permits stay revoked (`clients/lost-rights.ts`). */
export function setRefreshTokens(call: AdminCall): Response {
  return withManagedClient(call, FIELDS, (client, { refresh_tokens: value, version }) => {
    const stay = readSetting(CLIENT.refreshTokens, typeof value === 'number' ? String(value) : value);
    const details: FieldProblem[] = [];
    if (stay === 'off' && value !== 'off')
      details.push(fieldProblem('refresh_tokens', 'refresh_tokens_malformed', { max: MAX_REFRESH_DAYS }));
    if (typeof version !== 'string') details.push(fieldProblem('version', 'version_required'));
    if (details.length > 0) return invalidFieldsResponse(details);
    const realm = requireRealm(call.session);
    if (refreshTokensWith(realm, stay) !== stay || !hasScope(call, stay))
      return adminProblemResponse(problem('realm_without_rotation'));
    const attributes = attributesFor(stay);
    return changeVersioned(call, client, {
      hasChanged: isOutdated(version as string),
      write: (own, written) => {
        assignScope(
          written,
          outlivesSession(stay),
          KeycloakModelUtils.getClientScopeByName(requireRealm(own), OFFLINE_SCOPE),
        );
        writeAttributes(written, attributes);
        return null;
      },
      respond: shownClient,
      emit: () => emitUpdate(call, client, { attributes }),
    });
  });
}

type Scope = ReturnType<typeof KeycloakModelUtils.getClientScopeByName>;

/** Whether the realm has what the setting needs: an administrator may have deleted Keycloak's scope. */
function hasScope({ session }: AdminCall, stay: RefreshTokens): boolean {
  return (
    !outlivesSession(stay) ||
    KeycloakModelUtils.getClientScopeByName(requireRealm(session), OFFLINE_SCOPE) !== null
  );
}

/** An empty text removes an attribute. */
function attributesFor(stay: RefreshTokens): Record<string, string> {
  const attributes: Record<string, string> = {
    [CLIENT.refreshTokens.name]: outlivesSession(stay) ? String(stay.days) : stay,
  };
  for (const [name, value] of Object.entries(keycloakAttributes(stay))) attributes[name] = value ?? '';
  return attributes;
}

function assignScope(client: ClientModel, assigned: boolean, scope: Scope): void {
  if (scope === null) return;
  client.removeClientScope(scope);
  if (assigned) client.addClientScope(scope, true);
}
