/** A call of Linkgate's admin API, and what its handlers read from it. */
import type { AdminPermissionEvaluator, InputStream, KeycloakSession, Response } from 'keycloak';
import { adminProblemResponse, invalidFieldsResponse } from '../response/responses.ts';
import { parseJsonObject } from './json-object.ts';
import { readJsonText } from './json-text.ts';
import { type Page, readPage } from './page-of-list.ts';

/** Who calls has been authenticated by Keycloak; what they may do is the handler's to check, before anything else. */
export interface AdminCall {
  session: KeycloakSession;
  auth: AdminPermissionEvaluator;
  body: InputStream;
  /** What the path names, in its order. */
  ids: readonly string[];
}

/** Answers one method of one path. */
export type AdminHandler = (call: AdminCall) => Response;

/** What stands in the path's first place for a name. */
export function idOf({ ids }: AdminCall): string {
  return ids[0] ?? '';
}

/** A parameter of the query; null where it is left out or empty. */
export function queryValue(session: KeycloakSession, name: string): string | null {
  return session.getContext().getUri().getQueryParameters().getFirst(name) || null;
}

/** Continues with the object that the call's body must be. */
export function withObject(
  { session, body }: AdminCall,
  answer: (object: Record<string, unknown>) => Response,
): Response {
  const read = readJsonText(session, body);
  if ('problem' in read) return adminProblemResponse(read.problem);
  const parsed = parseJsonObject(read.text);
  return 'details' in parsed ? invalidFieldsResponse(parsed.details) : answer(parsed.object);
}

/** Continues with the part of a list that is requested. */
export function withPage({ session }: AdminCall, answer: (page: Page) => Response): Response {
  const read = readPage((name) => queryValue(session, name));
  return 'details' in read ? invalidFieldsResponse(read.details) : answer(read.page);
}
