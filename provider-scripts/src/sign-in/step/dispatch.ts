/** Chooses, for each call, between a Linkgate realm's functions and those of a step in any other realm. */

import type {
  AuthenticationFlowContext,
  InputStream,
  KeycloakSession,
  RealmModel,
  Response,
  UserModel,
} from 'keycloak';
import { commitIfOpen } from '../../platform/database/sql.ts';
import { BROWSER_FLOW_PATH, FIRST_BROKER_LOGIN } from '../../platform/keycloak/flow-paths.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { setProviderTime } from '../tabs/provider-time.ts';

interface AuthenticatorFunctions {
  authenticate(context: AuthenticationFlowContext): void;
  action(context: AuthenticationFlowContext): void;
  configuredFor(session: KeycloakSession, realm: RealmModel, user: UserModel): boolean;
}

interface EndpointFunctions {
  handle(session: KeycloakSession, method: string, body: InputStream): Response;
}

/** Whether a request in a realm that isn't a Linkgate realm is for an endpoint. */
interface Serving {
  serves(session: KeycloakSession): boolean;
}

/**
 * An authenticator that works in both kinds of realms; in a Linkgate realm, `provider` is for the first sign-in through an identity
 * provider.
 */
export function authenticatorByRealm(
  linkgate: AuthenticatorFunctions,
  provider: Pick<AuthenticatorFunctions, 'authenticate' | 'action'>,
  step: AuthenticatorFunctions,
): AuthenticatorFunctions {
  const of = (context: AuthenticationFlowContext) => {
    // Who is proven in a client's own flow isn't the user who came back to this tab from a provider before.
    if (context.getFlowPath() === BROWSER_FLOW_PATH)
      setProviderTime(context.getAuthenticationSession(), null);
    if (!isLinkgateRealm(context.getRealm())) return step;
    return context.getFlowPath() === FIRST_BROKER_LOGIN ? provider : linkgate;
  };
  return {
    authenticate: (context) => of(context).authenticate(context),
    action: (context) => of(context).action(context),
    configuredFor: (session, realm, user) =>
      (isLinkgateRealm(realm) ? linkgate : step).configuredFor(session, realm, user),
  };
}

/** An endpoint that exists in both; `serves` says whether a request in a realm that isn't a Linkgate realm is for it. */
export function endpointByRealm<Step extends EndpointFunctions & Serving>(
  linkgate: EndpointFunctions,
  step: Step,
): EndpointFunctions & Serving {
  return committing({
    serves: step.serves,
    handle: (session, method, body) =>
      (isLinkgateRealm(requireRealm(session)) ? linkgate : step).handle(session, method, body),
  });
}

/**
 * Makes an endpoint commit its transaction itself in a realm that isn't a Linkgate realm, where no filter does: a lost commit is then the
 * endpoint's own failure.
 */
export function committing<Endpoint extends EndpointFunctions>(endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    handle: (session, method, body) => {
      const response = endpoint.handle(session, method, body);
      if (!isLinkgateRealm(requireRealm(session))) commitIfOpen(session);
      return response;
    },
  };
}
