/** Where a realm names a flow: its own bindings, its identity providers, and its clients. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type IdentityProvider from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import type { BoundRealm } from '../admin/bound-realm.ts';
import { fieldChanges } from '../seed/change.ts';
import { differences, overlay } from '../seed/diff.ts';
import type { SeedTarget } from '../seed/target.ts';

/** The realm's bindings that may name a flow with the step. */
const REALM_BINDINGS = ['browserFlow', 'resetCredentialsFlow', 'firstBrokerLoginFlow'] as const;
const PROVIDER_BINDINGS = ['firstBrokerLoginFlowAlias', 'postBrokerLoginFlowAlias'] as const;

/** What names a flow. */
export interface Bindings {
  readonly realm: readonly (typeof REALM_BINDINGS)[number][];
  readonly providers: readonly IdentityProvider[];
}

/** Finds the realm's own bindings of a flow, and those of its identity providers. */
export async function findBindings(
  { client, realm }: Pick<SeedTarget, 'client' | 'realm'>,
  representation: BoundRealm,
  flow: string,
): Promise<Bindings> {
  return bindingsIn(representation, await client.identityProviders.find({ realm }), flow);
}

/** The bindings of a flow among these. */
export function bindingsIn(
  representation: BoundRealm,
  providers: readonly IdentityProvider[],
  flow: string,
): Bindings {
  return {
    realm: REALM_BINDINGS.filter((field) => representation[field] === flow),
    providers: providers.filter((provider) => PROVIDER_BINDINGS.some((field) => provider[field] === flow)),
  };
}

/** Makes the bindings of one flow those of another. */
export async function moveBindings(
  { client, realm, apply }: SeedTarget,
  bindings: Bindings,
  from: string,
  to: string,
): Promise<void> {
  const before = Object.fromEntries(bindings.realm.map((field) => [field, from]));
  const after = Object.fromEntries(bindings.realm.map((field) => [field, to]));
  await apply(fieldChanges(realm, 'realm', differences(after, before)), () =>
    client.realms.update({ realm }, after),
  );
  for (const provider of bindings.providers) {
    const { alias = '' } = provider;
    const moved = Object.fromEntries(
      PROVIDER_BINDINGS.filter((field) => provider[field] === from).map((field) => [field, to]),
    );
    await apply(fieldChanges(realm, `identity provider ${alias}`, differences(moved, provider)), () =>
      client.identityProviders.update({ realm, alias }, overlay(provider, moved)),
    );
  }
}

/** The id of the flow with which a client overrides the realm's browser flow. */
export function overrideOf({ authenticationFlowBindingOverrides }: ClientRepresentation): string | undefined {
  return authenticationFlowBindingOverrides?.browser || undefined;
}

/** Sets or removes a client's browser flow; `names` has the flows' aliases by id. */
export async function overrideFlow(
  { client, realm, apply }: SeedTarget,
  { id = '', clientId = '', ...found }: ClientRepresentation,
  flowId: string | undefined,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const nameOf = (one: string | undefined) => (one === undefined ? null : (names.get(one) ?? one));
  const change = differences(
    { browser: nameOf(flowId) },
    { browser: nameOf(overrideOf(found)) ?? undefined },
  );
  await apply(fieldChanges(realm, `client ${clientId}: flow override`, change), () =>
    // An empty id removes it.
    client.clients.update(
      { realm, id },
      updateOf({ clientId, ...found }, { authenticationFlowBindingOverrides: { browser: flowId ?? '' } }),
    ),
  );
}

/** An update of a client that changes nothing else: Keycloak would derive missing web origins from its redirect URIs. */
export function updateOf(
  { clientId, webOrigins = [] }: ClientRepresentation,
  fields: object,
): ClientRepresentation {
  return { ...(clientId !== undefined && { clientId }), webOrigins, ...fields };
}
