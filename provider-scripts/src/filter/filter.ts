/** Handles every request to a Linkgate realm and the response to it, on Keycloak's own endpoints too, at either kind of path. */
import type {
  ContainerRequestContext,
  ContainerResponseContext,
  KeycloakSession,
  Response,
  Throwable,
} from 'keycloak';
import { clientBrand } from '../branding/client-brand.ts';
import { answerEndedTab, keepBeginning, noteBegin } from '../browser/ended-tab.ts';
import { isApproved } from '../client/client.ts';
import { guardAuthorization } from '../endpoints/oauth/authorization/guard.ts';
import {
  guardIntrospection,
  guardNodes,
  guardRevocation,
  guardToken,
  guardUserinfo,
} from '../endpoints/oauth/guards.ts';
import { explainLogout, guardLogout, guardSessionStatus } from '../endpoints/oauth/logout.ts';
import {
  type Rewrite,
  rewriteIntrospection,
  rewriteRevocation,
  rewriteToken,
  rewriteUserinfo,
} from '../endpoints/oauth/rewrites.ts';
import { log } from '../engine/log.ts';
import { toJava } from '../engine/to-java.ts';
import type { AnswerFormat } from '../errors/answer-body.ts';
import { problemAnswer } from '../errors/answers.ts';
import { ERRORS } from '../errors/errors.ts';
import { formatOf } from '../errors/formats.ts';
import { type Problem, problem } from '../errors/problem.ts';
import { emitConsent } from '../events/consent.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import { refuseByPage, wantsPage } from '../pages/refuse-by-page.ts';
import { countCall } from '../rate-limit/count.ts';
import { setRateLimitHeaders } from '../rate-limit/headers.ts';
import type { Guard } from '../request/guard.ts';
import { checkQueryNames } from '../request/query-names.ts';
import { isNamed, partsBelowRealm, resourceOf } from '../request/realm-path.ts';
import { readForm } from '../request/request-parameters.ts';
import { refuseActionLink } from './action-link.ts';
import { redirectToApproved, refuseLinking } from './client-redirect.ts';
import { takeBackEnded, takeBackEndedToken } from './ended-meanwhile.ts';
import { restoreState } from './exact-state.ts';
import { replaceMalformedHeaders } from './malformed-headers.ts';
import { isNotServed, rewriteNotServed } from './not-served.ts';
import { refuseOtherPaths } from './other-paths.ts';
import { isForeign } from './other-protocols.ts';
import { isOutage } from './outage.ts';
import { guardInstallation, keepDecided, noteClient } from './registration.ts';
import { checkRepeatedHeaders } from './repeated-headers.ts';
import { checkHttps } from './ssl-required.ts';
import { answerLeftTab, tabAskedFor } from './stale-tab.ts';
import { checkDeclaredLength, refuseFromNonAdministrator } from './uncollected-bodies.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');
const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');
const JavaWebApplicationException = Java.type('jakarta.ws.rs.WebApplicationException');

interface Treatment {
  guard?: Guard;
  rewrite?: Rewrite;
}

/** What is done at an endpoint, by the class and method that serve it. */
const ENDPOINTS: Record<string, Treatment> = {
  'AuthorizationEndpoint.buildGet': { guard: guardAuthorization, rewrite: noteBegin },
  'AuthorizationEndpoint.buildPost': { guard: guardAuthorization, rewrite: noteBegin },
  'TokenEndpoint.processGrantRequest': { guard: guardToken, rewrite: rewriteToken },
  'TokenIntrospectionEndpoint.introspect': { guard: guardIntrospection, rewrite: rewriteIntrospection },
  'TokenRevocationEndpoint.revoke': { guard: guardRevocation, rewrite: rewriteRevocation },
  'UserInfoEndpoint.issueUserInfoGet': { guard: guardUserinfo, rewrite: rewriteUserinfo },
  'UserInfoEndpoint.issueUserInfoPost': { guard: guardUserinfo, rewrite: rewriteUserinfo },
  'ClientsManagementService.registerNode': { guard: guardNodes },
  'ClientsManagementService.unregisterNode': { guard: guardNodes },
  'LogoutEndpoint.logout': { guard: guardLogout, rewrite: explainLogout },
  'LogoutEndpoint.logoutConfirmAction': { rewrite: explainLogout },
  'LogoutEndpoint.logoutConfirmGet': { rewrite: explainLogout },
  'LoginStatusIframeEndpoint.preCheck': { guard: guardSessionStatus },
  'LoginActionsService.processConsent': { rewrite: emitConsent },
  'RealmsResource.getRedirect': { rewrite: redirectToApproved },
  'IdentityBrokerService.clientInitiatedAccountLinking': { guard: refuseLinking },
  'AdapterInstallationClientRegistrationProvider.get': { guard: guardInstallation },
  // Other ways to start an authorization, which a Linkgate realm doesn't have.
  'ParEndpoint.request': { guard: notThere },
  'DeviceEndpoint.handleDeviceRequest': { guard: notThere },
  'BackchannelAuthenticationEndpoint.processGrantRequest': { guard: notThere },
};

