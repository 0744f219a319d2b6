/** Finds the settings of the sign-in step in the flow that is bound for a client. */
import type { ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { log } from '../engine/log.ts';
import { EMAIL_AUTHENTICATOR } from '../ids.ts';
import { requireRealm } from '../protocol/base-url.ts';
import { keptWithRealm } from '../protocol/kept-with-realm.ts';
import { parseSettings, type Settings } from './parse.ts';

const AuthenticationFlowResolver = Java.type('org.keycloak.models.utils.AuthenticationFlowResolver');

/** The settings in force for a client, the same for pages and endpoints; without a client, those of the realm's own flow. */
export function readSettings(session: KeycloakSession, client: ClientModel | null): Settings {
  const realm = requireRealm(session);
  const bound =
    client === null
      ? null
      : AuthenticationFlowResolver.resolveBindingOverrideFlowForClient(client, 'browser');
  const flow = bound ?? realm.getBrowserFlow();
  return keptWithRealm(realm, `settings ${flow?.getId() ?? ''}`, () => {
    const configId = flow === null ? null : findConfig(realm, flow.getId(), 0);
    const config = configId === null ? null : realm.getAuthenticatorConfigById(configId)?.getConfig();
    return parseSettings(
      (name) => config?.get(name) ?? null,
      (line) => log.warn(`realm "${realm.getName()}": ${line}`),
    );
  });
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
