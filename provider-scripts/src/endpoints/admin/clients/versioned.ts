/** Changes of a client that name the version that the administrator saw (contract, section 3.3). */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { versionOf } from '../../../clients/representation.ts';
import { lockClient } from '../../../clients/rows.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { adminProblemResponse, jsonResponse, notFoundResponse } from '../../../http/response/responses.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import { problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** A change: why it is rejected in the client's current state, how it is written, and its response. */
interface VersionedChange {
  /** Whether the client has changed since the caller saw it. */
  hasChanged: (own: KeycloakSession, stored: ClientModel) => boolean;
  write: (own: KeycloakSession, client: ClientModel) => void;
  respond: (own: KeycloakSession, stored: ClientModel) => object;
  /** Emits the event, once the change is committed. */
  emit: () => void;
  conflict?: 'client_changed' | 'branding_changed';
}

/** Whether a version that a caller named, if any, is no longer the client's. */
export function isOutdated(version: string | null): VersionedChange['hasChanged'] {
  return (own, stored) => version !== null && version !== versionOf(own, stored);
}

/** Compares and writes in one transaction, which reads nothing of the client before it has the lock. */
export function changeVersioned(
  call: AdminCall,
  client: ClientModel,
  { hasChanged, write, respond, emit, conflict = 'client_changed' }: VersionedChange,
): Response {
  const changed = inOwnTransaction(call.session, (own) => {
    const stored = lockClient(own, client.getClientId());
    if (stored === null || stored.getId() !== client.getId()) return 'gone';
    if (hasChanged(own, stored)) return 'changed';
    const written = requireRealm(own).getClientById(stored.getId());
    if (written === null) return 'gone';
    write(own, written);
    return respond(own, stored);
  });
  if (changed === 'gone') return notFoundResponse();
  if (changed === 'changed') return adminProblemResponse(problem(conflict));
  emit();
  return jsonResponse(200, changed).build();
}
