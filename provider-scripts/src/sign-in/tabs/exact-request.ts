/**
 * Preserves a request's parameters exactly: Keycloak removes anything that looks like a control character, such as the `%0A` in a URL
 * that a `state` contains.
 */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { pathOf, queryParameter } from '../../platform/session/address.ts';

const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** The parameters that are returned to the client, or shown. */
const EXACT = ['state', 'nonce', 'login_hint'] as const;

/** The path of authorization requests; no other URL of a tab carries its request. */
const AUTHORIZATION = /^\/?realms\/[^/]+\/(protocol\/openid-connect\/)?auth\/*$/;

/** Stores the exact parameters of the authorization request that started a tab, there and in Keycloak's restart cookie. */
export function preserveExactParameters(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  if (!AUTHORIZATION.test(pathOf(session))) return;
  const request = session.getContext().getHttpRequest();
  const isPost = request.getHttpMethod() === 'POST';
  const form = isPost ? request.getDecodedFormParameters() : null;
  let differs = false;
  for (const name of EXACT) {
    const sent = (isPost ? form?.getFirst(name) : queryParameter(session, name)) ?? null;
    const stored = tab.getClientNote(name);
    if (sent === null || stored === null || stored === sent) continue;
    tab.setClientNote(name, sent);
    differs = true;
  }
  if (differs) RestartLoginCookie.setRestartCookie(session, tab);
}
