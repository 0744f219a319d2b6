/** Stores a realm's former values: all of them before a run's first change, then those of what the run changed. */

import { readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import type { RealmAdmin } from '../../admin/connect.ts';
import type { DesiredRealm } from '../desired-realms.ts';
import { isSeeded } from '../seeded.ts';
import { type Names, readRepresentations } from './read.ts';
import { addRun, begin, begunUnits, type FormerValues, recordIn, textOf } from './record.ts';
import { type Representations, type Units, unitsOf } from './units.ts';

/** The record during a run. */
export interface Memory {
  /** Stores the values; to be called before each change, and only stores before the first one. */
  before(): Promise<void>;
  /** Stores what has changed, if anything may have. */
  after(): Promise<void>;
}

/** Reads the realm's values before a run. */
export async function remember(admin: RealmAdmin, desired: DesiredRealm): Promise<Memory> {
  const names: Names = {
    scopes: [...desired.scopes.scopes, ...desired.apiScopes].map(({ name }) => name),
    clients: desired.clients.clients.map(({ clientId }) => clientId),
  };
  const found = withoutSeeded(await readRepresentations(admin, names));
  const record = recordIn(found.realm.attributes) ?? { incomplete: wasSeeded(found), values: [] };
  const units = unitsOf(found);
  // What a run that didn't end had found counts.
  const before: Units = record.begun === undefined ? units : begunUnits(record.begun, units);
  const { begun: _, ...known } = record;
  let stored: Promise<void> | undefined;
  return {
    before: async () => {
      stored ??= write(admin, { ...known, begun: begin(before) });
      await stored;
    },
    after: async () => {
      if (stored === undefined) return;
      const now = unitsOf(withoutSeeded(await readRepresentations(admin, names)));
      await write(admin, { ...known, values: addRun(known.values, before, now) });
    },
  };
}

/** Without the objects that a run created: they have no former value. */
function withoutSeeded({ clients, scopes, profile, ...found }: Representations): Representations {
  return {
    ...found,
    clients: clients.filter(({ attributes }) => !isSeeded(attributes)),
    scopes: scopes.filter(({ attributes }) => !isSeeded(attributes)),
    profile: {
      ...profile,
      attributes: (profile.attributes ?? []).filter(({ annotations }) => !isSeeded(annotations)),
    },
  };
}

/** Whether a run has changed the realm before; the first changes of a run are to keys, then to the user profile. */
function wasSeeded({ realm, profile }: Representations): boolean {
  return (
    readSetting(REALM.enabled, realm.attributes?.[REALM.enabled.name] as string | undefined) ||
    (profile.attributes ?? []).some(({ annotations }) => isSeeded(annotations))
  );
}

/** Keycloak replaces the attributes as a whole. */
async function write({ client, realm }: RealmAdmin, record: FormerValues): Promise<void> {
  const found = await client.realms.findOne({ realm });
  await client.realms.update(
    { realm },
    { attributes: { ...found?.attributes, [REALM.formerValues.name]: textOf(record) } },
  );
}
