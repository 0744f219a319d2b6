/** Rejects a bad authorization request: by redirect once that is safe, otherwise with a themed page or JSON (contract, section 4.3). */
import type { KeycloakSession, Response } from 'keycloak';
import { isCredentialAction } from '../../../../accounts/protected-actions.ts';
import { checkRedirectUri, findClient, isBuiltIn, requiresProof } from '../../../../clients/client.ts';
import { MAX_STATE_LENGTH } from '../../../../clients/opaque-parameters.ts';
import { countedScope, scopesOf } from '../../../../clients/scopes-of.ts';
import { rejectByPage } from '../../../../http/pages/reject-by-page.ts';
import type { Guard } from '../../../../http/request/guard.ts';
import { type Parameters, queryWithoutEmpty, single } from '../../../../http/request/parameters.ts';
import {
  dropEmpty,
  dropFromForm,
  NO_FORM,
  replaceInForm,
} from '../../../../http/request/request-parameters.ts';
import { responsePreferenceOf } from '../../../../http/request/response-preference.ts';
import { descriptionOf } from '../../../../http/response/error-body.ts';
import { emitRejectedRequest } from '../../../../observability/events/event.ts';
import { hasControlCharacters } from '../../../../platform/engine/control-characters.ts';
import { wireCode } from '../../../../platform/errors/catalogue/codes.ts';
import { type Problem, problem } from '../../../../platform/errors/problem.ts';
import { baseUrl } from '../../../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../../../platform/keycloak/realm.ts';
import { queryOf } from '../../../../platform/session/address.ts';
import { withReachableLevels } from '../../../../sign-in/second-factor/essential-level.ts';
import { checkResource } from '../resource.ts';
import { refreshDocumentClient } from './client-document.ts';
import {
  actionIn,
  checkAuthorizationRequest,
  checkKeyThumbprint,
  checkRedirectTarget,
  countedPrompt,
  KEY_THUMBPRINT,
  RESPONSE_MODES,
} from './validate.ts';

const EventType = Java.type('org.keycloak.events.EventType');
const OIDCRedirectUriBuilder = Java.type('org.keycloak.protocol.oidc.utils.OIDCRedirectUriBuilder');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const URI = Java.type('java.net.URI');
const OIDCResponseMode = Java.type('org.keycloak.protocol.oidc.utils.OIDCResponseMode');

/** Returns null if Keycloak may handle the request. */
export const guardAuthorization: Guard = (session, request, form) => {
  const given = request.getMethod() === 'POST' ? form : queryOf(session);
  if (given === null) return showProblem(session, NO_FORM, undefined);
  const clientId = single(given, 'client_id');
  if (isBuiltIn(clientId)) return null;
  const unreadable = checkRedirectTarget(given);
  if (unreadable) return showProblem(session, unreadable, clientId);
  const redirectUri = single(given, 'redirect_uri') ?? '';
  const refreshed = refreshDocumentClient(session, request, clientId ?? '');
  if (refreshed !== null)
    return 'response' in refreshed ? refreshed.response : showProblem(session, refreshed.problem, clientId);
  const found = findClient(requireRealm(session), clientId ?? '');
  if ('problem' in found) return showProblem(session, found.problem, clientId);
  const { client } = found;
  session.getContext().setClient(client);
  const unsafe = checkRedirectUri(session, client, redirectUri);
  if (unsafe) return showProblem(session, unsafe, clientId);
  const facts = {
    isPublic: client.isPublicClient(),
    signsUsersIn: client.isStandardFlowEnabled(),
    scopes: scopesOf(client),
  };
  const counted = countedScope(client, single(given, 'scope'), facts.scopes);
  const scoped = withReplaced(given, { scope: counted });
  const bindsCode = requiresProof(client);
  const wrong =
    checkAuthorizationRequest(scoped, facts) ??
    (bindsCode ? checkKeyThumbprint(scoped) : null) ??
    checkResource(scoped, client, counted) ??
    checkNoCredentials(session, actionIn(scoped));
  if (wrong !== null) return redirectWithError(session, wrong, scoped, redirectUri);
  const claims = single(given, 'claims');
  const reachable = claims === undefined ? claims : withReachableLevels(session, client, claims);
  if (reachable === null)
    return redirectWithError(session, problem('level_unreachable'), scoped, redirectUri);
  const parameters = withReplaced(scoped, { claims: reachable, prompt: countedPrompt(scoped) });
  const ignored = bindsCode ? [] : [KEY_THUMBPRINT];
  if (form === null || request.getMethod() === 'GET')
    return withoutIgnored(session, parameters, ignored, parameters !== given);
  dropEmpty(request, form);
  for (const name of ['scope', 'claims', 'prompt'])
    if (single(parameters, name) !== single(given, name))
      replaceInForm(request, name, single(parameters, name));
  for (const name of ignored) dropFromForm(request, name);
  return null;
};

