/** Removes what earlier runs created and is no longer declared: clients, client scopes and user profile attributes. */

import { SCOPE } from '../../provider-scripts/src/realm/settings/table.ts';
import { removeConsentTexts } from './api-scopes.ts';
import { objectChange } from './change.ts';
import type { DesiredRealm } from './desired-realms.ts';
import { isSeeded } from './seeded.ts';
import type { SeedTarget } from './target.ts';

/** Objects that aren't marked as created by a run stay, and so do realms, flows and all data of users. */
export async function pruneRealm(target: SeedTarget, desired: DesiredRealm): Promise<void> {
  await pruneClients(target, desired);
  await pruneScopes(target, desired);
  await pruneProfile(target, desired);
}

async function pruneClients({ client, realm, apply }: SeedTarget, { clients }: DesiredRealm): Promise<void> {
  const declared = clients.clients.map(({ clientId }) => clientId);
  for (const { id = '', clientId = '', attributes } of await client.clients.find({ realm })) {
    if (!isSeeded(attributes) || declared.includes(clientId)) continue;
    await apply([objectChange(realm, `client ${clientId}`, 'removed')], () =>
      client.clients.del({ realm, id }),
    );
  }
}

async function pruneScopes(target: SeedTarget, { scopes, apiScopes }: DesiredRealm): Promise<void> {
  const { client, realm, apply } = target;
  const declared = [...scopes.scopes, ...apiScopes].map(({ name }) => name);
  for (const { id = '', name = '', attributes } of await client.clientScopes.find({ realm })) {
    if (!isSeeded(attributes) || declared.includes(name)) continue;
    await apply([objectChange(realm, `client scope ${name}`, 'removed')], async () => {
      await client.clientScopes.del({ realm, id });
      if (attributes?.[SCOPE.apiScope.name] === 'true') await removeConsentTexts(target, name);
    });
  }
}

async function pruneProfile(
  { client, realm, apply }: SeedTarget,
  { userProfile }: DesiredRealm,
): Promise<void> {
  const declared = userProfile.attributes.map(({ name }) => name);
  const profile = await client.users.getProfile({ realm });
  const remaining = (profile.attributes ?? []).filter(
    ({ name = '', annotations }) => declared.includes(name) || !isSeeded(annotations),
  );
  const obsolete = (profile.attributes ?? []).filter((attribute) => !remaining.includes(attribute));
  const changes = obsolete.map(({ name }) =>
    objectChange(realm, `user profile attribute ${name}`, 'removed'),
  );
  await apply(changes, () => client.users.updateProfile({ realm, ...profile, attributes: remaining }));
}
