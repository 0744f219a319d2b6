/** Looks at every request of a Linkgate realm and the answer to it, on Keycloak's own endpoints too, at either kind of path. */
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
import { tellStanding } from '../rate-limit/headers.ts';
import type { Guard } from '../request/guard.ts';
import { checkQueryNames } from '../request/query-names.ts';
import { partsBelowRealm, resourceOf } from '../request/realm-path.ts';
import { readForm } from '../request/request-parameters.ts';
import { takeBackEnded, takeBackEndedToken } from './ended-meanwhile.ts';
import { restoreState } from './exact-state.ts';
import { replaceMalformedHeaders } from './malformed-headers.ts';
import { isNotServed, rewriteNotServed } from './not-served.ts';
import { refuseOtherPaths } from './other-paths.ts';
import { isForeign } from './other-protocols.ts';
import { isOutage } from './outage.ts';
import { keepDecided, noteDecided } from './registration.ts';
import { checkRepeatedHeaders } from './repeated-headers.ts';
import { answerLeftTab, tabAskedFor } from './stale-tab.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');
const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
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
  // Other ways to begin an authorization, which a Linkgate realm doesn't have.
  'ParEndpoint.request': { guard: notThere },
  'DeviceEndpoint.handleDeviceRequest': { guard: notThere },
  'BackchannelAuthenticationEndpoint.processGrantRequest': { guard: notThere },
};

/** Where clients register themselves, in whichever form: how the names of all classes end that Keycloak has for it. */
const REGISTRATION = 'ClientRegistrationProvider';
const AT_REGISTRATION: Treatment = { guard: noteDecided, rewrite: keepDecided };

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
/** The endpoints that are judged, and that stop for maintenance: Keycloak's protocol and pages, and ours; not the admin API. */
const JUDGED: readonly string[] = [
  'ScriptResource',
  'AuthorizationEndpoint',
  'LoginActionsService',
  'UserInfoEndpoint',
  'LogoutEndpoint',
  'LoginStatusIframeEndpoint',
  'ParEndpoint',
  'DeviceEndpoint',
  'ClientsManagementService',
];
/** Of these there are several each. */
const JUDGED_KINDS = /^(Token|Backchannel)\w*Endpoint$/;

function isJudged(endpoint: string): boolean {
  const name = classOf(endpoint);
  if (JUDGED.includes(name) || JUDGED_KINDS.test(name) || name.endsWith(REGISTRATION)) return true;
  return endpoint === 'OIDCLoginProtocolService.certs';
}

/** Endpoints whose query the framework reads for Keycloak. */
const READ_IN_ANY_CASE: readonly string[] = [
  'LoginActionsService',
  'LogoutEndpoint',
  'LoginStatusIframeEndpoint',
];

function isReadInAnyCase(endpoint: string): boolean {
  return READ_IN_ANY_CASE.includes(classOf(endpoint));
}

/** The filter's functions; `endpoint` is the class and method that serve the request. */
export const FILTER = {
  /** Gives an answer to end the request, or null. */
  request(session: KeycloakSession, request: ContainerRequestContext, endpoint: string): Response | null {
    keepBeginning(session);
    const answer = judge(session, request, endpoint);
    if (answer !== null) request.setProperty(REFUSED, 'true');
    return answer;
  },

  /** Makes a finished answer the contract's; what the guards refused is that already. */
  response(
    session: KeycloakSession,
    request: ContainerRequestContext,
    response: ContainerResponseContext,
    endpoint: string,
  ): void {
    if (isNotServed(request, response)) rewriteNotServed(request, response);
    replaceMalformedHeaders(request);
    // What is told of an answer is told of one that holds.
    const stands =
      request.getProperty(REFUSED) === null &&
      !takeBackEnded(session, request, response, endpoint) &&
      !takeBackEndedToken(session, response);
    if (stands) treatmentAt(endpoint)?.rewrite?.(session, response);
    restoreState(session, request, response);
    tellStanding(session, response);
  },

  /** Answers a request below a realm that failed for no fault of its own; null for any other failure. */
  failure(session: KeycloakSession, failure: Throwable): Response | null {
    const path = session.getContext().getUri().getPath();
    if (partsBelowRealm(path) === null || !(isOutage(failure) || isOverload(failure))) return null;
    const reason = String(failure.getMessage()).split('\n')[0];
    const realm = session.getContext().getRealm();
    log.error(`realm "${realm?.getName() ?? 'unknown'}": temporarily unavailable: ${reason}`);
    const unavailable = problem('temporarily_unavailable');
    const format = formatOf(resourceOf(path));
    // Without the realm there is no theme to make a page of.
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

function judge(
  session: KeycloakSession,
  request: ContainerRequestContext,
  endpoint: string,
): Response | null {
  replaceMalformedHeaders(request);
  const path = request.getUriInfo().getPath();
  const [resource, ...rest] = partsBelowRealm(path) ?? [];
  const foreign = isForeign(session, request, endpoint);
  if (!foreign && (resource === undefined || !isJudged(endpoint))) return null;
  const format = formatOf(resource ?? '');
  if (!requireRealm(session).isEnabled())
    return refuseByPage(session, problem('temporarily_unavailable'), format);
  const policy = resource === 'session' ? 'session' : 'general';
  const excess = isCounted(request, endpoint, resource) ? countCall(session, policy) : null;
  if (excess !== null) return refuseExcess(session, excess, format);
  if (foreign) return notThere(session);
  const unclear =
    checkRepeatedHeaders(request) ?? (isReadInAnyCase(endpoint) ? checkQueryNames(request) : null);
  if (unclear !== null) return refuseByPage(session, unclear, format);
  // What mail programs post to opt somebody out may be of any type (RFC 8058, section 3.1); nobody reads it.
  const unread = resource === 'invitation' && rest[0] === 'opt-out';
  const read = unread ? { form: null } : readForm(request);
  if ('problem' in read) return refuseByPage(session, read.problem, format);
  if (endpoint.startsWith(SIGN_IN_PAGES)) return signInPage(session, request, endpoint);
  return treatmentAt(endpoint)?.guard?.(session, request, read.form) ?? null;
}

/** A preflight asks what a browser may do; of the sign-in pages what is sent counts, before Keycloak or we look anything up for it. */
function isCounted(
  request: ContainerRequestContext,
  endpoint: string,
  resource: string | undefined,
): boolean {
  const method = request.getMethod();
  // That endpoint tells what counts by the cookie from what counts by the IP.
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

/** Keycloak's own pages get the client's brand; those of a client that isn't approved any more end. */
function signInPage(
  session: KeycloakSession,
  request: ContainerRequestContext,
  endpoint: string,
): Response | null {
  const clientId = request.getUriInfo().getQueryParameters().getFirst('client_id');
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  if (client === null) return null;
  if (!isApproved(client)) return refuseByPage(session, problem('client_not_approved'));
  // The forms keep the client that the context has when they are first asked for.
  session.getContext().setClient(client);
  session.getProvider(LoginFormsProvider.class).setAttribute('brand', toJava({ ...clientBrand(client) }));
  const tab = tabAskedFor(session, request, client);
  const ended = tab === null ? null : answerEndedTab(session, tab);
  const refusal = ended ?? refuseOtherPaths(session, client, endpoint);
  return refusal ?? (TAB_PAGES.includes(endpoint) ? answerLeftTab(session, request, client, tab) : null);
}
