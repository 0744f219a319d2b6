/** The realm that `add-step` works in, and its flows. */

import type Flow from '@keycloak/keycloak-admin-client/lib/defs/authenticationFlowRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { STEP_AUTHENTICATOR } from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import type { Change } from '../seed/change.ts';
import { type SeedTarget, seedTarget } from '../seed/target.ts';
import { type Mark, markIn } from './mark.ts';

/** A top-level flow; with a mark if it is a copy that the command made. */
export type MarkedFlow = Flow & { readonly id: string; readonly alias: string; readonly mark?: Mark };

/** The realm with its top-level flows. */
export interface RealmFlows {
  readonly representation: RealmRepresentation;
  readonly flows: readonly MarkedFlow[];
}

/** Reads the realm. */
export async function readRealm({ client, realm }: RealmAdmin): Promise<RealmFlows> {
  const representation = await client.realms.findOne({ realm });
  if (representation === undefined || representation === null)
    throw new Failure(`realm ${realm}: no longer exists`);
  const flows = await client.authenticationManagement.getFlows({ realm });
  return {
    representation,
    flows: flows.map((flow) => {
      const mark = markIn(flow.description);
      return { ...flow, id: flow.id ?? '', alias: flow.alias ?? '', ...(mark && { mark }) };
    }),
  };
}

/**
 * @throws Failure for a Linkgate realm, or a server without the plugin
 */
export async function requireStepRealm(
  { client, realm }: RealmAdmin,
  { representation }: RealmFlows,
): Promise<void> {
  if (readSetting(REALM.enabled, representation.attributes?.[REALM.enabled.name] as string | undefined))
    throw new Failure(
      `realm ${realm}: is a Linkgate realm (${REALM.enabled.name}), which signs in by links as a whole: ${STEP_AUTHENTICATOR} is skipped there, so there is no step to add`,
    );
  // The admin client's type has no parameters.
  const at = { realm } as never;
  const installed = await client.authenticationManagement.getAuthenticatorProviders(at);
  if (!installed.some(({ id }) => id === STEP_AUTHENTICATOR))
    throw new Failure(`authenticator ${STEP_AUTHENTICATOR}: not on this server; is the plugin installed?`);
}

/** @throws Failure that names the realm's flows */
export function requireFlow(flows: readonly MarkedFlow[], alias: string): MarkedFlow {
  const found = flows.find((flow) => flow.alias === alias);
  if (found !== undefined) return found;
  throw new Failure(
    `flow ${alias}: not in this realm, or a sub-flow (${flows.map((flow) => flow.alias).join(', ')})`,
  );
}

/** Records in `changes` what the command does to the realm's objects; does it only if `apply` is set. */
export function changeTarget(admin: RealmAdmin, apply: boolean, changes: Change[]): SeedTarget {
  return seedTarget(admin, { apply, prune: false, changes, kept: [], log: () => {} });
}
