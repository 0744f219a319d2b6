/** Finds the settings of the sign-in step in the flow that runs for a client. */
import type { AuthenticationExecutionModel, ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { log } from '../engine/log.ts';
import { EMAIL_AUTHENTICATOR } from '../ids.ts';
import { keptWithRealm } from '../keycloak/kept-with-realm.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { CLIENT_ATTRIBUTES } from './declared.ts';
import { boundFlow } from './flow.ts';
import { NO_STEP, parseClientSettings, parseSettings, type Settings, strictest } from './parse.ts';
import { policyFlowsOf } from './policy-flows.ts';
import { type Execution, reachable } from './steps.ts';

const Authenticator = Java.type('org.keycloak.authentication.Authenticator');
const ConditionalAuthenticator = Java.type(
  'org.keycloak.authentication.authenticators.conditional.ConditionalAuthenticator',
);

/** Where a sign-in is; what is left out isn't known yet. */
export interface SignInPlace {
  /** The alias of the flow that a client policy chose for the request, instead of the one bound for the client. */
  chosen?: string | null;
  /** The execution that requested the link; it was reached by a request at `/auth`, where client policies were asked. */
  step?: string | undefined;
}

/**
 * The settings in force for a client, the same for pages and endpoints; without a client, those of the realm's own flow. Where a flow has
 * several steps and it isn't known which one runs, they are the strictest of them all; where it has none that can be reached, `NO_STEP`. For
 * a request that didn't come by `/auth` they are the strictest of those of the client's flow and of all flows that a client policy may choose.
 */
export function readSettings(
  session: KeycloakSession,
  client: ClientModel | null,
  place: SignInPlace = {},
): Settings {
  const own = readFlowSettings(session, client, place);
  if (client === null || place.step !== undefined || (place.chosen ?? null) !== null) return own;
  const others = policyFlowsOf(session, client);
  if (others === null) return NO_STEP;
  return strictest([own, ...others.map((chosen) => readFlowSettings(session, client, { chosen }))]);
}

function readFlowSettings(
  session: KeycloakSession,
  client: ClientModel | null,
  { chosen = null, step }: SignInPlace,
): Settings {
  const realm = requireRealm(session);
  const flow = boundFlow(realm, client, chosen);
  const key = `settings ${flow?.getId() ?? ''} ${step ?? ''}`;
  const shared = keptWithRealm(realm, key, () => {
    const steps = flow === null ? [] : linkSteps(session, flow.getId());
    if (steps.length === 0) warnOfClosed(realm, flow?.getAlias() ?? chosen);
    const running = steps.filter(({ id }) => id === step);
    return strictest((running.length > 0 ? running : steps).map((one) => ofStep(realm, one)));
  });
  return client === null ? shared : settingsOfClient(realm, key, client, shared);
}

/** Whether a flow has an enabled step for links that a sign-in reaches. */
export function hasLinkStep(session: KeycloakSession, flowId: string): boolean {
  return linkSteps(session, flowId).length > 0;
}

function linkSteps(session: KeycloakSession, flowId: string): Execution[] {
  return reachable(executionsIn(session, flowId, 0)).filter(
    ({ authenticator }) => authenticator === EMAIL_AUTHENTICATOR,
  );
}

function warnOfClosed(realm: RealmModel, alias: string | null): void {
  const flow =
    alias === null ? 'no flow is bound' : `flow "${alias}" has no enabled step ${EMAIL_AUTHENTICATOR}`;
  log.warn(`realm "${realm.getName()}": ${flow} that a sign-in reaches; no link is sent or used`);
}

/** A step's own settings are parsed, and what is wrong with them is logged, once for all who ask for them. */
function ofStep(realm: RealmModel, { id, configId }: Execution): Settings {
  return keptWithRealm(realm, `step ${id}`, () => {
    const config = configId === null ? null : realm.getAuthenticatorConfigById(configId)?.getConfig();
    return parseSettings(
      (name) => config?.get(name) ?? null,
      (line) => log.warn(`realm "${realm.getName()}": ${line}`),
    );
  });
}

/** A client may change while its realm doesn't, so its values are part of the cache key. */
function settingsOfClient(realm: RealmModel, key: string, client: ClientModel, flow: Settings): Settings {
  const values = signInAttributes(client);
  const text = JSON.stringify(values);
  if (text === '{}') return flow;
  return keptWithRealm(realm, `${key} ${client.getId()} ${text}`, () =>
    parseClientSettings(
      (name) => values[name] ?? null,
      flow,
      (line) => log.warn(`realm "${realm.getName()}", client "${client.getClientId()}": ${line}`),
    ),
  );
}

/** The attributes with which a client overrides settings, if they have a value. */
function signInAttributes(client: ClientModel): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [, name] of Object.entries<string>(CLIENT_ATTRIBUTES)) {
    const value = client.getAttribute(name);
    if (value !== null && value !== '') values[name] = value;
  }
  return values;
}

/** A flow in itself would go on for ever. */
const MAX_FLOW_DEPTH = 10;

function executionsIn(session: KeycloakSession, flowId: string, depth: number): Execution[] {
  const executions: Execution[] = [];
  for (const execution of requireRealm(session).getAuthenticationExecutionsStream(flowId).toList())
    executions.push({
      id: execution.getId(),
      requirement: String(execution.getRequirement()) as Execution['requirement'],
      authenticator: execution.isAuthenticatorFlow() ? null : execution.getAuthenticator(),
      configId: execution.getAuthenticatorConfig(),
      ...natureOf(session, execution),
      inner: innerOf(session, execution, depth),
    });
  return executions;
}

function innerOf(
  session: KeycloakSession,
  execution: AuthenticationExecutionModel,
  depth: number,
): Execution[] | null {
  if (!execution.isAuthenticatorFlow()) return null;
  const flowId = execution.getFlowId();
  return flowId === null || depth >= MAX_FLOW_DEPTH ? [] : executionsIn(session, flowId, depth + 1);
}

/** What only the authenticator itself tells of an execution. */
function natureOf(
  session: KeycloakSession,
  execution: AuthenticationExecutionModel,
): Pick<Execution, 'isCondition' | 'needsUser'> {
  const id = execution.isAuthenticatorFlow() ? null : execution.getAuthenticator();
  const authenticator = id === null ? null : session.getProvider(Authenticator.class, id);
  if (authenticator === null) return { isCondition: false, needsUser: false };
  return {
    isCondition: ConditionalAuthenticator.class.isInstance(authenticator),
    needsUser: authenticator.requiresUser(),
  };
}
