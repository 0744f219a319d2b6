/** The table of endpoints: what the filter does at each, by the class and method that serve it, so at either kind of path. */
import type {
  AccountConsole,
  AdapterInstallationClientRegistrationProvider,
  AuthorizationEndpoint,
  BackchannelAuthenticationEndpoint,
  ClientsManagementService,
  DeviceEndpoint,
  IdentityBrokerService,
  KeycloakSession,
  LoginActionsService,
  LoginStatusIframeEndpoint,
  LogoutEndpoint,
  OIDCLoginProtocolService,
  ParEndpoint,
  RealmsResource,
  ScriptResource,
  TokenEndpoint,
  TokenIntrospectionEndpoint,
  TokenRevocationEndpoint,
  UserInfoEndpoint,
} from 'keycloak';
import { OPAQUE_PARAMETERS } from '../client/opaque-parameters.ts';
import { dropReferrer, redirectToApproved, rejectNamed } from '../endpoints/keycloak/client-redirect.ts';
import { notThere } from '../endpoints/keycloak/not-served.ts';
import { guardProviderToken, guardUserinfo } from '../endpoints/keycloak/oauth/access-token.ts';
import { guardAuthorization } from '../endpoints/keycloak/oauth/authorization/guard.ts';
import {
  guardIntrospection,
  guardNodes,
  guardRevocation,
  guardToken,
} from '../endpoints/keycloak/oauth/guards.ts';
import { explainLogout, guardLogout, guardSessionStatus } from '../endpoints/keycloak/oauth/logout.ts';
import {
  type Rewrite,
  rewriteIntrospection,
  rewriteRevocation,
  rewriteToken,
  rewriteUserinfo,
} from '../endpoints/keycloak/oauth/rewrites.ts';
import { guardInstallation, keepDecided, noteClient } from '../endpoints/keycloak/registration.ts';
import { guardAccountPage, guardSignInPage, guardTabPage } from '../endpoints/keycloak/sign-in-pages.ts';
import { emitConsent } from '../events/consent.ts';
import type { Guard } from '../request/guard.ts';
import { keepChosenFlow } from '../tabs/chosen-flow.ts';
import { noteBegin } from '../tabs/ended-tab.ts';
import { keepExact } from '../tabs/exact-request.ts';
import { isOpen } from '../tabs/run-flow.ts';

/** What is done at an endpoint. One with a row is counted, read and guarded, and closed for maintenance, unless its row says otherwise. */
export interface Endpoint {
  /** Checks what has passed all other checks. */
  guard?: Guard;
  /** Brings a response that stands into the contract's form. */
  rewrite?: Rewrite;
  /** Keycloak gets requests as it does where there is no row. */
  unguarded?: true;
  /** Linkgate's own: Keycloak's endpoints ask for https themselves. */
  own?: true;
  /** The framework reads the query for Keycloak, and takes names in any case. */
  anyCase?: true;
  /** Submitted forms count, before Keycloak or we look anything up for them; nothing else does. */
  countsForms?: true;
  /** Parameters that may have control characters: Keycloak only gives them back or compares them, or the guard checks them. */
  opaque?: readonly string[];
  /** Fields of its forms may have several lines. */
  lines?: true;
  /** Takes JSON, in which no text may have control characters. */
  plainJson?: true;
  /** A rejection of Keycloak's may break the transaction: it finds an identifier taken when it inserts it. */
  findsTaken?: true;
  /** What it did stands in a tab that has ended, too. */
  inEndedTab?: true;
}

/** The classes that rows name, for their methods: an upgrade that renames one fails the type check. */
interface Classes {
  AccountConsole: AccountConsole;
  AdapterInstallationClientRegistrationProvider: AdapterInstallationClientRegistrationProvider;
  AuthorizationEndpoint: AuthorizationEndpoint;
  BackchannelAuthenticationEndpoint: BackchannelAuthenticationEndpoint;
  ClientsManagementService: ClientsManagementService;
  DeviceEndpoint: DeviceEndpoint;
  IdentityBrokerService: IdentityBrokerService;
  LoginActionsService: LoginActionsService;
  LoginStatusIframeEndpoint: LoginStatusIframeEndpoint;
  LogoutEndpoint: LogoutEndpoint;
  OIDCLoginProtocolService: OIDCLoginProtocolService;
  ParEndpoint: ParEndpoint;
  RealmsResource: RealmsResource;
  ScriptResource: ScriptResource;
  TokenEndpoint: TokenEndpoint;
  TokenIntrospectionEndpoint: TokenIntrospectionEndpoint;
  TokenRevocationEndpoint: TokenRevocationEndpoint;
  UserInfoEndpoint: UserInfoEndpoint;
}
type Named = keyof Classes | { [C in keyof Classes]: `${C}.${keyof Classes[C] & string}` }[keyof Classes];

/** The pages of a sign-in that Keycloak serves. More is checked at those that belong to a tab, and at those that make accounts. */
const SIGN_IN_PAGE: Endpoint = { guard: guardSignInPage, anyCase: true, countsForms: true, lines: true };
const TAB_PAGE: Endpoint = { ...SIGN_IN_PAGE, guard: guardTabPage };
const ACCOUNT_PAGE: Endpoint = { ...SIGN_IN_PAGE, guard: guardAccountPage };

