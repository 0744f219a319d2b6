/**
 * Preserves a request's parameters exactly: Keycloak removes anything that looks like a control character, such as the `%0A` in a URL
 * that a `state` contains.
 */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';

const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** The parameters that are returned to the client, or shown. */
const EXACT = ['state', 'nonce', 'login_hint'] as const;

/** The path of authorization requests; no other URL of a tab carries its request. */
const AUTHORIZATION = /^\/?realms\/[^/]+\/(protocol\/openid-connect\/)?auth\/*$/;

/** Stores the exact parameters of the authorization request that started a tab, there and in Keycloak's restart cookie. */
export function preserveExactParameters(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  const context = session.getContext();
  if (!AUTHORIZATION.test(context.getUri().getPath())) return;
  const request = context.getHttpRequest();
  const isPost = request.getHttpMethod() === 'POST';
  const given = isPost ? request.getDecodedFormParameters() : context.getUri().getQueryParameters();
  let differs = false;
  for (const name of EXACT) {
    const [sent, stored] = [given?.getFirst(name) ?? null, tab.getClientNote(name)];
    if (sent === null || stored === null || stored === sent) continue;
    tab.setClientNote(name, sent);
    differs = true;
  }
  if (differs) RestartLoginCookie.setRestartCookie(session, tab);
}
