/** Which access tokens are active, and which clients may introspect them (contract, section 4.6). */
import type { AccessToken, ClientModel, KeycloakSession } from 'keycloak';
import { isNewest, readRefreshToken } from '../../../accounts/refresh-tokens.ts';
import { RESOURCE_URL_ATTRIBUTE } from '../../../clients/api-scopes.ts';
import { isSameAudience } from '../../../clients/audience.ts';
import { isApproved, requiresProof } from '../../../clients/client.ts';
import { type ReadClient, readClient } from '../../../clients/read-client.ts';
import { refreshTokensOf } from '../../../clients/refresh-tokens-of.ts';

/** The `typ` of Keycloak's access tokens, of which a client gets either; an ID token has another. */
const BEARER = 'Bearer';
export const BOUND = 'DPoP';

/** The functions as the host calls them; Keycloak's own checks are applied as well. */
export const INTROSPECTION = {
  /**
   * Only tokens of a client that is still approved are active: access tokens of the type that it gets now, and refresh tokens that weren't used
   * yet.
   */
  isActive(session: KeycloakSession, model: ClientModel, type: string | null): boolean {
    const issuedTo = readClient(model);
    if (!isApproved(issuedTo)) return false;
    return type === (requiresProof(issuedTo) ? BOUND : BEARER) || isUnusedRefreshToken(session, issuedTo);
  },
  /** A client may introspect tokens issued to it, and those for the API that it is; for others Keycloak checks the audience. */
  mayIntrospect: (requester: ClientModel, issuedTo: string | null, token: AccessToken): boolean =>
    requester.getClientId() === issuedTo || isFor(token, requester),
};

function isFor(token: AccessToken, api: ClientModel): boolean {
  const resource = api.getAttribute(RESOURCE_URL_ATTRIBUTE);
  const names = [api.getClientId(), ...(resource === null || resource === '' ? [] : [resource])];
  for (const audience of token.getAudience() ?? [])
    if (names.some((name) => isSameAudience(name, audience))) return true;
  return false;
}

function isUnusedRefreshToken(session: KeycloakSession, issuedTo: ReadClient): boolean {
  if (refreshTokensOf(issuedTo) === 'off') return false;
  const presented = session.getContext().getHttpRequest().getDecodedFormParameters()?.getFirst('token');
  const claims = presented ? readRefreshToken(session, presented) : null;
  return claims !== null && isNewest(session, issuedTo.model, claims);
}
