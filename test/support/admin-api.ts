/** Calls of Linkgate's admin API; each response is validated against docs/admin-api.json. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import document from '../../docs/admin-api.json' with { type: 'json' };
import { admin, REALM } from './admin.ts';
import { bearer } from './form.ts';
import { apiDocument, type Operation } from './openapi.ts';

interface AdminOperation extends Operation {
  /** The caller needs one role of each list. */
  readonly 'x-roles': readonly (readonly string[])[];
}

const api = apiDocument<AdminOperation>('admin-api.json', document);

/** All operations of the document: method, path, operation. */
export const OPERATIONS = api.operations;

/** The check of a response; `callAdminApi` does it. */
export const { documented } = api;

/** A response that was validated against the document. */
export interface AdminResponse<T> {
  readonly status: number;
  readonly json: T;
  readonly headers: Headers;
  readonly operationId: string;
}

/** Body and token: an object is sent as JSON, text unchanged; the default token is the administrator's, an empty one sends none. */
export interface AdminOptions {
  readonly body?: unknown;
  /** The content type. */
  readonly type?: string;
  readonly token?: string;
  readonly realm?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request to the API; returns the raw response. */
export async function requestAdmin(
  method: string,
  path: string,
  { body, type = 'application/json', token, realm = REALM, headers = {} }: AdminOptions = {},
): Promise<Response> {
  const sent = token ?? (await (await admin()).getAccessToken()) ?? '';
  return await fetch(`${inject('site').serverUrl}/admin/realms/${realm}/linkgate${path}`, {
    method,
    headers: {
      ...headers,
      ...(sent !== '' && bearer(sent)),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Calls the API; fails if the document lacks the operation, the status or the body's schema. */
export async function callAdminApi<T>(
  method: string,
  path: string,
  options: AdminOptions = {},
): Promise<AdminResponse<T>> {
  const response = await requestAdmin(method, path, options);
  const { json, operationId } = documented(method, path, response.status, await response.text());
  return { status: response.status, json: json as T, headers: response.headers, operationId };
}

/** Returns an operation's path with unknown IDs. */
export function pathWithoutAny(path: string): string {
  return path.replace(/\{\w+\}/g, () => randomUUID());
}
