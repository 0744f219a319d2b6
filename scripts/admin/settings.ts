/** Linkgate's admin endpoints for settings, as called by the command (docs/admin-api.json). */

import type { Finding } from '../../provider-scripts/src/platform/errors/finding.ts';
import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import type { ShownSetting } from '../../provider-scripts/src/realm/settings/shown.ts';
import { callLinkgate, type ErrorExplanations, readResult } from './call.ts';
import type { ClientIds } from './clients.ts';
import type { RealmAdmin } from './connect.ts';

/** The settings of a realm, a step or a client, and the version that a change names. */
export interface SettingsOf {
  readonly version: string;
  readonly settings: readonly ShownSetting[];
  /** Names that are stored there and are no setting. */
  readonly unknown?: readonly Finding[];
}

/** A step's. */
export interface StepSettings extends SettingsOf {
  readonly id: string;
  readonly flow: string;
  /** What the realm uses the flow for. */
  readonly bound_as: readonly string[];
}

/** A realm's, and its steps'. */
export interface RealmSettings extends SettingsOf {
  readonly steps: readonly StepSettings[];
}

/** The texts to store by the settings' names; null resets one. */
export interface SettingsInput {
  readonly version: string;
  readonly changes: Readonly<Record<string, string | null>>;
  /** Validates only; stores nothing. */
  readonly dry_run?: boolean;
}

/** Fetches the settings of the realm and of all steps in its flows. */
export async function fetchSettings(admin: RealmAdmin): Promise<RealmSettings> {
  const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/settings`);
  return (await readResult(response, ofRealm(admin, 'view-realm'))) as RealmSettings;
}

/** Changes those of the realm, or of a step. */
export async function putSettings(
  admin: RealmAdmin,
  input: SettingsInput,
  stepId?: string,
): Promise<RealmSettings> {
  const path = stepId === undefined ? '' : `/steps/${encodeURIComponent(stepId)}`;
  const response = await callLinkgate(admin, 'PUT', `${ADMIN_RESOURCE}/settings${path}`, input);
  return (await readResult(response, ofRealm(admin, 'manage-realm'))) as RealmSettings;
}

/** Fetches those of a client. */
export async function fetchClientSettings(admin: RealmAdmin, client: ClientIds): Promise<SettingsOf> {
  const response = await callLinkgate(admin, 'GET', pathOf(client));
  return (await readResult(response, ofClient(client, 'view-clients or manage-clients'))) as SettingsOf;
}

/** Changes those of a client. */
export async function putClientSettings(
  admin: RealmAdmin,
  client: ClientIds,
  input: SettingsInput,
): Promise<SettingsOf> {
  const response = await callLinkgate(admin, 'PUT', pathOf(client), input);
  return (await readResult(response, ofClient(client, 'manage-clients'))) as SettingsOf;
}

function pathOf({ id }: ClientIds): string {
  return `${ADMIN_RESOURCE}/clients/${id}/settings`;
}

function ofRealm({ realm }: RealmAdmin, role: string): ErrorExplanations {
  return {
    what: `settings of realm ${realm}`,
    lacks: `these credentials lack the role ${role}`,
    missing: 'the realm has neither linkgate.enabled nor a step of Linkgate, or the server has no plugin',
  };
}

function ofClient({ clientId }: ClientIds, role: string): ErrorExplanations {
  return {
    what: `settings of client ${clientId}`,
    lacks: `these credentials lack the role ${role}`,
    missing: 'it was just removed, or the server has no plugin',
  };
}
