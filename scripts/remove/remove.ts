/** Takes Linkgate out of a realm: restores what seeding and `add-step` changed, and removes what use has added. */

import { changeTarget } from '../add-step/realm.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import type { Change } from '../seed/change.ts';
import { withChangesSoFar } from '../seed/seed.ts';
import { deleteOwnClients, disableUnapproved, forgetRights, restoreClients } from './clients.ts';
import { deleteFlows, planFlows, unbindFlows } from './flows.ts';
import { planFormer, type Remaining } from './former.ts';
import { findRealm } from './found.ts';
import { restoreKeys } from './keys.ts';
import { restoreProfile } from './profile.ts';
import { forgetFormerValues, restoreRealm } from './realm.ts';
import { removeRoles } from './roles.ts';
import { restoreDefaults, restoreScopes } from './scopes.ts';
import { deleteSecondFactorFlows, unbindSecondFactor } from './second-factor.ts';
import { deleteTexts, keepConsentTexts } from './texts.ts';
import { unknownValues } from './unknown.ts';

/** A run's result, or without `apply` what it would be. */
export interface Removed {
  readonly changes: readonly Change[];
  /** What stays on purpose. */
  readonly left: readonly Remaining[];
  /** What stays because its former value isn't known. */
  readonly unknown: readonly Remaining[];
}

/**
 * Removes Linkgate from the realm; accounts and applications stay. Reads everything first. The order keeps the realm closed throughout: clients
 * that only Linkgate rejects are disabled, then flows and settings change in one transaction, which turns Linkgate off, then the rest follows.
 * A run that failed can be repeated.
 * @throws Failure if a flow with the step is bound that no command made; nothing is changed then
 */
export async function removeLinkgate(admin: RealmAdmin, { apply }: { apply: boolean }): Promise<Removed> {
  const found = await findRealm(admin);
  const flows = planFlows(found);
  const { restored, ...former } = planFormer(found);
  const changes: Change[] = [];
  const target = changeTarget(admin, apply, changes);
  const left: Remaining[] = [...flows.left, ...former.left];
  const unknown: Remaining[] = [...flows.unknown, ...former.unknown];
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'clients that were not approved': async () => left.push(...(await disableUnapproved(target, found))),
    'consent texts': () => keepConsentTexts(target, found),
    'flows of clients and identity providers': () => unbindFlows(target, found, flows),
    'second factor': () => unbindSecondFactor(target, found),
    settings: () => restoreRealm(target, found, restored, flows.bindings),
    clients: async () => left.push(...(await restoreClients(target, found, restored))),
    'recorded rights': async () => (apply ? await forgetRights(admin, found) : undefined),
    'client scopes': async () => left.push(...(await restoreScopes(target, found, restored))),
    'client scopes of new clients': () => restoreDefaults(target, found, restored),
    'user profile': async () => left.push(...(await restoreProfile(target, found, restored))),
    keys: async () => unknown.push(...(await restoreKeys(target, found, restored))),
    roles: async () => left.push(...(await removeRoles(target, found))),
    texts: () => deleteTexts(target, found),
    'Linkgate’s clients': () => deleteOwnClients(target, found),
    'Linkgate’s flows': () => deleteFlows(target, flows),
    'flows of the second factor': () => deleteSecondFactorFlows(target, found),
    'former values': () => forgetFormerValues(target, found),
  };
  for (const [subject, step] of Object.entries(steps))
    await step().catch((error: unknown) => {
      throw withChangesSoFar(changes, explainFailure(`${admin.realm}: ${subject}`, error));
    });
  unknown.push(...unknownValues(found));
  const omitted = found.record?.omittedClients ?? 0;
  if (omitted > 0)
    unknown.push({
      object: 'clients',
      reason: `${omitted} keep what seeding made of them: there were too many to store`,
    });
  return { changes, left, unknown };
}
