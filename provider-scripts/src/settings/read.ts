/** Finds the settings of the sign-in step in the flow bound for a client. */
import type { ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { log } from '../engine/log.ts';
import { EMAIL_AUTHENTICATOR } from '../ids.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import { keptWithRealm } from '../keycloak/kept-with-realm.ts';
import { CLIENT_ATTRIBUTES } from './declared.ts';
import { parseClientSettings, parseSettings, type Settings } from './parse.ts';

const AuthenticationFlowResolver = Java.type('org.keycloak.models.utils.AuthenticationFlowResolver');

/** The settings in force for a client, the same for pages and endpoints; without a client, those of the realm's own flow. */
export function readSettings(session: KeycloakSession, client: ClientModel | null): Settings {
  const realm = requireRealm(session);
  const bound =
    client === null
      ? null
      : AuthenticationFlowResolver.resolveBindingOverrideFlowForClient(client, 'browser');
  const flow = bound ?? realm.getBrowserFlow();
  const key = `settings ${flow?.getId() ?? ''}`;
  const shared = keptWithRealm(realm, key, () => {
    const configId = flow === null ? null : findConfig(realm, flow.getId(), 0);
    const config = configId === null ? null : realm.getAuthenticatorConfigById(configId)?.getConfig();
    return parseSettings(
      (name) => config?.get(name) ?? null,
      (line) => log.warn(`realm "${realm.getName()}": ${line}`),
    );
  });
  return client === null ? shared : settingsOfClient(realm, key, client, shared);
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

const MAX_FLOW_DEPTH = 10;

function findConfig(realm: RealmModel, flowId: string, depth: number): string | null {
  for (const execution of realm.getAuthenticationExecutionsStream(flowId).toList()) {
    if (execution.getAuthenticator() === EMAIL_AUTHENTICATOR) return execution.getAuthenticatorConfig();
    const inner = execution.isAuthenticatorFlow() && depth < MAX_FLOW_DEPTH ? execution.getFlowId() : null;
    const found = inner === null ? null : findConfig(realm, inner, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
