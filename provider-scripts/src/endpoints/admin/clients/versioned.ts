/** Changes of a client that name the version that the administrator saw (contract, section 3.3). */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { versionOf } from '../../../clients/representation.ts';
import { lockClient } from '../../../clients/rows.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { adminProblemResponse, jsonResponse, notFoundResponse } from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import type { JsonValue } from '../../../platform/engine/json-value.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { setAttributes } from '../../../platform/keycloak/stored.ts';
import { judgeUpdate } from './policies.ts';

/** A change: why it is rejected in the client's current state, how it is written, and its response. */
interface VersionedChange {
  /** Whether the client has changed since the caller saw it. */
  hasChanged: (own: KeycloakSession, stored: ClientModel) => boolean;
  /** Returns why it can't be written, if so. */
  write: (own: KeycloakSession, client: ClientModel) => Problem | null;
  /** Whether the transaction is rolled back even if nothing rejects the change. */
  isDryRun?: boolean;
  /** Whether client policies have no say, since the change only takes something away from the client. */
  isUnconditional?: boolean;
  respond: (own: KeycloakSession, stored: ClientModel) => object;
  /** Emits the event, once the change is committed. */
  emit: () => void;
  conflict?: 'client_changed' | 'branding_changed';
}

/** Whether a version that a caller named, if any, is no longer the client's. */
export function isOutdated(version: string | null): VersionedChange['hasChanged'] {
  return (own, stored) => version !== null && version !== versionOf(own, stored);
}

/**
 * Compares and writes in one transaction, which reads nothing of the client before it has the lock. It is rolled back if the change is rejected, also
 * by the realm's client policies. A dry run differs only in that it always is, and responds with the client as it stays.
 */
export function changeVersioned(
  call: AdminCall,
  client: ClientModel,
  {
    hasChanged,
    write,
    isDryRun = false,
    isUnconditional = false,
    respond,
    emit,
    conflict = 'client_changed',
  }: VersionedChange,
): Response {
  const changed = inOwnTransaction(call.session, (own) => {
    const stored = lockClient(own, client.getClientId());
    if (stored === null || stored.getId() !== client.getId()) return 'gone';
    if (hasChanged(own, stored)) return 'changed';
    const unchanged = isDryRun ? respond(own, stored) : null;
    const written = requireRealm(own).getClientById(stored.getId());
    if (written === null) return 'gone';
    const wrong = write(own, written) ?? (isUnconditional ? null : judgeUpdate(own, call, written));
    if (wrong !== null || isDryRun) own.getTransactionManager().setRollbackOnly();
    return wrong === null ? { shown: unchanged ?? respond(own, stored) } : { wrong };
  });
  if (changed === 'gone') return notFoundResponse();
  if (changed === 'changed') return adminProblemResponse(problem(conflict));
  if ('wrong' in changed) return adminProblemResponse(changed.wrong);
  if (!isDryRun) emit();
  return jsonResponse(200, changed.shown).build();
}

/** Sets a client's attributes (an empty text removes one) without an event. */
export function writeAttributes(client: ClientModel, attributes: Record<string, string>): void {
  setAttributes(client, attributes);
  client.updateClient();
}

/** Emits the event of a changed client, as Keycloak's own API would. */
export function emitUpdate(
  call: AdminCall,
  client: ClientModel,
  changed: { readonly [field: string]: JsonValue },
): void {
  emitAdminEvent(call, 'UPDATE', 'CLIENT', `clients/${client.getId()}`, {
    clientId: client.getClientId(),
    ...changed,
  });
}
