/** What nearly every step asks a request for, read from Java at once. */
import type { JavaList, JavaMap, KeycloakSession } from 'keycloak';
import { MILLIS_PER_SECOND } from '../engine/time.ts';
import { sessionValue } from './values.ts';

const Requests = Java.type('org.linkgate.host.Requests');

interface Request {
  readonly method: string;
  /** Below the server's own, decoded. */
  readonly path: string;
  /** The query's parameters, decoded. */
  readonly query: Record<string, string[]>;
  /** By name, in lower case. Not read again: the framework's own copy would be the one that was read before a change. */
  readonly headers: Record<string, readonly string[]>;
  /** The caller's address as the server knows it, and its host, which may be a text that is no address. */
  readonly address: string | null;
  readonly host: string | null;
  /** When it was first asked for, in Unix milliseconds. */
  readonly startedAt: number;
}

const REQUEST = sessionValue<Request>('request');

/** The request of a session. */
export function requestOf(session: KeycloakSession): Request {
  const known = REQUEST.of(session);
  if (known !== null) return known;
  const read = Java.record(Requests.read(session)) as Record<string, unknown>;
  const headers: Record<string, readonly string[]> = {};
  for (const [name, values] of Object.entries(listsIn(read.headers))) headers[name.toLowerCase()] = values;
  const request: Request = {
    method: String(read.method),
    path: String(read.path),
    query: listsIn(read.query),
    headers,
    address: read.address as string | null,
    host: read.host as string | null,
    startedAt: Number(read.startedAt),
  };
  REQUEST.record(session, request);
  return request;
}

/** When a request started, in Unix seconds. */
export function startSecond(session: KeycloakSession): number {
  return Math.floor(requestOf(session).startedAt / MILLIS_PER_SECOND);
}

function listsIn(map: unknown): Record<string, string[]> {
  return Java.record(map as JavaMap<string, JavaList<string>>);
}
