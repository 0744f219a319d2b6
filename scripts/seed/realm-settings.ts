/** Creates a missing realm, and reconciles a realm's own settings. */

import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { Failure } from '../failure.ts';
import type { JsonObject } from '../json.ts';
import { keptAdminSettings } from './admin-settings.ts';
import { fieldChanges, objectChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import { hasUsers } from './found-realm.ts';
import { type DesiredKeys, importableKeys } from './keys.ts';
import { separateMasked } from './masked.ts';
import type { SeedTarget } from './target.ts';

/**
 * Creates the realm unless it exists: disabled until its settings enable it, and with the declared keys from the start, so
 * that it never publishes others.
 * @returns whether the realm was missing
 */
export async function createMissingRealm(
  { client, realm, apply }: SeedTarget,
  keys: DesiredKeys,
): Promise<boolean> {
  if (await client.realms.findOne({ realm })) return false;
  // The admin client's type lacks the lists that it consists of.
  const components = importableKeys(keys) as object as NonNullable<RealmRepresentation['components']>;
  await apply([objectChange(realm, 'realm', 'created')], () =>
    client.realms.create({ realm, enabled: false, components }),
  );
  return true;
}

/**
 * Reconciles the declared settings. The flows that they name must exist. Keycloak replaces `attributes` and `smtpServer` as a
 * whole, so these are sent in full; other fields are sent only if they differ. Every run sends the mail server's password,
 * because Keycloak doesn't return it.
 * @param settings fields of Keycloak's RealmRepresentation
 */
export async function reconcileRealmSettings(target: SeedTarget, declared: JsonObject): Promise<void> {
  const { client, realm, apply, reportKept, resend } = target;
  const actual = await client.realms.findOne({ realm });
  if (!actual) throw new Failure('the realm no longer exists');
  const settings = await withoutRenaming(target, declared, actual);
  reportKept(keptAdminSettings(realm, 'realm', settings, actual));
  const { visible, masked } = separateMasked(differences(settings, actual));
  const merged = overlay(actual, settings);
  const changed = Object.entries(merged).filter(
    ([name]) => name in settings && differences({ [name]: settings[name] ?? null }, actual).length > 0,
  );
  const send = () => client.realms.update({ realm }, Object.fromEntries(changed));
  await apply(fieldChanges(realm, 'realm', visible), send);
  if (visible.length === 0 && masked.length > 0) await resend('realm', masked, send);
}

const RENAMING = 'registrationEmailAsUsername';

/**
 * The settings without the one by which Keycloak shows and stores addresses as the names of all users: it is turned on only in a realm without
 * users.
 */
async function withoutRenaming(
  target: SeedTarget,
  settings: JsonObject,
  actual: RealmRepresentation,
): Promise<JsonObject> {
  if (settings[RENAMING] !== true || actual[RENAMING] === true || !(await hasUsers(target))) return settings;
  const reason = 'since turning it on would rename the realm’s users';
  target.reportKept([{ realm: target.realm, object: 'realm', field: RENAMING, value: 'false', reason }]);
  const { [RENAMING]: _, ...others } = settings;
  return others;
}
