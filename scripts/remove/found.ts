/** Reads everything of a realm that removal decides on, before it changes anything. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import type IdentityProvider from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import type RoleRepresentation from '@keycloak/keycloak-admin-client/lib/defs/roleRepresentation.js';
import { type MarkedFlow, readRealm } from '../add-step/realm.ts';
import { stepIn, treeOf } from '../add-step/tree.ts';
import type { BoundRealm } from '../admin/bound-realm.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { listExecutions } from '../admin/executions.ts';
import { readRepresentations } from '../seed/former-values/read.ts';
import { type FormerValues, recordIn } from '../seed/former-values/record.ts';
import { type Representations, type Units, unitsOf } from '../seed/former-values/units.ts';

/** A top-level flow, and whether it has Linkgate's step. */
export type FoundFlow = MarkedFlow & { readonly step: 'present' | 'absent' | 'unknown' };

/** A realm as it is before removal. */
export interface Found {
  readonly representation: BoundRealm;
  readonly flows: readonly FoundFlow[];
  readonly providers: readonly IdentityProvider[];
  readonly clients: readonly ClientRepresentation[];
  readonly scopes: readonly ClientScopeRepresentation[];
  readonly roles: readonly RoleRepresentation[];
  /** The realm's own texts, by language and key. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly record: FormerValues | undefined;
  /** What the record is about, as it is now. */
  readonly parts: Representations;
  readonly units: Units;
}

/** @throws Failure if the record can't be read */
export async function findRealm(admin: RealmAdmin): Promise<Found> {
  const { client, realm } = admin;
  const { representation, flows } = await readRealm(admin);
  const record = recordIn(representation.attributes);
  const recorded = (part: 'scopes' | 'clients') => [
    ...new Set(
      [...(record?.values ?? []), ...(record?.begun ?? [])].flatMap(({ path: [of, name] }) =>
        of === part && name !== undefined ? [name] : [],
      ),
    ),
  ];
  const parts = await readRepresentations(admin, {
    scopes: recorded('scopes'),
    clients: recorded('clients'),
  });
  const found: FoundFlow[] = [];
  for (const flow of flows) found.push({ ...flow, step: await stateOf(admin, flow.alias) });
  const texts: Record<string, Record<string, string>> = {};
  for (const selectedLocale of await client.realms.getRealmSpecificLocales({ realm }))
    texts[selectedLocale] = await client.realms.getRealmLocalizationTexts({ realm, selectedLocale });
  return {
    representation,
    flows: found,
    providers: await client.identityProviders.find({ realm }),
    clients: await client.clients.find({ realm }),
    scopes: await client.clientScopes.find({ realm }),
    roles: await client.roles.find({ realm, briefRepresentation: false }),
    texts,
    record,
    parts,
    units: unitsOf(parts),
  };
}

async function stateOf(admin: RealmAdmin, flow: string): Promise<FoundFlow['step']> {
  const executions = await listExecutions(admin, flow);
  if (executions === undefined) return 'unknown';
  return stepIn(treeOf(executions)) === undefined ? 'absent' : 'present';
}
