/** Keycloak's events about the request at hand. */
import type { EventBuilder, EventType, KeycloakSession } from 'keycloak';
import { releaseConnection } from '../../platform/database/sql.ts';
import { inOneLine } from '../../platform/engine/one-line.ts';
import { wireCode } from '../../platform/errors/catalogue/codes.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';

const JavaEventBuilder = Java.type('org.keycloak.events.EventBuilder');

/** A new event of this realm and caller. */
export function newEvent(session: KeycloakSession): EventBuilder {
  return new JavaEventBuilder(requireRealm(session), session, session.getContext().getConnection());
}

/** A new event of this realm about an earlier request from an IP address. */
export function newEventFrom(session: KeycloakSession, address: string): EventBuilder {
  return new JavaEventBuilder(requireRealm(session), session).ipAddress(address);
}

/**
 * Emits that a client's request was rejected, immediately, in a transaction of Keycloak's. Listeners write the reason into logs.
 */
export function emitRejectedRequest(
  session: KeycloakSession,
  type: EventType,
  wrong: Problem,
  clientId: string | undefined,
): void {
  releaseConnection(session);
  const event = newEvent(session).event(type);
  if (clientId !== undefined) event.client(inOneLine(clientId));
  event.detail('reason', inOneLine(wrong.text)).error(wireCode(wrong.code));
}
