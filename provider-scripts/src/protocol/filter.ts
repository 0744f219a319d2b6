/** Looks at every request of a Linkgate realm and the answer to it, on Keycloak's own endpoints too. */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession, Response } from 'keycloak';
import { clientBrand } from '../branding/client-brand.ts';
import { toJava } from '../engine/to-java.ts';
import { requireRealm } from './base-url.ts';
import { keepFields, RESPONSE_FIELDS } from './response-fields.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const JavaString = Java.type('java.lang.String');
const Bytes = Java.type('byte[]');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');
const MediaType = Java.type('jakarta.ws.rs.core.MediaType');

/** The filter's two functions; `endpoint` is the class and method that serve the request. */
export const FILTER = {
  /** Gives an answer to end the request, or null. Keycloak's own pages of a sign-in get the client's brand. */
  request(session: KeycloakSession, request: ContainerRequestContext, endpoint: string): Response | null {
    if (endpoint.startsWith('LoginActionsService.')) {
      showBrand(session, request.getUriInfo().getQueryParameters().getFirst('client_id'));
    }
    return null;
  },

  /** Keeps the contract's fields of a successful JSON answer. */
  response(
    session: KeycloakSession,
    request: ContainerRequestContext,
    response: ContainerResponseContext,
    endpoint: string,
  ): void {
    replaceMalformedType(request);
    const fields = RESPONSE_FIELDS[endpoint];
    if (!fields || response.getStatus() !== 200 || !isJson(response)) return;
    const body = JSON.parse(bodyText(response.getEntity())) as Record<string, unknown>;
    if (grantType(session) === 'client_credentials') delete body.id_token;
    response.setEntity(JSON.stringify(keepFields(body, fields)), null, MediaType.APPLICATION_JSON_TYPE);
  },
};

function showBrand(session: KeycloakSession, clientId: string | null): void {
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  if (client === null) return;
  // The forms keep the client that the context has when they are first asked for.
  session.getContext().setClient(client);
  session.getProvider(LoginFormsProvider.class).setAttribute('brand', toJava({ ...clientBrand(client) }));
}

/** There is no person whom an ID token of this grant could tell about (contract, section 2.3). */
function grantType(session: KeycloakSession): string | null {
  return session.getContext().getHttpRequest().getDecodedFormParameters()?.getFirst('grant_type') ?? null;
}

/** Keycloak's own response filter reads the request's media type, and one that is malformed would make any answer a 500. */
function replaceMalformedType(request: ContainerRequestContext): void {
  try {
    request.getMediaType();
  } catch {
    request.getHeaders().putSingle('Content-Type', 'application/octet-stream');
  }
}

function isJson(response: ContainerResponseContext): boolean {
  const type = response.getHeaderString('Content-Type');
  return type?.toLowerCase().startsWith('application/json') ?? false;
}

/** Keycloak's endpoints answer with objects, text or bytes. */
function bodyText(entity: unknown): string {
  if (typeof entity === 'string') return entity;
  if (Bytes.class.isInstance(entity)) return String(new JavaString(entity, StandardCharsets.UTF_8));
  return JsonSerialization.writeValueAsString(entity);
}
