/** The table of endpoints: the filter's handling of each, by the class and method that serve it, whichever path was used. */
import type {
  AccountConsole,
  AccountCredentialResource,
  AccountRestService,
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
  Response,
  ScriptResource,
  SessionResource,
  TokenEndpoint,
  TokenIntrospectionEndpoint,
  TokenRevocationEndpoint,
  UserInfoEndpoint,
} from 'keycloak';
import { OPAQUE_PARAMETERS } from '../../clients/opaque-parameters.ts';
import type { Guard } from '../../http/request/guard.ts';
import { storeChosenFlow } from '../../sign-in/tabs/chosen-flow.ts';
import { preserveExactParameters } from '../../sign-in/tabs/exact-request.ts';
import { isOpen } from '../../sign-in/tabs/run-flow.ts';
import { endTabsOfAccount } from '../../sign-in/tabs/signed-out-elsewhere.ts';
import { returnFromSignIn } from '../account-page/sign-in.ts';
import { guardAccountUpdate, guardCredentialRemoval, rejectAddressUpdate } from '../keycloak/account-api.ts';
import { dropReferrer, redirectToApproved, rejectUnusableClient } from '../keycloak/client-redirect.ts';
import { recordConsent } from '../keycloak/consent.ts';
import { notServedResponse } from '../keycloak/not-served.ts';
import { guardProviderToken, guardUserinfo } from '../keycloak/oauth/access-token.ts';
import { guardAuthorization } from '../keycloak/oauth/authorization/guard.ts';
import { guardIntrospection, guardNodes, guardRevocation, guardToken } from '../keycloak/oauth/guards.ts';
import { explainLogout, guardLogout, guardSessionStatus } from '../keycloak/oauth/logout.ts';
import {
  type BodyRewrite,
  type Rewrite,
  rewriteIntrospection,
  rewriteRevocation,
  rewriteToken,
  rewriteUserinfo,
} from '../keycloak/oauth/rewrites.ts';
import { guardInstallation, guardRegistration, restrictRegistration } from '../keycloak/registration.ts';
import {
  guardAccountPage,
  guardConsent,
  guardFirstSignIn,
  guardRequiredAction,
  guardSignInPage,
  guardTabPage,
} from '../keycloak/sign-in-pages.ts';

/** The filter's handling of an endpoint. By default, requests are counted, read and guarded, and rejected while the realm is disabled. */
export interface Endpoint {
  /** Runs after all other checks have passed. */
  guard?: Guard;
  /** Brings a final response into the contract's form. */
  rewrite?: Rewrite;
  /** Returns its body in the contract's form. */
  rewriteBody?: BodyRewrite;
  /** Programs call it, without a browser's tab: no response ends one, sets a cookie, or comes from a token that Keycloak took for a user's. */
  withoutBrowser?: true;
  /** No response may be stored, successful ones included. */
  neverStored?: true;
  /** Requests pass as at endpoints without a row; its guard, if any, comes last. */
  unguarded?: true;
  /** Linkgate's own endpoint; Keycloak's endpoints require https themselves. */
  own?: true;
  /** The framework parses the query, and accepts names in any case. */
  anyCase?: true;
  /** Only submitted forms count, before anything is looked up for them. */
  countsForms?: true;
  /** Parameters that may contain control characters: Keycloak only returns or compares them, or the guard checks them. */
  opaque?: readonly string[];
  /** Form fields may have several lines. */
  lines?: true;
  /** Accepts JSON, whose strings must not contain control characters. */
  checksJson?: true;
  /** Keycloak's rejection may break the transaction: it detects a duplicate identifier by its insert. */
  detectsDuplicates?: true;
  /** Keycloak's steps there create accounts of what a provider says. */
  takesProvided?: true;
  /** Its effects are retained even if its tab has ended. */
  allowsEndedTab?: true;
}

/** The classes that rows name, for their methods: an upgrade that renames one fails the type check. */
interface Classes {
  AccountConsole: AccountConsole;
  AccountCredentialResource: AccountCredentialResource;
  AccountRestService: AccountRestService;
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
  SessionResource: SessionResource;
  TokenEndpoint: TokenEndpoint;
  TokenIntrospectionEndpoint: TokenIntrospectionEndpoint;
  TokenRevocationEndpoint: TokenRevocationEndpoint;
  UserInfoEndpoint: UserInfoEndpoint;
}
type Named = keyof Classes | { [C in keyof Classes]: `${C}.${keyof Classes[C] & string}` }[keyof Classes];

/** Keycloak's sign-in pages. Pages that belong to a tab, and pages that create accounts, have more checks. */
const SIGN_IN_PAGE: Endpoint = { guard: guardSignInPage, anyCase: true, countsForms: true, lines: true };
const TAB_PAGE: Endpoint = { ...SIGN_IN_PAGE, guard: guardTabPage };
const ACTION_PAGE: Endpoint = { ...SIGN_IN_PAGE, guard: guardRequiredAction };
const ACCOUNT_PAGE: Endpoint = { ...SIGN_IN_PAGE, guard: guardAccountPage };
const FIRST_SIGN_IN_PAGE: Endpoint = { ...SIGN_IN_PAGE, guard: guardFirstSignIn, takesProvided: true };

