/** Keycloak's own endpoints at the contract's paths (contract, section 4). */
import type { KeycloakSession, TokenEndpoint } from 'keycloak';
import { newEvent } from '../../../observability/events/event.ts';

const OIDCLoginProtocolService = Java.type('org.keycloak.protocol.oidc.OIDCLoginProtocolService');

function service(session: KeycloakSession) {
  return new OIDCLoginProtocolService(session, newEvent(session));
}

/** For each path, the object that serves it. */
export const KEYCLOAK_ENDPOINTS = {
  auth: { resource: (session: KeycloakSession) => service(session).auth() },
  token: { resource: (session: KeycloakSession) => service(session).token() },
  userinfo: { resource: (session: KeycloakSession) => service(session).issueUserInfo() },
  introspect: {
    resource: (session: KeycloakSession) => (service(session).token() as TokenEndpoint).introspect(),
  },
  revoke: { resource: (session: KeycloakSession) => service(session).revoke() },
};
