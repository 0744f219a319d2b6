/** Looks at every request of a Linkgate realm and the answer to it, on Keycloak's own endpoints too, at either kind of path. */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession, Response } from 'keycloak';
import { clientBrand } from '../branding/client-brand.ts';
import { toJava } from '../engine/to-java.ts';
import { guardAuthorization } from './authorization/guard.ts';
import { requireRealm } from './base-url.ts';
import { isApproved } from './client.ts';
import { type Guard, guardIntrospection, guardRevocation, guardToken, guardUserinfo } from './guards.ts';
import { problem } from './problem.ts';
import { refuseByPage } from './refuse-by-page.ts';
import {
  type Rewrite,
  rewriteIntrospection,
  rewriteRevocation,
  rewriteToken,
  rewriteUserinfo,
} from './rewrites.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');

/** What is done at an endpoint, by the class and method that serve it. */
const ENDPOINTS: Record<string, { guard?: Guard; rewrite?: Rewrite }> = {
  'AuthorizationEndpoint.buildGet': { guard: guardAuthorization },
  'AuthorizationEndpoint.buildPost': { guard: guardAuthorization },
  'TokenEndpoint.processGrantRequest': { guard: guardToken, rewrite: rewriteToken },
  'TokenIntrospectionEndpoint.introspect': { guard: guardIntrospection, rewrite: rewriteIntrospection },
  'TokenRevocationEndpoint.revoke': { guard: guardRevocation, rewrite: rewriteRevocation },
  'UserInfoEndpoint.issueUserInfoGet': { guard: guardUserinfo, rewrite: rewriteUserinfo },
  'UserInfoEndpoint.issueUserInfoPost': { guard: guardUserinfo, rewrite: rewriteUserinfo },
  // Other ways to begin an authorization, which a Linkgate realm doesn't have.
  'ParEndpoint.request': { guard: notThere },
  'DeviceEndpoint.handleDeviceRequest': { guard: notThere },
  'BackchannelAuthenticationEndpoint.processGrantRequest': { guard: notThere },
};

/** The pages of a sign-in that Keycloak serves. */
const SIGN_IN_PAGES = 'LoginActionsService.';
/** The endpoints that stop for maintenance: Keycloak's and ours. */
const MAINTAINED =
  /^(AuthorizationEndpoint|Token\w*Endpoint|UserInfoEndpoint|LoginActionsService|ScriptResource)\./;

/** The filter's two functions; `endpoint` is the class and method that serve the request. */
export const FILTER = {
  /** Gives an answer to end the request, or null. */
  request(session: KeycloakSession, request: ContainerRequestContext, endpoint: string): Response | null {
    if (!requireRealm(session).isEnabled() && MAINTAINED.test(endpoint)) {
      return refuseByPage(session, problem('temporarily_unavailable'), 'both');
    }
    if (endpoint.startsWith(SIGN_IN_PAGES)) return signInPage(session, request);
    return ENDPOINTS[endpoint]?.guard?.(session, request) ?? null;
  },

  /** Makes a finished answer the contract's. */
  response(
    session: KeycloakSession,
    request: ContainerRequestContext,
    response: ContainerResponseContext,
    endpoint: string,
  ): void {
    replaceMalformedType(request);
    ENDPOINTS[endpoint]?.rewrite?.(session, response);
  },
};

function notThere(session: KeycloakSession): Response {
  return refuseByPage(session, problem('not_found'));
}

/** Keycloak's own pages get the client's brand; those of a client that isn't approved any more end. */
function signInPage(session: KeycloakSession, request: ContainerRequestContext): Response | null {
  const clientId = request.getUriInfo().getQueryParameters().getFirst('client_id');
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  if (client === null) return null;
  if (!isApproved(client)) return refuseByPage(session, problem('client_not_approved'));
  // The forms keep the client that the context has when they are first asked for.
  session.getContext().setClient(client);
  session.getProvider(LoginFormsProvider.class).setAttribute('brand', toJava({ ...clientBrand(client) }));
  return null;
}

/** Keycloak's own response filter reads the request's media type, and one that is malformed would make any answer a 500. */
function replaceMalformedType(request: ContainerRequestContext): void {
  try {
    request.getMediaType();
  } catch {
    request.getHeaders().putSingle('Content-Type', 'application/octet-stream');
  }
}
