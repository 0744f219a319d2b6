/** What nearly every step asks a request for, read from Java at once. */
import type { JavaList, JavaMap, KeycloakSession } from 'keycloak';
import { sessionValue } from './values.ts';

const Requests = Java.type('org.linkgate.host.Requests');

interface Request {
  /** Below the server's own, decoded. */
  readonly path: string;
  /** By name, in lower case. Not read again: the framework's own copy would be the one that was read before a change. */
  readonly headers: Record<string, readonly string[]>;
}

const REQUEST = sessionValue<Request>('request');

/** The request of a session. */
export function requestOf(session: KeycloakSession): Request {
  const known = REQUEST.of(session);
  if (known !== null) return known;
  const read = Java.record(Requests.read(session));
  const headers: Record<string, readonly string[]> = {};
  const given = Java.record(read.headers as JavaMap<string, JavaList<string>>);
  for (const [name, values] of Object.entries(given)) headers[name.toLowerCase()] = values;
  const request: Request = { path: String(read.path), headers };
  REQUEST.record(session, request);
  return request;
}
