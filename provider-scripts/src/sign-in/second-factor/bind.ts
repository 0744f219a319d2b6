/**
 * Binds the flow of the second factor to clients and identity providers, and takes it off again. Callers hold the realm's lock: the flow is
 * made once, and deleted when no client has it any more.
 */

import type { ClientModel, IdentityProviderModel, KeycloakSession, RealmModel } from 'keycloak';
import { toJava } from '../../platform/engine/to-java.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ADMIN_PAGES_CLIENT } from '../../platform/keycloak/resources.ts';
import { setAttributes } from '../../platform/keycloak/stored.ts';
import { AFTER_PROVIDER_FLOW, SECOND_FACTOR_FLOW } from '../../realm/levels/made-flows.ts';
import {
  CONSOLE_CLIENT,
  CREDENTIAL_CLIENTS,
  foreignLevels,
  levelAttributes,
} from '../../realm/levels/setting.ts';
import type { SecondFactor } from '../../realm/settings/choices.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { CLIENT } from '../../realm/settings/table.ts';
import { deleteUnchanged, ensureFlow, flowState } from './flows.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** Keycloak's name of the binding that a browser's sign-in uses. */
const BROWSER = 'browser';

/** What a client has by its setting. */
export function secondFactorOf(client: ClientModel): SecondFactor {
  return settingOf(client, CLIENT.secondFactor);
}

/** Why a setting can't be made: what would be overwritten, or wouldn't hold. */
export type Obstacle = { flow: string } | { client: string; setting: string };

/** Finds it; null if the setting can be made. */
export function obstacleTo(session: KeycloakSession, client: ClientModel): Obstacle | null {
  const realm = requireRealm(session);
  const flows = [SECOND_FACTOR_FLOW, AFTER_PROVIDER_FLOW];
  return obstacleIn(session, flows, [...togetherWith(realm, client), ...credentialClients(realm)]);
}

function obstacleIn(
  session: KeycloakSession,
  flows: readonly string[],
  clients: readonly ClientModel[],
): Obstacle | null {
  for (const flow of flows) if (flowState(session, flow) === 'unsafe') return { flow };
  const flowId = boundId(requireRealm(session));
  for (const one of clients) {
    const bound = one.getAuthenticationFlowBindingOverride(BROWSER) || null;
    const levels = foreignLevels((name) => one.getAttribute(name));
    const [setting] = bound === null || bound === flowId ? levels : ['authenticationFlowBindingOverrides'];
    if (setting !== undefined) return { client: one.getClientId(), setting };
  }
  return null;
}

/** A change that was made beside the client's own, for its admin event. */
export interface SideEffect {
  resource: 'AUTH_FLOW' | 'CLIENT' | 'IDENTITY_PROVIDER';
  path: string;
  operation: 'CREATE' | 'UPDATE' | 'DELETE';
  name: string;
}

/**
 * Sets it for a client, with all that follows from it.
 *
 * @param mayBindProviders whether the flow after identity providers is bound to those that have none of their own
 */
export function setSecondFactor(
  session: KeycloakSession,
  client: ClientModel,
  mode: SecondFactor,
  mayBindProviders: boolean,
): SideEffect[] {
  const realm = requireRealm(session);
  const effects: SideEffect[] = [];
  const flowId = mode === 'none' ? boundId(realm) : make(session, SECOND_FACTOR_FLOW, effects);
  for (const one of togetherWith(realm, client)) {
    write(one, mode, flowId, { [CLIENT.secondFactor.name]: mode === 'none' ? '' : mode });
    if (one.getId() !== client.getId()) effects.push(updated(one));
  }
  if (mode !== 'none' && mayBindProviders) bindProviders(session, effects);
  return [...effects, ...followUp(session)];
}

/**
 * Takes it off a client that is about to be removed, with what follows. Not afterwards: Keycloak then reads the other clients past its cache, and
 * what is written to them so doesn't invalidate what other sessions have cached.
 */
export function takeOffRemoved(session: KeycloakSession, client: ClientModel): SideEffect[] {
  write(client, 'none', boundId(requireRealm(session)), { [CLIENT.secondFactor.name]: '' });
  return followUp(session);
}

/** Does what follows from the clients' settings: Keycloak's own clients have the flow while another one has, and nothing is left after that. */
function followUp(session: KeycloakSession): SideEffect[] {
  const realm = requireRealm(session);
  const flowId = boundId(realm);
  if (flowId === null) return [];
  const effects: SideEffect[] = [];
  const isUsed = boundClients(realm, flowId).some((client) => secondFactorOf(client) !== 'none');
  for (const client of credentialClients(realm)) {
    const bound = client.getAuthenticationFlowBindingOverride(BROWSER) || null;
    // Another flow of an administrator's stays.
    if (secondFactorOf(client) !== 'none' || bound !== (isUsed ? null : flowId)) continue;
    write(client, isUsed ? 'on-request' : 'none', flowId, {});
    effects.push(updated(client));
  }
  if (isUsed) return effects;
  unbindProviders(session, effects);
  for (const alias of [SECOND_FACTOR_FLOW, AFTER_PROVIDER_FLOW]) {
    const flow = realm.getFlowByAlias(alias);
    if (flow === null || KeycloakModelUtils.isFlowUsed(session, realm, flow)) continue;
    const path = `authentication/flows/${flow.getId()}`;
    if (deleteUnchanged(session, alias))
      effects.push({ resource: 'AUTH_FLOW', path, operation: 'DELETE', name: alias });
  }
  return effects;
}

