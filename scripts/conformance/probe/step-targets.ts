/** The clients of a stock realm that links of backends and invitations could lead to, and what their flows make of them. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type { Execution } from '../../../provider-scripts/src/platform/keycloak/execution.ts';
import { entryOf, rejectWithoutCookie } from '../../../provider-scripts/src/realm/flow/entry.ts';
import { hasLink, parseStepSettings } from '../../../provider-scripts/src/realm/flow/parse.ts';
import { reachableExecutions } from '../../../provider-scripts/src/realm/flow/steps.ts';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';
import { attributeOf } from './clients.ts';
import type { Configuration } from './configuration.ts';
import { executionsOf } from './flows.ts';
import { boundFlow, stepConfig } from './settings.ts';

/** Such a client. */
export interface Target {
  readonly clientId: string;
  /** Whether its flow has a step that they can complete. */
  readonly hasStep: boolean;
  /** Whether that step's emails may contain a link. */
  readonly sendsLinks: boolean;
  readonly takesInvitations: boolean;
}

/** Keycloak's attribute without which nobody can begin a sign-in at a client of SAML for it. */
const IDP_INITIATED = 'saml_idp_initiated_sso_url_name';

/** Finds them. */
export async function targetsOfLinks(configuration: Configuration): Promise<Target[]> {
  const saml = (await configuration.otherClients()).filter((client) => client.attributes?.[IDP_INITIATED]);
  const targets: Target[] = [];
  for (const client of [...(await configuration.signInClients()), ...saml])
    targets.push(await targetOf(configuration, client));
  return targets;
}

async function targetOf(configuration: Configuration, client: ClientRepresentation): Promise<Target> {
  const { clientId = '', baseUrl } = client;
  const alias = (await boundFlow(configuration, client)) ?? (await configuration.realm()).browserFlow ?? '';
  const flow = await executionsOf(configuration, alias);
  const entry = entryOf(flow);
  const isOpenId = (client.protocol ?? 'openid-connect') === 'openid-connect';
  const hasHome = Boolean(baseUrl || attributeOf(client, CLIENT.initiateLoginUri.name));
  return {
    clientId,
    hasStep: entry !== null,
    sendsLinks: entry !== null && (await sendsLinks(configuration, flow, entry)),
    takesInvitations: entry !== null && isOpenId && hasHome && rejectWithoutCookie(flow) === null,
  };
}

async function sendsLinks(
  configuration: Configuration,
  flow: readonly Execution[],
  entry: string,
): Promise<boolean> {
  const step = reachableExecutions(flow, 'stock').find(({ id }) => id === entry);
  const config = await stepConfig(configuration, step?.configId ?? null);
  return hasLink(
    parseStepSettings(
      (name) => config[name] ?? null,
      () => {},
      true,
    ),
  );
}
