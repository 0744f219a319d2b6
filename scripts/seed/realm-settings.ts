/** Creates a missing realm, and brings a realm's own settings in line. */

import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { Failure } from '../failure.ts';
import type { JsonObject } from '../json.ts';
import { fieldChanges, wholeChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import { partHidden } from './hidden.ts';
import { type DesiredKeys, importableKeys } from './keys.ts';
import { keptFromPages } from './set-on-pages.ts';
import type { SeedTarget } from './target.ts';

/**
 * Creates the realm unless it exists: disabled until its settings say otherwise, and with the declared keys from the
 * start, so that it never publishes others.
 * @returns whether it was missing
 */
export async function createMissingRealm(
  { client, realm, apply }: SeedTarget,
  keys: DesiredKeys,
): Promise<boolean> {
  if (await client.realms.findOne({ realm })) return false;
  // The admin client's type lacks the lists that it consists of.
  const components = importableKeys(keys) as object as NonNullable<RealmRepresentation['components']>;
  await apply([wholeChange(realm, 'realm', 'created')], () =>
    client.realms.create({ realm, enabled: false, components }),
  );
  return true;
}

/**
 * Brings the declared settings in line. The flows they name must exist. Keycloak replaces `attributes` and `smtpServer` as a
 * whole, so these are sent complete; of the rest only what differs is sent. The mail server's password is sent by every run,
 * because Keycloak doesn't show it.
 * @param settings fields of Keycloak's RealmRepresentation
 */
export async function reconcileRealmSettings(
  { client, realm, apply, keep, resend }: SeedTarget,
  settings: JsonObject,
): Promise<void> {
  const actual = await client.realms.findOne({ realm });
  if (!actual) throw new Failure('the realm no longer exists');
  keep(keptFromPages(realm, 'realm', settings, actual));
  const { seen, hidden } = partHidden(differences(settings, actual));
  const merged = overlay(actual, settings);
  const changed = Object.entries(merged).filter(
    ([name]) => name in settings && differences({ [name]: settings[name] ?? null }, actual).length > 0,
  );
  const send = () => client.realms.update({ realm }, Object.fromEntries(changed));
  await apply(fieldChanges(realm, 'realm', seen), send);
  if (seen.length === 0 && hidden.length > 0) await resend('realm', hidden, send);
}