/**
 * Whether a client can be given the flow although its setting doesn't need it: it is one of Keycloak's own at which users change their
 * credentials, doesn't have the flow yet, and nothing of an administrator's would be overwritten.
 */
export function mayGiveFlow(session: KeycloakSession, client: ClientModel): boolean {
  if (!CREDENTIAL_CLIENTS.includes(client.getClientId())) return false;
  const bound = client.getAuthenticationFlowBindingOverride(BROWSER) || null;
  return bound === null && obstacleIn(session, [SECOND_FACTOR_FLOW], [client]) === null;
}

/**
 * Gives it to a client, until the last setting of another one is removed.
 *
 * @param stored the realm as it is stored: another request may just have made the flow
 */
export function giveFlow(session: KeycloakSession, stored: RealmModel, clientId: string): SideEffect[] {
  const client = requireRealm(session).getClientByClientId(clientId);
  if (client === null || !mayGiveFlow(session, client)) return [];
  const effects: SideEffect[] = [];
  write(client, 'on-request', boundId(stored) ?? make(session, SECOND_FACTOR_FLOW, effects), {});
  return [...effects, updated(client)];
}

/** The identity providers after which no second factor is asked for: they have another post login flow, or none. */
export function unboundProviders(session: KeycloakSession): string[] {
  const id = requireRealm(session).getFlowByAlias(AFTER_PROVIDER_FLOW)?.getId() ?? null;
  return providers(session)
    .filter((provider) => id === null || provider.getPostBrokerLoginFlowId() !== id)
    .map((provider) => provider.getAlias())
    .sort();
}

/** A client and those that have its setting: administrators sign in to Linkgate's pages and Keycloak's console. */
function togetherWith(realm: RealmModel, client: ClientModel): ClientModel[] {
  const console =
    client.getClientId() === ADMIN_PAGES_CLIENT ? realm.getClientByClientId(CONSOLE_CLIENT) : null;
  return console === null ? [client] : [client, console];
}

function credentialClients(realm: RealmModel): ClientModel[] {
  const found: ClientModel[] = [];
  for (const clientId of CREDENTIAL_CLIENTS) {
    const client = realm.getClientByClientId(clientId);
    if (client !== null) found.push(client);
  }
  return found;
}

function boundClients(realm: RealmModel, flowId: string): ClientModel[] {
  const clients: ClientModel[] = [];
  const bound = toJava({ [BROWSER]: flowId }) as never;
  for (const client of realm.searchClientByAuthenticationFlowBindingOverrides(bound, null, null).toList())
    clients.push(client);
  return clients;
}

function boundId(realm: RealmModel): string | null {
  return realm.getFlowByAlias(SECOND_FACTOR_FLOW)?.getId() ?? null;
}

function make(session: KeycloakSession, alias: string, effects: SideEffect[]): string {
  const { flow, isNew } = ensureFlow(session, alias);
  const path = `authentication/flows/${flow.getId()}`;
  if (isNew) effects.push({ resource: 'AUTH_FLOW', path, operation: 'CREATE', name: alias });
  return flow.getId();
}

/** Writes a client's levels, binding and own attributes. */
function write(
  client: ClientModel,
  mode: SecondFactor,
  flowId: string | null,
  attributes: Readonly<Record<string, string>>,
): void {
  setAttributes(client, {
    ...(mode === 'none' ? withoutOwnLevels(client) : levelAttributes(mode)),
    ...attributes,
  });
  if (mode !== 'none') client.setAuthenticationFlowBindingOverride(BROWSER, flowId);
  else if (flowId !== null && client.getAuthenticationFlowBindingOverride(BROWSER) === flowId)
    client.removeAuthenticationFlowBindingOverride(BROWSER);
  client.updateClient();
}

/** Removes the levels that the setting wrote; an administrator's own stay. */
function withoutOwnLevels(client: ClientModel): Record<string, string> {
  const without: Record<string, string> = {};
  for (const [name, value] of Object.entries(levelAttributes('always')))
    if (client.getAttribute(name) === value) without[name] = '';
  return without;
}

function updated(client: ClientModel): SideEffect {
  return {
    resource: 'CLIENT',
    path: `clients/${client.getId()}`,
    operation: 'UPDATE',
    name: client.getClientId(),
  };
}

function providers(session: KeycloakSession): IdentityProviderModel[] {
  const found: IdentityProviderModel[] = [];
  for (const provider of session.identityProviders().getAllStream().toList()) found.push(provider);
  return found;
}

function bindProviders(session: KeycloakSession, effects: SideEffect[]): void {
  for (const provider of providers(session)) {
    if ((provider.getPostBrokerLoginFlowId() || null) !== null) continue;
    bindProvider(session, provider, make(session, AFTER_PROVIDER_FLOW, effects), effects);
  }
}

function unbindProviders(session: KeycloakSession, effects: SideEffect[]): void {
  const id = requireRealm(session).getFlowByAlias(AFTER_PROVIDER_FLOW)?.getId() ?? null;
  if (id === null) return;
  for (const provider of providers(session))
    if (provider.getPostBrokerLoginFlowId() === id) bindProvider(session, provider, null, effects);
}

function bindProvider(
  session: KeycloakSession,
  provider: IdentityProviderModel,
  flowId: string | null,
  effects: SideEffect[],
): void {
  provider.setPostBrokerLoginFlowId(flowId);
  session.identityProviders().update(provider);
  const alias = provider.getAlias();
  effects.push({
    resource: 'IDENTITY_PROVIDER',
    path: `identity-provider/instances/${alias}`,
    operation: 'UPDATE',
    name: alias,
  });
}
