/**
 * Restores clients' `state` exactly (RFC 6749, section 4.1.2): Keycloak's URI builder encodes each half of a character outside the
 * Basic Multilingual Plane separately, as a question mark.
 */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { responsePreferenceOf } from '../../http/request/response-preference.ts';
import { redirectTarget } from '../../http/response/replace-response.ts';
import { queryParameter } from '../../platform/session/address.ts';

const ClientData = Java.type('org.keycloak.protocol.ClientData');
const Encode = Java.type('org.keycloak.common.util.Encode');
const URI = Java.type('java.net.URI');

/** Keycloak's encoding of such a character. */
const LOST = '%3F%3F';

/** Where the sign-out endpoint stores the state while its confirmation page is shown. */
const LOGOUT_STATE_NOTE = 'OIDC_LOGOUT_STATE_PARAM';

/** Writes the state of the request into the URL that a response redirects to, where Keycloak has corrupted it. */
export function restoreState(session: KeycloakSession, response: ContainerResponseContext): void {
  const location = redirectTarget(response);
  if (location === null || !location.includes(LOST)) return;
  let restored = location;
  for (const state of statesOf(session)) restored = withState(restored, state);
  if (restored !== location) response.getHeaders().putSingle('Location', URI.create(restored));
}

/** Replaces Keycloak's corrupted form of a state in a URL. */
function withState(address: string, state: string): string {
  const lossy = Encode.encodeQueryParamAsIs(state);
  return address.replace(/([?&#]state=)([^&#]*)/g, (all, name: string, value: string) =>
    value === lossy ? `${name}${encodeState(state)}` : all,
  );
}

/** Encodes the rest as Keycloak does. */
function encodeState(state: string): string {
  return state
    .split(/([\ud800-\udbff][\udc00-\udfff])/)
    .map((part, index) => (index % 2 === 0 ? Encode.encodeQueryParamAsIs(part) : encodeURIComponent(part)))
    .join('');
}

/** Returns the state that a page of a tab that no longer exists sends; null if it is malformed. */
function stateIn(clientData: string | null): string | null {
  try {
    return ClientData.decodeClientDataFromParameter(clientData)?.getState() ?? null;
  } catch {
    return null;
  }
}

/** Finds a response's original state: in the tab, in the data that a page of a tab that no longer exists sends, or in the request. */
function statesOf(session: KeycloakSession): string[] {
  const tab = session.getContext().getAuthenticationSession();
  const form = session.getContext().getHttpRequest().getDecodedFormParameters();
  return [
    tab?.getClientNote('state'),
    tab?.getAuthNote(LOGOUT_STATE_NOTE),
    stateIn(queryParameter(session, 'client_data')),
    queryParameter(session, 'state'),
    form?.getFirst('state'),
    responsePreferenceOf(queryParameter(session, 'request') ?? form?.getFirst('request') ?? '').state,
  ].filter((state) => typeof state === 'string');
}
