/**
 * Keeps what a client sent as it is: Keycloak leaves out of a request's parameters whatever looks like a control character, such as the
 * `%0A` in an address that a `state` holds.
 */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';

const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** The parameters that are given back, or shown. */
const EXACT = ['state', 'nonce', 'login_hint'] as const;

/** Where authorization requests arrive; any other address of a tab says nothing about its request. */
const AUTHORIZATION = /^\/?realms\/[^/]+\/(protocol\/openid-connect\/)?auth\/*$/;

/** Notes the parameters of the authorization request that has begun a tab, and in the cookie that Keycloak restarts it by. */
export function keepExact(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  const context = session.getContext();
  if (!AUTHORIZATION.test(context.getUri().getPath())) return;
  const request = context.getHttpRequest();
  const isPost = request.getHttpMethod() === 'POST';
  const given = isPost ? request.getDecodedFormParameters() : context.getUri().getQueryParameters();
  let differs = false;
  for (const name of EXACT) {
    const [sent, kept] = [given?.getFirst(name) ?? null, tab.getClientNote(name)];
    if (sent === null || kept === null || kept === sent) continue;
    tab.setClientNote(name, sent);
    differs = true;
  }
  if (differs) RestartLoginCookie.setRestartCookie(session, tab);
}
