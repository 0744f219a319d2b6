/** The landing URL of a user whom the client did not send here: its initiate login URI, or its home page. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { homeUrl } from '../realm/branding/way-back.ts';
import { initiateLoginOf } from './client.ts';
import { initiateLoginUrl } from './initiate-login.ts';

/** The client note of a sign-in that ends at this URL, with a session and without an authorization code: in a stock realm. */
export const LANDING_NOTE = 'linkgate.landing';

/** How long a pending proof stays valid: for a client that starts a sign-in itself, or for a home page where the user starts it. */
const PENDING_PROOF_SECONDS = { initiateLogin: 60, home: 900 } as const;

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

/** How long, in seconds, a pending proof stays valid until the client starts its own authorization request. */
export function pendingProofSeconds(client: ClientModel): number {
  return initiateLoginOf(client) === null ? PENDING_PROOF_SECONDS.home : PENDING_PROOF_SECONDS.initiateLogin;
}
