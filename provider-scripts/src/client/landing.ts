/** Where a person comes to a client who was not sent here by it: where it begins a sign-in by itself, or its home page. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { initiateLoginOf } from './client.ts';
import { initiateLoginUrl } from './initiate-login.ts';

const ResolveRelative = Java.type('org.keycloak.services.util.ResolveRelative');

/** So long the client has to begin: at once, or when the person does it on its home page. */
const KEPT_SECONDS = { begins: 60, home: 900 } as const;

/** An address of the web that a browser may be sent to. */
const WEB = /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/;

/** The address for a person at `issuer`; null where the client has none. */
export function landingUrl(
  session: KeycloakSession,
  client: ClientModel,
  issuer: string,
  email: string,
): string | null {
  const begins = initiateLoginOf(client);
  if (begins !== null) return initiateLoginUrl(begins, issuer, email);
  const home = ResolveRelative.resolveRelativeUri(session, client.getRootUrl(), client.getBaseUrl()) ?? '';
  return WEB.test(home) ? home : null;
}

/** So many seconds what proved a person waits there for the client's own request: it begins one at once, or the person does on its home page. */
export function keptSeconds(client: ClientModel): number {
  return initiateLoginOf(client) === null ? KEPT_SECONDS.home : KEPT_SECONDS.begins;
}
