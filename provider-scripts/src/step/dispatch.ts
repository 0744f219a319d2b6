/** Chooses, for each call, between a Linkgate realm's functions and those of a step in any other realm. */
import type {
  AuthenticationFlowContext,
  InputStream,
  KeycloakSession,
  RealmModel,
  Response,
  UserModel,
} from 'keycloak';
import { isLinkgateRealm } from '../keycloak/enabled.ts';
import { requireRealm } from '../keycloak/realm.ts';

/** The functions of an authenticator. */
interface AuthenticatorFunctions {
  authenticate(context: AuthenticationFlowContext): void;
  action(context: AuthenticationFlowContext): void;
  configuredFor(session: KeycloakSession, realm: RealmModel, user: UserModel): boolean;
}

/** The function of an endpoint. */
interface EndpointFunctions {
  handle(session: KeycloakSession, method: string, body: InputStream): Response;
}

/** An authenticator that works in both kinds of realms. */
export function authenticatorByRealm(
  linkgate: AuthenticatorFunctions,
  step: AuthenticatorFunctions,
): AuthenticatorFunctions {
  const of = (realm: RealmModel) => (isLinkgateRealm(realm) ? linkgate : step);
  return {
    authenticate: (context) => of(context.getRealm()).authenticate(context),
    action: (context) => of(context.getRealm()).action(context),
    configuredFor: (session, realm, user) => of(realm).configuredFor(session, realm, user),
  };
}

/** An endpoint that exists in both; `serves` says whether a request in a realm that isn't a Linkgate realm is for it. */
export function endpointByRealm<Step extends EndpointFunctions>(
  linkgate: EndpointFunctions,
  step: Step & { serves(session: KeycloakSession): boolean },
): EndpointFunctions & { serves(session: KeycloakSession): boolean } {
  return {
    serves: step.serves,
    handle: (session, method, body) =>
      (isLinkgateRealm(requireRealm(session)) ? linkgate : step).handle(session, method, body),
  };
}
