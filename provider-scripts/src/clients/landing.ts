/** The landing URL of a user whom the client did not send here: its initiate login URI, or its home page. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { initiateLoginOf } from './client.ts';
import { initiateLoginUrl } from './initiate-login.ts';

/** The client note of a sign-in that ends at this URL, with a session and without an authorization code: in a stock realm. */
export const LANDING_NOTE = 'linkgate.landing';

const URI = Java.type('java.net.URI');
const ResolveRelative = Java.type('org.keycloak.services.util.ResolveRelative');

/** How long a pending proof stays valid: for a client that starts a sign-in itself, or for a home page where the user starts it. */
const PENDING_PROOF_SECONDS = { initiateLogin: 60, home: 900 } as const;

/** A web URL that a browser may be sent to. */
const WEB = /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/;

/** Returns the URL for a user at `issuer`; null if the client has none. */
export function landingUrl(
  session: KeycloakSession,
  client: ClientModel,
  issuer: string,
  email: string,
): string | null {
  const loginUri = initiateLoginOf(client);
  if (loginUri !== null) return initiateLoginUrl(loginUri, issuer, email);
  return homeUrl(session, client.getRootUrl(), client.getBaseUrl());
}

/** Returns the absolute home URL; null if there is none, or it isn't one that a browser may be sent to. */
export function homeUrl(
  session: KeycloakSession,
  rootUrl: string | null,
  baseUrl: string | null,
): string | null {
  if (baseUrl === null || baseUrl === '') return null;
  try {
    const home = ResolveRelative.resolveRelativeUri(session, rootUrl, baseUrl) ?? '';
    return WEB.test(home) ? URI.create(home).toString() : null;
  } catch {
    // What Keycloak stores need not be a URI.
    return null;
  }
}

/** How long, in seconds, a pending proof stays valid until the client starts its own authorization request. */
export function pendingProofSeconds(client: ClientModel): number {
  return initiateLoginOf(client) === null ? PENDING_PROOF_SECONDS.home : PENDING_PROOF_SECONDS.initiateLogin;
}
