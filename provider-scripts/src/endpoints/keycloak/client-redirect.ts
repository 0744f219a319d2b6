/** Keycloak redirects browsers to clients at endpoints beside the protocol's: not to one that isn't approved. */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { findClient, isApproved } from '../../clients/client.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import type { Guard } from '../../http/request/guard.ts';
import { NO_CONTENT } from '../../http/response/responses.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { pathOf, queryParameter } from '../../platform/session/address.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

const CLIENT_PATH = /\/clients\/(.+)\/redirect\/*$/;

/**
 * Removes the redirect to the URL of a client that the path names, as if there were none; the realm of this path is known only
 * by then.
 */
export function redirectToApproved(session: KeycloakSession, response: ContainerResponseContext): void {
  const clientId = CLIENT_PATH.exec(pathOf(session))?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null && isApproved(client)) return;
  response.setStatus(NO_CONTENT);
  response.getHeaders().remove('Location');
}

/**
 * For requests whose query names the client: the redirect to an identity provider, the steps after the return, and the deprecated way to link
 * an account to a provider. Without such a tab, but with a user signed in, Keycloak redirects to the named client.
 */
export const rejectUnusableClient: Guard = (session) => {
  const clientId = queryParameter(session, 'client_id') ?? '';
  const found = findClient(requireRealm(session), clientId);
  return 'problem' in found ? rejectByPage(session, found.problem) : null;
};

/** The client from which a user comes to the account console, and its URL. */
const REFERRER = 'referrer';
const REFERRER_URI = 'referrer_uri';

/** The account console reveals the name and URL of the client in its own URL; not for an unusable client. */
export const dropReferrer: Guard = (session) => {
  const clientId = queryParameter(session, REFERRER);
  if (clientId === null || !('problem' in findClient(requireRealm(session), clientId))) return null;
  const address = session.getContext().getUri().getRequestUriBuilder();
  for (const name of [REFERRER, REFERRER_URI]) address.replaceQueryParam(name, []);
  return JavaResponse.seeOther(address.build([])).build();
};
