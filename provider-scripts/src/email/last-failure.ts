/**
 * Why the last email to an address failed, for administrators who look it up: in Keycloak's cache of all nodes for an hour, under a hash of the
 * address, so that no table has it.
 */
import type { KeycloakSession } from 'keycloak';
import { inOwnTransaction } from '../platform/database/sql.ts';
import { sha256 } from '../platform/engine/bytes.ts';
import { currentTime } from '../platform/engine/clock.ts';
import { FINDINGS, type SendCause } from '../platform/errors/catalogue/findings.ts';
import { realmIdOf } from '../platform/keycloak/realm.ts';
import type { LastFailure } from './outcome.ts';

const KEPT_SECONDS = 3600;

function keyOf(session: KeycloakSession, email: string): string {
  return `linkgate-email-failure-${sha256(`${realmIdOf(session)} ${email}`)}`;
}

export function recordFailure(session: KeycloakSession, email: string, cause: SendCause): void {
  const notes = Java.toJava({ cause, at: String(currentTime()) });
  inOwnTransaction(session, (own) =>
    own.singleUseObjects().put(keyOf(session, email), KEPT_SECONDS, notes as never),
  );
}

/** Null if none is known. */
export function lastFailureOf(session: KeycloakSession, email: string): LastFailure | null {
  const notes = session.singleUseObjects().get(keyOf(session, email));
  const cause = notes?.get('cause') ?? '';
  return notes !== null && Object.hasOwn(FINDINGS, cause)
    ? { cause: cause as SendCause, at: Number(notes.get('at')) }
    : null;
}
