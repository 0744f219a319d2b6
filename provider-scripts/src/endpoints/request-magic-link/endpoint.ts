/** `POST /request-magic-link`: sends the sign-in mail for an app (contract, section 4.8). */
import type { ClientModel, InputStream, KeycloakSession, Response } from 'keycloak';
import { normaliseOnServer } from '../../address/idn.ts';
import { checkRedirectUri, checkSignInAllowed, findClient } from '../../client/client.ts';
import { checkPkce } from '../../client/pkce.ts';
import { requestedLevel } from '../../client/requested-level.ts';
import { checkScope, DEFAULT_SCOPE, withOpenid } from '../../client/scope.ts';
import type { Problem } from '../../errors/problem.ts';
import { fieldProblem, invalidFields, problem } from '../../errors/problem.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { REQUESTED_NOTE } from '../../language/selector.ts';
import type { LinkRequest } from '../../magic-link/link.ts';
import { newLinkId, sendLink } from '../../magic-link/send.ts';
import { referralKey } from '../../referral/rows.ts';
import { readJsonText } from '../../request/json-text.ts';
import { pathBehind } from '../../request/own-path.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { jsonResponse, methodNotAllowed, problemResponse } from '../../response/responses.ts';
import { readSettings } from '../../settings/read.ts';
import { type RequestBody, readBody } from './body.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

const FORMAT = OWN_RESOURCES['request-magic-link'];
const METHODS = ['POST', 'OPTIONS'] as const;

/** The endpoint's functions as the host calls them. */
export const REQUEST_MAGIC_LINK = {
  handle(session: KeycloakSession, method: string, body: InputStream): Response {
    if (pathBehind(session, 'request-magic-link') !== '') return rejected(problem('not_found'));
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
    checkScope(body.scope ?? DEFAULT_SCOPE) ??
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
    request: linkRequest(session, client, body),
    settings: readSettings(session, client),
    jti: newLinkId(),
    // There is no page to type it on.
    code: null,
    handOffKey: null,
  });
  return unsent === null ? accepted(session, client, email) : rejected(unsent, session, client);
}

/** The authorization request as `/auth` would have stored it. */
export function linkRequest(session: KeycloakSession, client: ClientModel, body: RequestBody): LinkRequest {
  const notes: Record<string, string> = {
    response_type: 'code',
    redirect_uri: body.redirect_uri,
    scope: withOpenid(body.scope),
    iss: baseUrl(session),
    ...requestedLevel(client),
  };
  for (const name of ['state', 'nonce', 'code_challenge', 'code_challenge_method'] as const) {
    const value = body[name];
    if (value !== undefined) notes[name] = value;
  }
  // RFC 7636, section 4.3: without a method the challenge is plain.
  if (body.code_challenge !== undefined && body.code_challenge_method === undefined)
    notes.code_challenge_method = 'plain';
  if (body.ui_locales !== undefined) notes[REQUESTED_NOTE] = body.ui_locales;
  const referral = body.referral_code === undefined ? {} : { referral: referralKey(body.referral_code) };
  return { redirectUri: body.redirect_uri, notes, ...referral };
}

function accepted(session: KeycloakSession, client: ClientModel, email: string): Response {
  const message = 'If sign-in is possible with this address, a link is on its way to it';
  return withCors(session, client).add(jsonResponse(200, { message, email }));
}

function rejected(wrong: Problem, session?: KeycloakSession, client?: ClientModel): Response {
  const answer = problemResponse(FORMAT, wrong);
  return session && client ? withCors(session, client).add(answer) : answer.build();
}

function withCors(session: KeycloakSession, client: ClientModel) {
  return Cors.builder().auth().allowedMethods('POST').checkAllowedOrigins(session, client);
}

function preflight(session: KeycloakSession): Response {
  session.getProvider(SecurityHeadersProvider.class).options().allowEmptyContentType();
  return Cors.builder()
    .auth()
    .preflight()
    .allowedMethods([...METHODS])
    .add(JavaResponse.ok());
}
