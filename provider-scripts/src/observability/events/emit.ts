/** Emits events to Keycloak's listeners, which may log them: they must never contain an address, a token or a code. */
import type { EventBuilder, EventType as JavaEventType, KeycloakSession } from 'keycloak';
import { releaseConnection } from '../../platform/database/sql.ts';
import { newEvent, newEventFrom } from './event.ts';
import { USER_EVENT_DETAIL, USER_EVENTS, type UserEvent } from './user-events.ts';

const EventType = Java.type('org.keycloak.events.EventType');
/** Keycloak's type of each event. */
const TYPES = Object.fromEntries(
  Object.entries(USER_EVENTS).map(([name, type]) => [name, EventType.valueOf(type)]),
) as Readonly<Record<UserEvent, JavaEventType>>;

/** An event's content besides its name. */
export interface EventContent {
  /** The account, if any. */
  userId?: string | null;
  /** The error code of a rejection, as on the wire. */
  error?: string;
  /** Why it was rejected. */
  reason?: string;
  details?: Record<string, string>;
  /** Keycloak's type, if it isn't the table's. */
  type?: JavaEventType;
}

/** Emits the event immediately, independently of the request's transaction: what it reports was committed separately. */
export function emit(session: KeycloakSession, name: UserEvent, content: EventContent = {}): void {
  // Keycloak uses a separate transaction for it.
  releaseConnection(session);
  send(session, name, content, true);
}

/** Emits the event with the current transaction. */
export function emitWithin(own: KeycloakSession, name: UserEvent, content: EventContent): void {
  send(own, name, content, false);
}

/** Emits the event of an earlier request, which came from an IP address, in the background. */
export function emitFrom(
  session: KeycloakSession,
  address: string,
  name: UserEvent,
  content: EventContent,
): void {
  releaseConnection(session);
  fill(session, newEventFrom(session, address), name, content, true);
}

function send(session: KeycloakSession, name: UserEvent, content: EventContent, immediately: boolean): void {
  fill(session, newEvent(session), name, content, immediately);
}

function fill(
  session: KeycloakSession,
  event: EventBuilder,
  name: UserEvent,
  content: EventContent,
  immediately: boolean,
): void {
  event
    .event(content.type ?? TYPES[name])
    .detail(USER_EVENT_DETAIL, name)
    .storeImmediately(immediately);
  const client = session.getContext().getClient();
  if (client !== null) event.client(client);
  if (content.userId) event.user(content.userId);
  if (content.reason !== undefined) event.detail('reason', content.reason);
  for (const [name, value] of Object.entries(content.details ?? {})) event.detail(name, value);
  if (content.error === undefined) event.success();
  else event.error(content.error);
}
