/** Keycloak's own endpoints at the contract's paths (contract, section 4). */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from './base-url.ts';

const OIDCLoginProtocolService = Java.type('org.keycloak.protocol.oidc.OIDCLoginProtocolService');
const EventBuilder = Java.type('org.keycloak.events.EventBuilder');
const TokenEndpoint = Java.type('org.keycloak.protocol.oidc.endpoints.TokenEndpoint');
const TokenManager = Java.type('org.keycloak.protocol.oidc.TokenManager');

function newEvent(session: KeycloakSession) {
  return new EventBuilder(requireRealm(session), session, session.getContext().getConnection());
}

function service(session: KeycloakSession) {
  return new OIDCLoginProtocolService(session, newEvent(session));
}

/** Per path, the object that serves it. */
export const KEYCLOAK_ENDPOINTS = {
  auth: { resource: (session: KeycloakSession) => service(session).auth() },
  token: { resource: (session: KeycloakSession) => service(session).token() },
  userinfo: { resource: (session: KeycloakSession) => service(session).issueUserInfo() },
  introspect: {
    resource: (session: KeycloakSession) =>
      new TokenEndpoint(session, new TokenManager(), newEvent(session)).introspect(),
  },
  revoke: { resource: (session: KeycloakSession) => service(session).revoke() },
};