/** Where clients register themselves, in whichever form: the common ending of the names of Keycloak's classes for it. */
const REGISTRATION = 'ClientRegistrationProvider';
const AT_REGISTRATION: Treatment = { guard: noteClient, rewrite: keepDecided };

function treatmentAt(endpoint: string): Treatment | undefined {
  return ENDPOINTS[endpoint] ?? (classOf(endpoint).endsWith(REGISTRATION) ? AT_REGISTRATION : undefined);
}

function classOf(endpoint: string): string {
  return endpoint.slice(0, Math.max(0, endpoint.indexOf('.')));
}

/** The pages of a sign-in that Keycloak serves. */
const SIGN_IN_PAGES = 'LoginActionsService.';
/** Of these, the pages that belong to a tab. */
const TAB_PAGES: readonly string[] = [
  'LoginActionsService.authenticate',
  'LoginActionsService.authenticateForm',
  'LoginActionsService.processConsent',
  'LoginActionsService.requiredActionGET',
  'LoginActionsService.requiredActionPOST',
];
/** What serves Linkgate's own endpoints. */
const OWN = 'ScriptResource';
/** The endpoints that are guarded, and that are closed for maintenance: Keycloak's protocol and pages, and ours; not the admin API. */
const GUARDED: readonly string[] = [
  OWN,
  'AuthorizationEndpoint',
  'LoginActionsService',
  'UserInfoEndpoint',
  'LogoutEndpoint',
  'LoginStatusIframeEndpoint',
  'ParEndpoint',
  'DeviceEndpoint',
  'ClientsManagementService',
];
/** Of these classes others aren't. */
const GUARDED_ALONE: readonly string[] = [
  'OIDCLoginProtocolService.certs',
  'IdentityBrokerService.clientInitiatedAccountLinking',
];
/** Of these there are several each. */
const GUARDED_KINDS = /^(Token|Backchannel)\w*Endpoint$/;

function isGuarded(endpoint: string): boolean {
  const name = classOf(endpoint);
  if (GUARDED.includes(name) || GUARDED_KINDS.test(name) || name.endsWith(REGISTRATION)) return true;
  return GUARDED_ALONE.includes(endpoint);
}

/** Endpoints whose query the framework reads for Keycloak. */
const READ_IN_ANY_CASE: readonly string[] = [
  'IdentityBrokerService',
  'LoginActionsService',
  'LogoutEndpoint',
  'LoginStatusIframeEndpoint',
];

function isReadInAnyCase(endpoint: string): boolean {
  return READ_IN_ANY_CASE.includes(classOf(endpoint));
}

/** The filter's functions; `endpoint` is the class and method that serve the request. */
export const FILTER = {
  /** Returns a response to end the request, or null. */
  request(session: KeycloakSession, request: ContainerRequestContext, endpoint: string): Response | null {
    keepBeginning(session);
    const answer = guardRequest(session, request, endpoint);
    if (answer !== null) request.setProperty(REFUSED, 'true');
    return answer;
  },

  /** Brings a finished response into the contract's form; the guards' refusals already have it. */
  response(
    session: KeycloakSession,
    request: ContainerRequestContext,
    response: ContainerResponseContext,
    endpoint: string,
  ): void {
    if (isNotServed(request, response)) rewriteNotServed(request, response);
    replaceMalformedHeaders(request);
    // Whatever is reported is reported about a response that is final.
    const stands =
      request.getProperty(REFUSED) === null &&
      !takeBackEnded(session, request, response, endpoint) &&
      !takeBackEndedToken(session, response);
    if (stands) treatmentAt(endpoint)?.rewrite?.(session, response);
    restoreState(session, request, response);
    setRateLimitHeaders(session, response);
  },

  /** The response to a request below a realm that failed through no fault of its own; null for any other failure. */
  failure(session: KeycloakSession, failure: Throwable): Response | null {
    const path = session.getContext().getUri().getPath();
    if (partsBelowRealm(path) === null || !(isOutage(failure) || isOverload(failure))) return null;
    const reason = String(failure.getMessage()).split('\n')[0];
    const realm = session.getContext().getRealm();
    log.error(`realm "${realm?.getName() ?? 'unknown'}": temporarily unavailable: ${reason}`);
    const unavailable = problem('temporarily_unavailable');
    const format = formatOf(resourceOf(path));
    // Without the realm there is no theme to render a page with.
    if (realm === null) return problemAnswer(format, unavailable).build();
    return refuseByPage(session, unavailable, format);
  },

  isOutage,
};

/** The host's own 503, which has no page yet. */
function isOverload(failure: Throwable): boolean {
  return (
    failure instanceof JavaWebApplicationException &&
    failure.getResponse().getStatus() === ERRORS.temporarily_unavailable.status
  );
}

