/**
 * Requests that limit how old the user's authentication may be (`max_age`, `prompt=login`), through an identity provider (contract, section 3.5):
 * the provider is told, and one whose authentication of the user is older signs nobody in.
 */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { page } from '../../http/pages/page.ts';
import { isBroker } from '../../http/request/realm-path.ts';
import { redirectTarget, replaceByPage, setHeaders } from '../../http/response/replace-response.ts';
import { FORBIDDEN } from '../../http/response/responses.ts';
import { pathOf } from '../../platform/session/address.ts';
import { hasArrivedTooOld } from '../../sign-in/provider/arrival.ts';
import { withMaxAge } from '../../sign-in/provider/authentication-time.ts';

/** Rolls back what Keycloak did for a user whom the provider has authenticated too long ago; returns whether it did. */
export function rollBackOldSignIn(session: KeycloakSession, response: ContainerResponseContext): boolean {
  if (!isBroker(pathOf(session)) || !hasArrivedTooOld(session)) return false;
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, page(session, 'linkgate-rejected.ftl', FORBIDDEN, { reason: 'too-old' }));
  return true;
}

/** Adds a request's `max_age` to the redirect to an OpenID Connect provider. Keycloak itself passes on `prompt`, and `max_age` only by a setting. */
export function passMaxAge(session: KeycloakSession, response: ContainerResponseContext): void {
  if (!isBroker(pathOf(session))) return;
  const target = redirectTarget(response);
  const maxAge = session.getContext().getAuthenticationSession()?.getClientNote('max_age') ?? null;
  const changed = target === null || maxAge === null ? null : withMaxAge(target, maxAge);
  if (changed !== null) setHeaders(response, { Location: changed });
}
