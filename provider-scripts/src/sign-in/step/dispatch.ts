/** Chooses, for each call, between a Linkgate realm's functions and those of a step in a stock realm. */

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
import { warnIfSkipped } from '../../realm/flow/other-step.ts';
import { isOtherStep } from '../../realm/flow/step-ids.ts';
import { isLinkgateRealm, kindOf } from '../../realm/settings/enabled.ts';
import { setProviderTime } from '../tabs/provider-time.ts';

interface AuthenticatorFunctions {
  authenticate(context: AuthenticationFlowContext): void;
  action(context: AuthenticationFlowContext): void;
  configuredFor(session: KeycloakSession, realm: RealmModel, user: UserModel): boolean;
}

interface EndpointFunctions {
  handle(session: KeycloakSession, method: string, body: InputStream): Response;
}

/** Whether a request in a stock realm is for an endpoint. */
interface Serving {
  serves(session: KeycloakSession): boolean;
}

/** The step of the other kind of realm: it does nothing, and Keycloak goes on to an alternative, or else ends the sign-in. */
const SKIPPED: Pick<AuthenticatorFunctions, 'authenticate' | 'action'> = {
  authenticate: skip,
  action: skip,
};

function skip(context: AuthenticationFlowContext): void {
  const execution = context.getExecution();
  warnIfSkipped(context.getRealm(), {
    id: execution.getId(),
    authenticator: execution.getAuthenticator(),
  });
  context.attempted();
}

/**
 * An authenticator by its id, wherever it is in a flow; in a Linkgate realm, `provider` is for the first sign-in through an identity
 * provider.
 */
export function authenticatorByRealm(
  id: string,
  linkgate: AuthenticatorFunctions,
  provider: Pick<AuthenticatorFunctions, 'authenticate' | 'action'>,
  step: AuthenticatorFunctions,
): AuthenticatorFunctions {
  const isSkipped = (realm: RealmModel) => isOtherStep({ authenticator: id }, kindOf(realm));
  const of = (context: AuthenticationFlowContext) => {
    if (isSkipped(context.getRealm())) return SKIPPED;
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
      !isSkipped(realm) && (isLinkgateRealm(realm) ? linkgate : step).configuredFor(session, realm, user),
  };
}

/** An endpoint that exists in both; `serves` says whether a request in a stock realm is for it. */
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
 * Makes an endpoint commit its transaction itself in a stock realm, where no filter does: a lost commit is then the
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