const AUTHORIZATION: Endpoint = {
  guard: guardAuthorization,
  rewrite: recordAuthorization,
  opaque: OPAQUE_PARAMETERS,
};
const USERINFO: Endpoint = {
  guard: guardUserinfo,
  rewriteBody: rewriteUserinfo,
  withoutBrowser: true,
  opaque: ['access_token'],
};
const LOGOUT_PAGE: Endpoint = { rewrite: explainLogout, anyCase: true, opaque: ['state'] };
const TO_PROVIDER: Endpoint = { guard: rejectUnusableClient, anyCase: true };
const TOKEN_OF_PROVIDER: Endpoint = { guard: guardProviderToken, anyCase: true };
/** Other ways to start an authorization, which a Linkgate realm doesn't have. */
const NOT_SERVED: Endpoint = { guard: notServedResponse };

/** The account API's sign-outs. */
export const ACCOUNT_SESSIONS = 'SessionResource.logout';

/** By class and method, and by class for its other methods. Only the most specific row applies. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'AuthorizationEndpoint.buildGet': AUTHORIZATION,
  'AuthorizationEndpoint.buildPost': AUTHORIZATION,
  AuthorizationEndpoint: {},
  'TokenEndpoint.processGrantRequest': { guard: guardToken, rewriteBody: rewriteToken, withoutBrowser: true },
  'TokenIntrospectionEndpoint.introspect': {
    guard: guardIntrospection,
    rewriteBody: rewriteIntrospection,
    withoutBrowser: true,
    neverStored: true,
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

  'ParEndpoint.request': NOT_SERVED,
  ParEndpoint: {},
  'DeviceEndpoint.handleDeviceRequest': NOT_SERVED,
  DeviceEndpoint: {},
  'BackchannelAuthenticationEndpoint.processGrantRequest': NOT_SERVED,

  'LoginActionsService.authenticate': TAB_PAGE,
  'LoginActionsService.authenticateForm': TAB_PAGE,
  'LoginActionsService.processConsent': { ...SIGN_IN_PAGE, guard: guardConsent, rewrite: recordConsent },
  'LoginActionsService.requiredActionGET': ACTION_PAGE,
  'LoginActionsService.requiredActionPOST': ACTION_PAGE,
  'LoginActionsService.registerPage': ACCOUNT_PAGE,
  'LoginActionsService.processRegister': ACCOUNT_PAGE,
  // The first sign-in through an identity provider.
  'LoginActionsService.firstBrokerLoginGet': FIRST_SIGN_IN_PAGE,
  'LoginActionsService.firstBrokerLoginPost': FIRST_SIGN_IN_PAGE,
  // One of Keycloak's own links verifies the address again, in whichever tab it is opened.
  'LoginActionsService.executeActionToken': { ...SIGN_IN_PAGE, allowsEndedTab: true },
  LoginActionsService: SIGN_IN_PAGE,

  'IdentityBrokerService.clientInitiatedAccountLinking': TO_PROVIDER,
  'IdentityBrokerService.performLogin': TO_PROVIDER,
  'IdentityBrokerService.performPostLogin': TO_PROVIDER,
  'IdentityBrokerService.afterFirstBrokerLogin': TO_PROVIDER,
  'IdentityBrokerService.afterPostBrokerLoginFlow': TO_PROVIDER,
  'IdentityBrokerService.retrieveTokenV1': TOKEN_OF_PROVIDER,
  'IdentityBrokerService.retrieveTokenV2': TOKEN_OF_PROVIDER,

  'AccountConsole.getMainPage': { guard: guardAccountConsole },
  'AccountCredentialResource.removeCredential': { unguarded: true, guard: guardCredentialRemoval },
  'AccountRestService.updateAccount': {
    unguarded: true,
    guard: guardAccountUpdate,
    rewrite: rejectAddressUpdate,
  },
  [ACCOUNT_SESSIONS]: { unguarded: true, rewrite: endTabsOfAccount },
  'RealmsResource.getRedirect': { unguarded: true, rewrite: redirectToApproved },
  ScriptResource: { own: true, opaque: ['token'] },
} satisfies Partial<Record<Named, Endpoint>>;

/** Endpoints with several classes each. */
const KINDS: readonly [classes: RegExp, endpoint: Endpoint][] = [
  // Client registration in any form: the common suffix of Keycloak's classes for it.
  [
    /ClientRegistrationProvider$/,
    { guard: guardRegistration, rewrite: restrictRegistration, checksJson: true, detectsDuplicates: true },
  ],
  [/^(Token|Backchannel)\w*Endpoint$/, {}],
];

/** A sign-in to users' own page returns at a path of the console. */
function guardAccountConsole(...of: Parameters<Guard>): Response | null {
  return returnFromSignIn(...of) ?? dropReferrer(...of);
}

function recordAuthorization(session: KeycloakSession): void {
  storeChosenFlow(session);
  const tab = session.getContext().getAuthenticationSession();
  if (tab !== null && isOpen(tab)) preserveExactParameters(session, tab);
}

/**
 * Returns the row of the endpoint that serves a request.
 *
 * @param name its class and method, `UserInfoEndpoint.issueUserInfoGet`; empty if none serves it
 * @returns null for an endpoint that is left to Keycloak
 */
export function endpointAt(name: string): Endpoint | null {
  const exact = ENDPOINTS[name];
  if (exact !== undefined) return exact;
  const className = name.slice(0, Math.max(0, name.indexOf('.')));
  return ENDPOINTS[className] ?? KINDS.find(([classes]) => classes.test(className))?.[1] ?? null;
}
