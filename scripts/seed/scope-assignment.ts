/** Reconciles the client scopes that a client, or a new client of a realm, is assigned. */

import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import { Failure } from '../failure.ts';
import { fieldChanges } from './change.ts';
import type { Declared } from './schema.ts';
import type { SeedTarget } from './target.ts';

/** Names of client scopes; the assignment of any other scope stays. */
export type DesiredAssignment = Declared<'scopes.json'>['assignment'];

type AssignmentKind = 'default' | 'optional';

/** Reads and writes the assignments of one client, or the defaults of a realm. */
export interface AssignmentStore {
  /** Such as `client demo-web`. */
  readonly owner: string;
  list(kind: AssignmentKind): Promise<ClientScopeRepresentation[]>;
  assign(kind: AssignmentKind, scopeId: string): Promise<unknown>;
  revoke(kind: AssignmentKind, scopeId: string): Promise<unknown>;
}

/** A change of the assignment; scopes are revoked before others are assigned. */
interface AssignmentStep {
  readonly kind: AssignmentKind;
  readonly action: 'assign' | 'revoke';
  readonly scope: string;
}

/**
 * Reconciles the assignment with the declaration.
 * @param findScopes returns all client scopes of the realm; called only if there is a change
 * @throws Failure for a declared scope that doesn't exist in the realm
 */
export async function reconcileAssignment(
  { realm, apply }: SeedTarget,
  store: AssignmentStore,
  desired: DesiredAssignment,
  findScopes: () => Promise<readonly ClientScopeRepresentation[]>,
): Promise<void> {
  const current = {
    default: (await store.list('default')).map(({ name }) => name ?? ''),
    optional: (await store.list('optional')).map(({ name }) => name ?? ''),
  };
  const steps = planAssignment(desired, current);
  const scopes = steps.length > 0 ? await findScopes() : [];
  for (const { kind, action, scope } of steps) {
    const scopeId = scopes.find(({ name }) => name === scope)?.id;
    const field = `${kind}ClientScopes.${scope}`;
    const difference = { field, before: action === 'revoke', after: action === 'assign' };
    await apply(fieldChanges(realm, store.owner, [difference]), () =>
      store[action](kind, scopeId ?? missing(store.owner, scope)),
    );
  }
}

function planAssignment(
  desired: DesiredAssignment,
  current: Readonly<Record<AssignmentKind, readonly string[]>>,
): AssignmentStep[] {
  const revoke = (kind: AssignmentKind, unwanted: readonly string[]) =>
    current[kind]
      .filter((scope) => unwanted.includes(scope))
      .map((scope) => ({ kind, action: 'revoke', scope }) as const);
  const assign = (kind: AssignmentKind) =>
    desired[kind]
      .filter((scope) => !current[kind].includes(scope))
      .map((scope) => ({ kind, action: 'assign', scope }) as const);
  return [
    ...revoke('default', [...desired.optional, ...desired.none]),
    ...revoke('optional', [...desired.default, ...desired.none]),
    ...assign('default'),
    ...assign('optional'),
  ];
}

function missing(owner: string, scope: string): never {
  throw new Failure(`${owner}: client scope ${scope}: not in the realm`);
}