const AUTHORIZATION: Endpoint = {
  guard: guardAuthorization,
  rewrite: noteRequest,
  opaque: OPAQUE_PARAMETERS,
};
const USERINFO: Endpoint = { guard: guardUserinfo, rewrite: rewriteUserinfo, opaque: ['access_token'] };
const LOGOUT_PAGE: Endpoint = { rewrite: explainLogout, anyCase: true, opaque: ['state'] };
const TO_PROVIDER: Endpoint = { guard: rejectNamed, anyCase: true };
const TOKEN_OF_PROVIDER: Endpoint = { guard: guardProviderToken, anyCase: true };
/** Other ways to start an authorization, which a Linkgate realm doesn't have. */
const NOT_THERE: Endpoint = { guard: notThere };

/** By class and method, and by class for its other methods. The row that says most is all that holds. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'AuthorizationEndpoint.buildGet': AUTHORIZATION,
  'AuthorizationEndpoint.buildPost': AUTHORIZATION,
  AuthorizationEndpoint: {},
  'TokenEndpoint.processGrantRequest': { guard: guardToken, rewrite: rewriteToken },
  'TokenIntrospectionEndpoint.introspect': {
    guard: guardIntrospection,
    rewrite: rewriteIntrospection,
    opaque: ['token'],
  },
  'TokenRevocationEndpoint.revoke': { guard: guardRevocation, rewrite: rewriteRevocation, opaque: ['token'] },
  'UserInfoEndpoint.issueUserInfoGet': USERINFO,
  'UserInfoEndpoint.issueUserInfoPost': USERINFO,
  UserInfoEndpoint: {},
  'OIDCLoginProtocolService.certs': {},
  'LogoutEndpoint.logout': { ...LOGOUT_PAGE, guard: guardLogout },
  'LogoutEndpoint.logoutConfirmAction': LOGOUT_PAGE,
  'LogoutEndpoint.logoutConfirmGet': LOGOUT_PAGE,
  LogoutEndpoint: { anyCase: true },
  'LoginStatusIframeEndpoint.preCheck': { guard: guardSessionStatus, anyCase: true },
  LoginStatusIframeEndpoint: { anyCase: true },
  'ClientsManagementService.registerNode': { guard: guardNodes },
  'ClientsManagementService.unregisterNode': { guard: guardNodes },
  ClientsManagementService: {},
  'AdapterInstallationClientRegistrationProvider.get': { guard: guardInstallation },

  'ParEndpoint.request': NOT_THERE,
  ParEndpoint: {},
  'DeviceEndpoint.handleDeviceRequest': NOT_THERE,
  DeviceEndpoint: {},
  'BackchannelAuthenticationEndpoint.processGrantRequest': NOT_THERE,

  'LoginActionsService.authenticate': TAB_PAGE,
  'LoginActionsService.authenticateForm': TAB_PAGE,
  'LoginActionsService.processConsent': { ...TAB_PAGE, rewrite: emitConsent },
  'LoginActionsService.requiredActionGET': TAB_PAGE,
  'LoginActionsService.requiredActionPOST': TAB_PAGE,
  'LoginActionsService.registerPage': ACCOUNT_PAGE,
  'LoginActionsService.processRegister': ACCOUNT_PAGE,
  // The first sign-in through an identity provider.
  'LoginActionsService.firstBrokerLoginGet': ACCOUNT_PAGE,
  'LoginActionsService.firstBrokerLoginPost': ACCOUNT_PAGE,
  // One of Keycloak's own links verifies the address again, in whichever tab it is opened.
  'LoginActionsService.executeActionToken': { ...SIGN_IN_PAGE, inEndedTab: true },
  LoginActionsService: SIGN_IN_PAGE,

  'IdentityBrokerService.clientInitiatedAccountLinking': TO_PROVIDER,
  'IdentityBrokerService.performLogin': TO_PROVIDER,
  'IdentityBrokerService.performPostLogin': TO_PROVIDER,
  'IdentityBrokerService.afterFirstBrokerLogin': TO_PROVIDER,
  'IdentityBrokerService.afterPostBrokerLoginFlow': TO_PROVIDER,
  'IdentityBrokerService.retrieveTokenV1': TOKEN_OF_PROVIDER,
  'IdentityBrokerService.retrieveTokenV2': TOKEN_OF_PROVIDER,

  'AccountConsole.getMainPage': { guard: dropReferrer },
  'RealmsResource.getRedirect': { unguarded: true, rewrite: redirectToApproved },
  ScriptResource: { own: true, opaque: ['token'] },
} satisfies Partial<Record<Named, Endpoint>>;

/** Of these there are several classes each. */
const KINDS: readonly [classes: RegExp, endpoint: Endpoint][] = [
  // Where clients register themselves, in whichever form: the common ending of the names of Keycloak's classes for it.
  [
    /ClientRegistrationProvider$/,
    { guard: noteClient, rewrite: keepDecided, plainJson: true, findsTaken: true },
  ],
  [/^(Token|Backchannel)\w*Endpoint$/, {}],
];

function noteRequest(session: KeycloakSession): void {
  noteBegin(session);
  keepChosenFlow(session);
  const tab = session.getContext().getAuthenticationSession();
  if (tab !== null && isOpen(tab)) keepExact(session, tab);
}

/**
 * The row of the endpoint that serves a request.
 *
 * @param name its class and method, `UserInfoEndpoint.issueUserInfoGet`; empty where nothing serves it
 * @returns null for one that is left to Keycloak
 */
export function endpointAt(name: string): Endpoint | null {
  const exact = ENDPOINTS[name];
  if (exact !== undefined) return exact;
  const className = name.slice(0, Math.max(0, name.indexOf('.')));
  return ENDPOINTS[className] ?? KINDS.find(([classes]) => classes.test(className))?.[1] ?? null;
}
