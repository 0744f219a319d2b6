/** Authenticates the client of a request to `/token`, `/introspect` or `/revoke` before Keycloak does, with the contract's responses. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { Parameters } from '../http/request/parameters.ts';
import { textOf } from '../platform/engine/bytes.ts';
import { type Problem, problem } from '../platform/errors/problem.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { headerOf } from '../platform/session/headers.ts';
import { findActiveClient, isApproved } from './client.ts';
import { readCredentials } from './credentials.ts';

const ClientSecret = Java.type('org.keycloak.protocol.oidc.OIDCClientSecretConfigWrapper');
const Base64 = Java.type('java.util.Base64');

/** The only method by which a client with a secret authenticates. */
const SECRET_AUTHENTICATOR = 'client-secret';

/** Returns the client, or why it is rejected. A wrong secret reveals neither whether the client exists nor whether it is approved. */
export function authenticateClient(
  session: KeycloakSession,
  parameters: Parameters,
): { client: ClientModel } | { problem: Problem } {
  const read = readCredentials(parameters, headerOf(session, 'Authorization'), (text) =>
    textOf(Base64.getDecoder().decode(text)),
  );
  if ('problem' in read) return read;
  const client = findActiveClient(requireRealm(session), read.clientId);
  if (client === null || !isProven(session, client, read.secret))
    return { problem: problem('invalid_client') };
  return isApproved(client) ? { client } : { problem: problem('client_not_approved') };
}

function isProven(session: KeycloakSession, client: ClientModel, secret: string | undefined): boolean {
  if (client.isPublicClient()) return true;
  if (client.getClientAuthenticatorType() !== SECRET_AUTHENTICATOR) return false;
  if (secret === undefined || client.getSecret() === null) return false;
  const stored = ClientSecret.fromClientModel(client);
  return (
    (stored.validateSecret(session, secret) || stored.validateRotatedSecret(session, secret)) &&
    !stored.isClientSecretExpired()
  );
}
