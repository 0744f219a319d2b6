/** Tells Keycloak's event listeners what happened. Never give it an address, a token or a code: listeners write logs. */
import type { KeycloakSession } from 'keycloak';
import { newEvent } from './event.ts';
import { HAPPENING_DETAIL, HAPPENINGS, type Happening } from './table.ts';

const EventType = Java.type('org.keycloak.events.EventType');

/** What is told beside the name. */
export interface Told {
  /** The account, where there is one. */
  userId?: string | null;
  /** The error code of a refusal, as on the wire. */
  error?: string;
  /** Why it was refused. */
  reason?: string;
  details?: Record<string, string>;
}

/** Tells it at once, whatever becomes of the request's transaction: what happened was committed by itself. */
export function tell(session: KeycloakSession, happening: Happening, told: Told = {}): void {
  send(session, happening, told, true);
}

/** Tells it with the transaction at hand: what happened is committed by that. */
export function tellWithin(own: KeycloakSession, happening: Happening, told: Told): void {
  send(own, happening, told, false);
}

function send(session: KeycloakSession, happening: Happening, told: Told, immediately: boolean): void {
  const event = newEvent(session)
    .event(EventType.valueOf(HAPPENINGS[happening]))
    .detail(HAPPENING_DETAIL, happening)
    .storeImmediately(immediately);
  const client = session.getContext().getClient();
  if (client !== null) event.client(client.getClientId());
  if (told.userId) event.user(told.userId);
  if (told.reason !== undefined) event.detail('reason', told.reason);
  for (const [name, value] of Object.entries(told.details ?? {})) event.detail(name, value);
  if (told.error === undefined) event.success();
  else event.error(told.error);
}
