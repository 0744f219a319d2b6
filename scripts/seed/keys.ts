/**
 * Reconciles a realm's key providers: the declared ones exist, and none of Keycloak's own publishes a key that the contract
 * doesn't allow.
 */

import type ComponentRepresentation from '@keycloak/keycloak-admin-client/lib/defs/componentRepresentation.js';
import { fieldChanges, objectChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import { separateMasked } from './masked.ts';
import type { Declared } from './schema.ts';
import { isStockKey } from './stock.ts';
import type { SeedTarget } from './target.ts';

/** The declared providers, and the others that may exist (for example after a key rotation). */
export type DesiredKeys = Declared<'keys.json'>;
/** Its name is used when the provider is created; an existing provider may have another name. */
type DesiredKey = DesiredKeys['components'][number];

export const KEY_PROVIDER_TYPE = 'org.keycloak.keys.KeyProvider';

/** The declared key providers, as in a request that creates a realm. */
export function importableKeys({ components }: DesiredKeys): { [type: string]: DesiredKey[] } {
  return { [KEY_PROVIDER_TYPE]: components };
}

/**
 * Creates or fixes the declared providers and removes those that aren't allowed: Keycloak's own always, custom ones only when
 * pruning. An existing provider is fixed in place, so its key and the tokens signed with it stay valid.
 */
export async function reconcileKeys(target: SeedTarget, desired: DesiredKeys): Promise<void> {
  const { client, realm, apply, removeOrKeep } = target;
  for (const key of desired.components) await reconcileKey(target, key);
  for (const component of await findKeys(target)) {
    if (isAllowed(component, desired.allowed)) continue;
    const object = `key ${component.name}`;
    const remove = () => client.components.del({ realm, id: component.id ?? '' });
    if (isStockKey(component)) await apply([objectChange(realm, object, 'removed')], remove);
    else await removeOrKeep(object, remove);
  }
}

async function reconcileKey(target: SeedTarget, key: DesiredKey): Promise<void> {
  const { client, realm, apply, resend } = target;
  const actual = closestProvider(key, await findKeys(target));
  if (!actual) {
    await apply([objectChange(realm, `key ${key.name}`, 'created')], () =>
      client.components.create({ realm, ...key, providerType: KEY_PROVIDER_TYPE }),
    );
    return;
  }
  const object = `key ${actual.name}`;
  const { visible, masked } = separateMasked(differences({ config: key.config }, actual));
  const send = () =>
    client.components.update({ realm, id: actual.id ?? '' }, overlay(actual, { config: key.config }));
  await apply(fieldChanges(realm, object, visible), send);
  if (visible.length === 0 && masked.length > 0) await resend(object, masked, send);
}

/** The provider that needs the fewest changes to become the declared one. */
function closestProvider(
  key: DesiredKey,
  components: readonly ComponentRepresentation[],
): ComponentRepresentation | undefined {
  const candidates = components.filter(({ providerId }) => providerId === key.providerId);
  return (
    candidates.find(
      (component) => separateMasked(differences({ config: key.config }, component)).visible.length === 0,
    ) ??
    candidates.find(({ name }) => name === key.name) ??
    candidates[0]
  );
}

function findKeys({ client, realm }: SeedTarget): Promise<ComponentRepresentation[]> {
  return client.components.find({ realm, type: KEY_PROVIDER_TYPE });
}

/** A provider without an `algorithm` setting has its type's default, which is valid for every allowed type. */
function isAllowed(
  { providerId, config }: ComponentRepresentation,
  allowed: DesiredKeys['allowed'],
): boolean {
  const algorithms = allowed[providerId ?? ''];
  const algorithm: unknown = config?.algorithm?.[0];
  return algorithms !== undefined && (algorithm === undefined || algorithms.includes(String(algorithm)));
}
