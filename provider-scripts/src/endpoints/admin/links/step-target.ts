/** Where a backend's link leads in a stock realm: the client, the step of its flow, and the request that the client would have made. */

import type { ClientModel, KeycloakSession, UserModel } from 'keycloak';
import { shownName } from '../../../accounts/address/account-address.ts';
import { judgeAuthorizationRequest, parametersOf } from '../../../clients/authorization-request.ts';
import { checkRedirectUri, checkSignInAllowed, initiateLoginOf } from '../../../clients/client.ts';
import { landingUrl } from '../../../clients/landing.ts';
import { checkPkce } from '../../../clients/pkce.ts';
import { idpInitiatedNotes, isIdpInitiatedAllowed, samlDestination } from '../../../clients/saml.ts';
import { intoFlow, landingRequest, OPENID_CONNECT } from '../../../links/magic-link/into-flow.ts';
import type { LinkRequest } from '../../../links/magic-link/link.ts';
import { requestNotes } from '../../../links/magic-link/request-of-body.ts';
import { type FieldProblem, fieldProblem, fieldProblemsOf } from '../../../platform/errors/problem.ts';
import type { Execution } from '../../../platform/keycloak/execution.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { entryOfClient, rejectPolicyChoice } from '../../../realm/flow/client-entry.ts';
import { rejectWithoutCookie } from '../../../realm/flow/entry.ts';
import { CHOSEN_FLOW_NOTE } from '../../../realm/flow/flow.ts';
import type { OwnStep } from '../../../realm/flow/own-step.ts';
import { REQUESTED_LOCALES_NOTE } from '../../../realm/language/selector.ts';
import { grantedLevels } from '../../../realm/levels/granted.ts';
import { levelOf, lowestLevel } from '../../../realm/levels/requested-level.ts';
import { CLIENT } from '../../../realm/settings/table.ts';
import type { StepLinkRequest } from './step-body.ts';

/** The target of a link. */
export interface Target {
  client: ClientModel;
  step: OwnStep;
  request: LinkRequest;
}

/** A request, or all that is wrong with it. */
type Requested = { request: Omit<LinkRequest, 'ofStep'>; protocol: string } | { details: FieldProblem[] };

const SAML = 'saml';

/** Finds it, or all that is wrong with the request. */
export function targetOf(
  session: KeycloakSession,
  given: StepLinkRequest,
  account: UserModel | null,
): Target | { details: FieldProblem[] } {
  const realm = requireRealm(session);
  const client = realm.getClientByClientId(given.clientId);
  if (client === null || !client.isEnabled() || client.isBearerOnly())
    return { details: [fieldProblem('client_id', 'client_unknown')] };
  const requested =
    client.getProtocol() === SAML
      ? samlRequest(client, given)
      : openIdRequest(session, client, given, account);
  if ('details' in requested) return requested;
  const { request, protocol } = requested;
  const entry = entryOfClient(session, client, request.notes[CHOSEN_FLOW_NOTE]);
  if (entry === null) return { details: [fieldProblem('client_id', 'client_without_step')] };
  const { step, flow } = entry;
  const details = flowProblems(client, given, request, flow);
  if (details.length > 0) return { details };
  return { client, step, request: intoFlow(request, step.id, protocol) };
}

/** IdP-initiated single sign-on; `state` is the RelayState. */
function samlRequest(client: ClientModel, { redirectUri, parameters }: StepLinkRequest): Requested {
  const { state, ui_locales: locales, ...others } = parameters;
  const given = [...(redirectUri === null ? [] : ['redirect_uri']), ...Object.keys(others)];
  const details = given.map((name) => fieldProblem(name, 'field_not_of_saml'));
  const destination = samlDestination(client);
  if (destination === null || !isIdpInitiatedAllowed(client))
    details.push(fieldProblem('client_id', 'client_without_saml_start'));
  if (destination === null || details.length > 0) return { details };
  const notes: Record<string, string> = idpInitiatedNotes(client, destination.binding, state);
  if (locales !== undefined) notes[REQUESTED_LOCALES_NOTE] = locales;
  return { request: { redirectUri: destination.url, notes }, protocol: SAML };
}

/**
 * The client's own authorization request, with an authorization code. Without a redirect URI, and for a public client without a challenge, whose
 * code any holder could redeem, the sign-in ends at the client's own start or home page, with a session.
 */
function openIdRequest(
  session: KeycloakSession,
  client: ClientModel,
  { redirectUri, parameters }: StepLinkRequest,
  account: UserModel | null,
): Requested {
  const hint = account === null ? null : shownName(account);
  const notes = requestNotes(session, client, {
    scope: 'openid',
    ...(hint === null ? {} : { login_hint: hint }),
    ...parameters,
  });
  const needsOwnStart = client.isPublicClient() && parameters.code_challenge === undefined;
  const details: FieldProblem[] = [];
  const add = (wrong: Parameters<typeof fieldProblemsOf>[0] | null) => {
    if (wrong !== null) details.push(...fieldProblemsOf(wrong));
  };
  add(checkSignInAllowed(client));
  if (redirectUri !== null) add(checkRedirectUri(session, client, redirectUri));
  add(checkPkce(false, parameters.code_challenge, parameters.code_challenge_method));
  if (needsOwnStart && initiateLoginOf(client) === null)
    details.push(fieldProblem('code_challenge', 'challenge_required_without_start', AT_START));
  const lands = redirectUri === null || needsOwnStart;
  if (redirectUri === null && !needsOwnStart && landingUrl(session, client, '', '') === null)
    details.push(fieldProblem('redirect_uri', 'client_without_home', AT_START));
  const choice = lands ? rejectPolicyChoice(session, client) : null;
  if (choice !== null) details.push({ field: 'redirect_uri', ...choice });
  if (details.length > 0) return { details };
  if (lands) return { request: landingRequest(notes), protocol: OPENID_CONNECT };
  const request = { redirectUri, notes: { ...notes, redirect_uri: redirectUri } };
  const judged = judgeAuthorizationRequest(session, client, parametersOf(client, request));
  return 'wrong' in judged
    ? { details: [judged.wrong] }
    : { request: { ...request, notes: { ...request.notes, ...judged.notes } }, protocol: OPENID_CONNECT };
}

const AT_START = { attribute: CLIENT.initiateLoginUri.name };

/** What the flow doesn't reach. */
function flowProblems(
  client: ClientModel,
  { parameters }: StepLinkRequest,
  { lands }: Pick<LinkRequest, 'lands'>,
  flow: readonly Execution[],
): FieldProblem[] {
  const details: FieldProblem[] = [];
  const acrValues = parameters.acr_values;
  if (acrValues !== undefined && !isReached(client, acrValues, flow))
    details.push(fieldProblem('acr_values', 'level_not_reached'));
  const lost = lands === true ? rejectWithoutCookie(flow) : null;
  if (lost !== null) details.push({ field: 'redirect_uri', ...lost });
  return details;
}

/** Whether a sign-in by the flow can reach one of the values: without a level of its own it has the lowest that stands for a sign-in. */
function isReached(client: ClientModel, acrValues: string, flow: readonly Execution[]): boolean {
  const values = acrValues.split(' ').filter((value) => value !== '');
  if (values.some((value) => levelOf(client, value) === null)) return false;
  return (lowestLevel(client, acrValues) ?? 0) <= Math.max(SIGNED_IN_LEVEL, ...grantedLevels(flow));
}

/** Keycloak's level of a sign-in by a flow that has none. */
const SIGNED_IN_LEVEL = 1;
