/** A request to Linkgate's admin API, and what its handlers read from it. */
import type { AdminPermissionEvaluator, InputStream, KeycloakSession, Response } from 'keycloak';
import { queryParameter } from '../../platform/session/address.ts';
import { adminProblemResponse, invalidFieldsResponse } from '../response/responses.ts';
import { type ObjectOf, parseJsonObject, unknownFields } from './json-object.ts';
import { readJsonText } from './json-text.ts';
import { type Page, readPage } from './paging.ts';

/** Keycloak has authenticated the caller; the handler checks permissions before anything else. */
export interface AdminCall {
  session: KeycloakSession;
  auth: AdminPermissionEvaluator;
  body: InputStream;
  /** The identifiers in the path, in order. */
  ids: readonly string[];
}

/** Handles one method of one path. */
export type AdminHandler = (call: AdminCall) => Response;

/** The first identifier in the path. */
export function idOf({ ids }: AdminCall): string {
  return ids[0] ?? '';
}

/** A query parameter; null if absent or empty. */
export function queryValue(session: KeycloakSession, name: string): string | null {
  return queryParameter(session, name) || null;
}

/** What stands for NUL, which no database stores; Keycloak rejects it in URLs. */
const REPLACEMENT = '\ufffd';

/** JSON without NUL in its texts. */
function withoutNul(json: string): string {
  return json.replace(/\\(u0000|.)/g, (sequence, what) => (what === 'u0000' ? REPLACEMENT : sequence));
}

/** Parses the request body, of at most `maxBytes` if that is given, as a JSON object with at most these fields, and continues with it. */
export function withObject<Field extends string>(
  { session, body }: AdminCall,
  fields: readonly Field[],
  respond: (object: ObjectOf<Field>) => Response,
  maxBytes?: number,
): Response {
  const read = readJsonText(session, body, maxBytes);
  if ('problem' in read) return adminProblemResponse(read.problem);
  const parsed = parseJsonObject(withoutNul(read.text));
  if ('details' in parsed) return invalidFieldsResponse(parsed.details);
  const unknown = unknownFields(parsed.object, fields);
  return unknown.length > 0 ? invalidFieldsResponse(unknown) : respond(parsed.object as ObjectOf<Field>);
}

/** Parses the requested page of a list and continues with it. */
export function withPage({ session }: AdminCall, respond: (page: Page) => Response): Response {
  const read = readPage((name) => queryValue(session, name));
  return 'details' in read ? invalidFieldsResponse(read.details) : respond(read.page);
}
