/** Client scopes: their claims, marks, roles, and who is assigned them. */

import type ClientScope from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import { SCOPE } from '../../provider-scripts/src/realm/settings/table.ts';
import type { Json, JsonObject } from '../json.ts';
import { consentTextKey } from '../seed/api-scope-declaration.ts';
import { fieldChanges } from '../seed/change.ts';
import { realmAssignmentStore, scopeMapperStore } from '../seed/client-scopes.ts';
import { differences } from '../seed/diff.ts';
import type { FormerValue } from '../seed/former-values/record.ts';
import { type AssignmentKind, OWN_PREFIX } from '../seed/former-values/units.ts';
import type { AssignmentStore } from '../seed/scope-assignment.ts';
import type { SeedTarget } from '../seed/target.ts';
import type { Remaining } from './former.ts';
import type { Found } from './found.ts';
import { restoreMappers } from './mappers.ts';
import { keptTextKey } from './texts.ts';

const CONSENT_TEXT = 'consent.screen.text';

/** Restores the realm's client scopes. All of them stay, since applications request them. */
export async function restoreScopes(
  target: SeedTarget,
  { scopes }: Found,
  restored: readonly FormerValue[],
): Promise<Remaining[]> {
  const left: Remaining[] = [];
  for (const scope of scopes) {
    const { id = '', name = '', protocolMappers = [] } = scope;
    const values = restored.filter(({ path: [part, of] }) => part === 'scopes' && of === name);
    if (isApiScope(scope))
      left.push({
        object: objectOf(name),
        reason: 'applications may request it: it stays, as Keycloak’s own',
      });
    await restoreAttributes(target, scope, values);
    const store = scopeMapperStore(target, id, objectOf(name));
    await restoreMappers(target, store, protocolMappers, values);
    await restoreRoles(target, scope, values);
  }
  return left;
}

function isApiScope({ attributes }: ClientScope): boolean {
  return attributes?.[SCOPE.apiScope.name] === 'true';
}

async function restoreAttributes(
  { client, realm, apply }: SeedTarget,
  scope: ClientScope,
  values: readonly FormerValue[],
): Promise<void> {
  const { id = '', name = '', attributes = {} } = scope;
  const named: Record<string, Json> = {};
  for (const { path, before } of values) if (path[2] === 'attributes') named[path[3] ?? ''] = before ?? null;
  for (const [attribute, value] of Object.entries(attributes as JsonObject)) {
    if (attribute.startsWith(OWN_PREFIX)) named[attribute] = null;
    if (attribute === CONSENT_TEXT && value === `\${${consentTextKey(name)}}`)
      named[attribute] ??= `\${${keptTextKey(consentTextKey(name))}}`;
  }
  if (Object.keys(named).length === 0) return;
  await apply(fieldChanges(realm, objectOf(name), differences({ attributes: named }, scope)), () =>
    // An attribute without a value counts as absent.
    client.clientScopes.update({ realm, id }, { ...scope, attributes: { ...attributes, ...named } as never }),
  );
}

async function restoreRoles(
  { client, realm, apply }: SeedTarget,
  { id = '', name = '' }: ClientScope,
  values: readonly FormerValue[],
): Promise<void> {
  for (const { path, before } of values.filter(({ path: [, , kind] }) => kind === 'roles')) {
    const role = path[3] ?? '';
    const after = before === true;
    await apply(
      fieldChanges(realm, objectOf(name), [{ field: `neededRoles.${role}`, before: !after, after }]),
      async () => {
        const found = await client.roles.findOneByName({ realm, name: role });
        if (!found) return;
        if (after) await client.clientScopes.addRealmScopeMappings({ realm, id }, [found]);
        else await client.clientScopes.delRealmScopeMappings({ realm, id }, [found]);
      },
    );
  }
}

/** The scopes that a new client gets. */
export async function restoreDefaults(
  target: SeedTarget,
  { scopes }: Found,
  restored: readonly FormerValue[],
): Promise<void> {
  const values = restored.filter(({ path: [part] }) => part === 'defaults');
  await restoreAssignment(target, realmAssignmentStore(target), scopes, values, 'newClientScopes');
}

/** Restores which scopes a client has, or a new client gets; a scope that no longer exists is skipped. */
export async function restoreAssignment(
  { realm, apply }: SeedTarget,
  store: AssignmentStore,
  scopes: readonly ClientScope[],
  values: readonly FormerValue[],
  field: string,
): Promise<void> {
  for (const { path, before, after } of values) {
    if (path[0] === 'clients' && path[2] !== 'scopes') continue;
    const name = path.at(-1) ?? '';
    const id = scopes.find((scope) => scope.name === name)?.id;
    if (id === undefined) continue;
    const change = { field: `${field}.${name}`, before: after, after: before ?? null };
    await apply(fieldChanges(realm, store.owner, [change]), async () => {
      if (isKind(after)) await store.revoke(after, id);
      if (isKind(before)) await store.assign(before, id);
    });
  }
}

function isKind(value: Json | undefined): value is AssignmentKind {
  return value === 'default' || value === 'optional';
}

function objectOf(name: string): string {
  return `client scope ${name}`;
}