/** Marks a request that a guard refused. */
const REFUSED = 'linkgate.refused';

function guardRequest(
  session: KeycloakSession,
  request: ContainerRequestContext,
  endpoint: string,
): Response | null {
  replaceMalformedHeaders(request);
  const path = request.getUriInfo().getPath();
  const [resource, ...rest] = partsBelowRealm(path) ?? [];
  const starts = resource !== undefined && mayStartSignIn(session, resource);
  const tooMany = starts ? countCall(session, 'general') : null;
  if (tooMany !== null) return refuseExcess(session, tooMany, 'protocol');
  const foreign = isForeign(session, request, endpoint);
  if (resource === undefined && !foreign) return refuseFromNonAdministrator(session, request, endpoint);
  const format = formatOf(resource ?? '');
  const tooLarge = checkDeclaredLength(request, format);
  if (!foreign && !isGuarded(endpoint))
    return tooLarge === null ? null : refuseByPage(session, tooLarge, format);
  if (!requireRealm(session).isEnabled())
    return refuseByPage(session, problem('temporarily_unavailable'), format);
  const policy = resource === 'session' ? 'session' : 'general';
  const excess = isCounted(request, endpoint, resource) ? countCall(session, policy) : null;
  if (excess !== null) return refuseExcess(session, excess, format);
  if (foreign) return notThere(session);
  // Keycloak's endpoints ask for https themselves.
  const unclear =
    (classOf(endpoint) === OWN ? checkHttps(session) : null) ??
    tooLarge ??
    checkRepeatedHeaders(request) ??
    (isReadInAnyCase(endpoint) ? checkQueryNames(request) : null);
  if (unclear !== null) return refuseByPage(session, unclear, format);
  // What mail programs post to opt somebody out may be of any type (RFC 8058, section 3.1); nobody reads it.
  const unread = resource === 'invitation' && rest[0] === 'opt-out';
  const read = unread ? { form: null } : readForm(request);
  if ('problem' in read) return refuseByPage(session, read.problem, format);
  if (endpoint.startsWith(SIGN_IN_PAGES)) return signInPage(session, request, endpoint);
  return treatmentAt(endpoint)?.guard?.(session, request, read.form) ?? null;
}

/**
 * Whether Keycloak may start a sign-in from a browser's restart cookie alone, where people go to identity providers and come back: like a
 * request to `/auth`. What providers send there themselves has no such cookie.
 */
function mayStartSignIn(session: KeycloakSession, resource: string): boolean {
  return isNamed(resource, 'broker') && RestartLoginCookie.getRestartCookie(session) !== null;
}

/** A preflight asks what a browser may do; on the sign-in pages submitted forms count, before Keycloak or we look anything up for them. */
function isCounted(
  request: ContainerRequestContext,
  endpoint: string,
  resource: string | undefined,
): boolean {
  const method = request.getMethod();
  // That endpoint decides what counts by cookie and what by IP.
  if (resource === 'sign-in-state') return false;
  return endpoint.startsWith(SIGN_IN_PAGES) ? method === 'POST' : method !== 'OPTIONS';
}

/** A browser gets a page; scripts of any origin may read why they are refused. */
function refuseExcess(session: KeycloakSession, excess: Problem, format: AnswerFormat): Response {
  if (wantsPage(session)) return refuseByPage(session, excess, format);
  return Cors.builder().auth().allowAllOrigins().add(problemAnswer(format, excess));
}

function notThere(session: KeycloakSession): Response {
  return refuseByPage(session, problem('not_found'));
}

/** Keycloak's own pages get the client's brand; those of a client that is no longer approved end. */
function signInPage(
  session: KeycloakSession,
  request: ContainerRequestContext,
  endpoint: string,
): Response | null {
  const clientId = request.getUriInfo().getQueryParameters().getFirst('client_id');
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  const tab = client === null ? null : tabAskedFor(session, request, client);
  // Without a tab Keycloak may start a sign-in, as for a request to `/auth`. Submitted forms are already counted.
  const excess = tab === null && request.getMethod() !== 'POST' ? countCall(session, 'general') : null;
  if (excess !== null) return refuseExcess(session, excess, 'protocol');
  const actionLink = refuseActionLink(session, request);
  if (actionLink !== null || client === null) return actionLink;
  if (!isApproved(client)) return refuseByPage(session, problem('client_not_approved'));
  // The forms keep the client that the context has when they are first obtained.
  session.getContext().setClient(client);
  session.getProvider(LoginFormsProvider.class).setAttribute('brand', toJava({ ...clientBrand(client) }));
  const ended = tab === null ? null : answerEndedTab(session, tab);
  const refusal = ended ?? refuseOtherPaths(session, client, endpoint);
  return refusal ?? (TAB_PAGES.includes(endpoint) ? answerLeftTab(session, request, client, tab) : null);
}
