/** Says in our words why Keycloak's logout endpoint refused a request (OpenID Connect RP-Initiated Logout 1.0, section 4). */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { problem } from '../../errors/problem.ts';
import { requireRealm } from '../../keycloak/base-url.ts';
import { refuseByPage } from '../../pages/refuse-by-page.ts';

const IDToken = Java.type('org.keycloak.representations.IDToken');

/** The parameters that it is refused for. */
interface LogoutRequest {
  hint: string | null;
  clientId: string | null;
}

/** Puts our page in the place of Keycloak's own; what its other callers get, who sign out by a refresh token, stays. */
export function explainLogout(session: KeycloakSession, response: ContainerResponseContext): void {
  const form = session.getContext().getHttpRequest().getDecodedFormParameters();
  if (response.getStatus() !== 400 || form?.containsKey('refresh_token') === true) return;
  const page = refuseByPage(session, problem('invalid_logout_request', reasonOf(session)));
  response.setEntity(page.getEntity(), null, page.getMediaType());
  response.getHeaders().putSingle('Cache-Control', 'no-store');
}

/** What was wrong, in the order in which Keycloak looks. */
function reasonOf(session: KeycloakSession): string {
  const context = session.getContext();
  if (context.getUri().getPath().endsWith('/logout-confirm'))
    return 'the page that asks whether to sign out was answered before, or is too old';
  const query = context.getUri().getQueryParameters();
  const form = context.getHttpRequest().getDecodedFormParameters();
  const isPost = context.getHttpRequest().getHttpMethod() === 'POST';
  const value = (name: string) => (isPost ? form?.getFirst(name) : query.getFirst(name)) ?? null;
  const request = { hint: value('id_token_hint'), clientId: value('client_id') };
  return wrongHint(session, request) ?? wrongTarget(session, request);
}

function wrongHint(session: KeycloakSession, { hint, clientId }: LogoutRequest): string | null {
  if (hint === null)
    return clientId === null ? 'post_logout_redirect_uri: needs id_token_hint or client_id' : null;
  const token = session.tokens().decode(hint, IDToken.class);
  if (token === null || token.getType() !== 'ID') return 'id_token_hint: not an ID token of this issuer';
  if (clientId === null || token.getIssuedFor() === clientId) return null;
  return 'client_id: not the client that id_token_hint was issued to';
}

function wrongTarget(session: KeycloakSession, { hint, clientId }: LogoutRequest): string {
  const issuedFor = hint === null ? null : session.tokens().decode(hint, IDToken.class)?.getIssuedFor();
  const named = clientId ?? issuedFor ?? '';
  if (requireRealm(session).getClientByClientId(named) === null)
    return `client_id: there is no client "${named}"`;
  return `post_logout_redirect_uri: not registered for client "${named}"`;
}
