/**
 * Resource indicators (RFC 8707): a client with API scopes names the API that its access token is for, when it sends the user to sign in or when
 * it requests the token. Other clients' parameter is ignored.
 */
import type { ClientModel, ClientSessionContext, KeycloakSession } from 'keycloak';
import { readRefreshToken, resourceOf } from '../../../accounts/refresh-tokens.ts';
import { isSameAudience } from '../../../clients/audience.ts';
import { type ApiScope, apiScopesOf, audiencesOf } from '../../../clients/scopes-of.ts';
import { checkRepeated, type Parameters, single } from '../../../http/request/parameters.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { claimsOf } from '../../../platform/keycloak/token-claims.ts';
import { sessionValue } from '../../../platform/session/values.ts';

const RESOURCE = 'resource';

/** Of a token request: the token's only audience, and the one that its sign-in was granted. */
const REQUESTED = sessionValue<string>('requested-resource');
const GRANTED = sessionValue<string>('granted-resource');

/** Where Keycloak (26.7 and newer) stores the `resource` of the authorization request: with the code, under its first part. */
const CODE_PREFIX = 'code:';

/** Checks an authorization request: one of its scopes must be for the resource. */
export function checkResource(
  parameters: Parameters,
  client: ClientModel,
  scope: string | undefined,
): Problem | null {
  const scopes = apiScopesOf(client);
  if (scopes.length === 0) return null;
  const repeated = checkRepeated(parameters, [RESOURCE]);
  const resource = single(parameters, RESOURCE);
  if (repeated !== null || resource === undefined) return repeated;
  const requested = (scope ?? '').split(' ');
  const suitable = scopes.filter((one) => isFor(one, resource));
  return suitable.some(({ name, always }) => always || requested.includes(name))
    ? null
    : notGranted(resource, suitable);
}

function isFor({ audiences }: ApiScope, resource: string): boolean {
  return audiences.some((audience) => isSameAudience(audience, resource));
}

function notGranted(resource: string, suitable: readonly ApiScope[]): Problem {
  return suitable.length === 0
    ? problem('resource_unknown', { parameter: RESOURCE, resource })
    : problem('resource_without_scope', {
        parameter: RESOURCE,
        resource,
        scopes: suitable.map(({ name }) => name).join(', '),
      });
}

/**
 * Checks a token request of this client, and notes the resource for the mapper (`AUDIENCE`). What a refresh is granted depends on its session,
 * which nobody may read before Keycloak holds the token's lock: `admitRefresh` checks that.
 */
export function admitResource(
  session: KeycloakSession,
  parameters: Parameters,
  client: ClientModel,
): Problem | null {
  const scopes = apiScopesOf(client);
  if (scopes.length === 0) return null;
  const repeated = checkRepeated(parameters, [RESOURCE]);
  if (repeated !== null) return repeated;
  const requested = single(parameters, RESOURCE);
  if (requested !== undefined) REQUESTED.record(session, requested);
  const differs = admitGranted(session, resourceOfCode(session, parameters));
  if (differs !== null) return differs;
  return requested === undefined || scopes.some((one) => isFor(one, requested))
    ? null
    : notGranted(requested, []);
}

/** Checks that the requested resource is the one that the sign-in was granted, which applies if none is requested. */
function admitGranted(session: KeycloakSession, granted: string | null): Problem | null {
  if (granted === null) return null;
  const requested = REQUESTED.of(session);
  if (requested !== null && !isSameAudience(requested, granted))
    return problem('resource_differs', { parameter: RESOURCE });
  if (requested === null) REQUESTED.record(session, granted);
  GRANTED.record(session, granted);
  return null;
}

/** The resource of the authorization request that a code came of; null if it named none. */
function resourceOfCode(session: KeycloakSession, parameters: Parameters): string | null {
  const code = single(parameters, 'code')?.split('.')[0];
  const stored = code === undefined ? null : session.singleUseObjects().get(CODE_PREFIX + code);
  return stored === null ? null : stored.get(RESOURCE);
}

/**
 * Checks a refresh of this client while Keycloak holds its lock for uses of the token, and before it uses the token up, as a client may then try
 * again: a resource must be the one that the sign-in was granted, if that was only one, and some scope of the new token must be for it.
 */
export function admitRefresh(
  session: KeycloakSession,
  client: ClientModel,
  presented: string,
  context: ClientSessionContext,
): Problem | null {
  if (apiScopesOf(client).length === 0) return null;
  const token = readRefreshToken(session, presented);
  const differs = admitGranted(session, token === null ? null : resourceOf(session, client, token));
  if (differs !== null) return differs;
  const resource = REQUESTED.of(session);
  return resource === null || isForSome(context, resource)
    ? null
    : problem('resource_not_granted', { parameter: RESOURCE });
}

function isForSome(context: ClientSessionContext, resource: string): boolean {
  for (const scope of context.getClientScopesStream().toList())
    if (audiencesOf(scope).some((audience) => isSameAudience(audience, resource))) return true;
  return false;
}

/** The resource that the sign-in of this token request was granted; null if it was granted all of its scopes'. */
export function grantedByRequest(session: KeycloakSession): string | null {
  return GRANTED.of(session);
}

/** Whether an issued access token isn't for the requested resource: the user, or the request, wasn't granted a scope for it. */
export function missesResource(session: KeycloakSession, accessToken: string): boolean {
  const resource = REQUESTED.of(session);
  if (resource === null) return false;
  const { aud } = claimsOf<{ aud?: string | string[] }>(accessToken);
  return typeof aud !== 'string' || !isSameAudience(aud, resource);
}

/** The audience mapper's function as the host calls it: whether an access token has this audience, and whether it has others. */
export const AUDIENCE = {
  use(session: KeycloakSession, audience: string): 'beside-others' | 'alone' | 'no' {
    const resource = REQUESTED.of(session);
    if (resource === null) return 'beside-others';
    return isSameAudience(resource, audience) ? 'alone' : 'no';
  },
};
