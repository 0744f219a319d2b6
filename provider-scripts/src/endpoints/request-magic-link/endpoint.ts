/** `POST /request-magic-link`: sends the sign-in email for an app (contract, section 4.8). */
import type { ClientModel, InputStream, KeycloakSession, Response, ResponseBuilder } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { checkRedirectUri, checkSignInAllowed, findClient } from '../../clients/client.ts';
import { checkPkce } from '../../clients/pkce.ts';
import { checkScopeOf } from '../../clients/scopes-of.ts';
import { readJsonText } from '../../http/request/json-text.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { jsonResponse, methodNotAllowed, problemResponse } from '../../http/response/responses.ts';
import { type RequestBody, readBody } from '../../links/magic-link/request-body.ts';
import { requestOfBody } from '../../links/magic-link/request-of-body.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { fieldProblem, invalidFields, type Problem, problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { headerOf } from '../../platform/session/headers.ts';
import { readSettings } from '../../realm/flow/read.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

const FORMAT = OWN_RESOURCES['request-magic-link'];
const METHODS = ['POST', 'OPTIONS'] as const;

/** The endpoint's functions as the host calls them. */
export const REQUEST_MAGIC_LINK = {
  handle(session: KeycloakSession, method: string, body: InputStream): Response {
    if (pathBelow(session, 'request-magic-link') !== '') return rejected(problem('not_found'));
    if (method === 'OPTIONS') return preflight(session);
    if (method !== 'POST') return methodNotAllowed(FORMAT, METHODS);
    const read = readJsonText(session, body);
    if ('problem' in read) return rejected(read.problem);
    const parsed = readBody(read.text);
    if ('problem' in parsed) return rejected(parsed.problem);
    return request(session, parsed.body);
  },
};

function request(session: KeycloakSession, body: RequestBody): Response {
  const found = findClient(requireRealm(session), body.client_id);
  if ('problem' in found) return rejected(found.problem);
  const { client } = found;
  session.getContext().setClient(client);
  const wrong =
    checkSignInAllowed(client) ??
    checkRedirectUri(session, client, body.redirect_uri) ??
    checkScopeOf(client, body.scope) ??
    checkPkce(client.isPublicClient(), body.code_challenge, body.code_challenge_method);
  if (wrong) return rejected(wrong, session, client);
  const email = normaliseOnServer(body.email);
  if (email === null) {
    const wrongEmail = invalidFields([fieldProblem('email', 'not_an_email_address')]);
    return rejected(wrongEmail, session, client);
  }
  const unsent = sendLink(session, {
    client,
    email,
    request: requestOfBody(session, client, body),
    settings: readSettings(session, client),
    jti: newLinkId(),
    // No code: the app has no page to type it on.
    takesCode: false,
    crossDeviceKey: null,
    cause: { by: 'stranger', typed: email, response: body.shield_response ?? null },
  });
  return unsent === null ? accepted(session, client, email) : rejected(unsent, session, client);
}

function accepted(session: KeycloakSession, client: ClientModel, email: string): Response {
  const message = 'If sign-in is possible with this address, a link is on its way to it';
  return withCors(session, client, jsonResponse(200, { message, email }));
}

function rejected(wrong: Problem, session?: KeycloakSession, client?: ClientModel): Response {
  const response = problemResponse(FORMAT, wrong);
  return session && client ? withCors(session, client, response) : response.build();
}

function withCors(session: KeycloakSession, client: ClientModel, response: ResponseBuilder): Response {
  // Not by a script of a page.
  if (headerOf(session, 'Origin') === null) return response.build();
  return Cors.builder().auth().allowedMethods('POST').checkAllowedOrigins(session, client).add(response);
}

function preflight(session: KeycloakSession): Response {
  session.getProvider(SecurityHeadersProvider.class).options().allowEmptyContentType();
  return Cors.builder()
    .auth()
    .preflight()
    .allowedMethods([...METHODS])
    .add(JavaResponse.ok());
}
