/** Authenticates the client of a request to `/token`, `/introspect` or `/revoke` before Keycloak does, with the contract's responses. */
import type { KeycloakSession } from 'keycloak';
import type { Parameters } from '../http/request/parameters.ts';
import { textOf } from '../platform/engine/bytes.ts';
import { type Problem, problem } from '../platform/errors/problem.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { headerOf } from '../platform/session/headers.ts';
import { isActive, isApproved } from './client.ts';
import { readCredentials } from './credentials.ts';
import { findAndRead, type ReadClient } from './read-client.ts';

const Clients = Java.type('org.linkgate.host.Clients');
const Base64 = Java.type('java.util.Base64');

/** The only method by which a client with a secret authenticates. */
const SECRET_AUTHENTICATOR = 'client-secret';

/** Returns the client, or why it is rejected. A wrong secret reveals neither whether the client exists nor whether it is approved. */
export function authenticateClient(
  session: KeycloakSession,
  parameters: Parameters,
): { client: ReadClient } | { problem: Problem } {
  const read = readCredentials(parameters, headerOf(session, 'Authorization'), (text) =>
    textOf(Base64.getDecoder().decode(text)),
  );
  if ('problem' in read) return read;
  const client = findAndRead(requireRealm(session), read.clientId);
  if (client === null || !isActive(client) || !isProven(session, client, read.secret))
    return { problem: problem('invalid_client') };
  return isApproved(client) ? { client } : { problem: problem('client_not_approved') };
}

function isProven(session: KeycloakSession, client: ReadClient, secret: string | undefined): boolean {
  if (client.isPublicClient()) return true;
  if (client.getClientAuthenticatorType() !== SECRET_AUTHENTICATOR || secret === undefined) return false;
  return Clients.hasSecret(session, client.model, secret);
}