/** The same parameters if none differs. A parameter without a value is dropped from the request. */
function withReplaced(given: Parameters, values: Readonly<Record<string, string | undefined>>): Parameters {
  const changed = Object.entries(values).filter(([name, value]) => value !== single(given, name));
  if (changed.length === 0) return given;
  return { ...given, ...Object.fromEntries(changed.map(([name, value]) => [name, [value ?? '']] as const)) };
}

/** A redirect to the same request without ignored parameters, or with others than given; null if it is the same. */
function withoutIgnored(
  session: KeycloakSession,
  parameters: Parameters,
  ignored: readonly string[],
  isChanged: boolean,
): Response | null {
  const query = queryWithoutEmpty(parameters, ignored, isChanged);
  return query === null
    ? null
    : JavaResponse.seeOther(URI.create(`${baseUrl(session)}/auth?${query}`)).build();
}

function showProblem(session: KeycloakSession, wrong: Problem, clientId: string | undefined): Response {
  emitRejectedRequest(session, EventType.LOGIN, wrong, clientId);
  return rejectByPage(session, wrong);
}

/** RFC 6749, section 4.1.2.1, with `iss` of RFC 9207. */
function redirectWithError(
  session: KeycloakSession,
  wrong: Problem,
  parameters: Parameters,
  redirectUri: string,
): Response {
  emitRejectedRequest(session, EventType.LOGIN, wrong, single(parameters, 'client_id'));
  const { mode, state } = responsePreference(parameters);
  const responseMode = OIDCResponseMode.parseWhenInvalidResponseType(mode ?? null);
  const redirect = OIDCRedirectUriBuilder.fromUri(redirectUri, responseMode, session, null)
    .addParam('error', wireCode(wrong.code))
    .addParam('error_description', descriptionOf(wrong.text));
  // Any other state is rejected: a longer one would exceed header limits of proxies, and control characters get lost.
  if (state !== undefined && state.length <= MAX_STATE_LENGTH && !hasControlCharacters(state))
    redirect.addParam('state', state);
  return redirect.addParam('iss', baseUrl(session)).build();
}

/**
 * A request object's own values take precedence over the parameters (OpenID Connect Core, section 6.1), even if it is rejected for being
 * one.
 */
function responsePreference(parameters: Parameters) {
  const request = single(parameters, 'request');
  const fromParameters = { mode: single(parameters, 'response_mode'), state: single(parameters, 'state') };
  const { mode, state } = { ...fromParameters, ...(request !== undefined && responsePreferenceOf(request)) };
  // Keycloak supports others, which the contract doesn't have.
  return { mode: RESPONSE_MODES.find((known) => known === mode), state };
}

/**
 * Rejects an action on credentials: they are managed at Keycloak's own pages, whose flow may have a second factor. Keycloak executes the
 * action after the flow of the requesting client, which may have none, and never prompts for the existing credential.
 *
 * @param action its alias in the realm, as Keycloak looks it up
 */
function checkNoCredentials(session: KeycloakSession, action: string | undefined): Problem | null {
  if (action === undefined || !isCredentialAction(session, action)) return null;
  return problem('action_on_credentials', { parameter: 'kc_action' });
}
