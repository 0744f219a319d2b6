/** Calls of Linkgate's admin API; each response is validated against docs/admin-api.json. */
import { randomUUID } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, inject } from 'vitest';
import document from '../../docs/admin-api.json' with { type: 'json' };
import { admin, REALM } from './admin.ts';
import { bearer } from './form.ts';

/** The document's description of an operation. */
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  /** The caller needs one role of each list. */
  readonly 'x-roles': readonly (readonly string[])[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, object>>;
}

const METHODS = ['get', 'put', 'post', 'delete'] as const;

/** All operations of the document: method, path, operation. */
export const OPERATIONS = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = (item as Partial<Record<string, Operation>>)[method];
    return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
  }),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const DOCUMENT = 'https://linkgate.example/admin-api.json';
ajv.addSchema(document, DOCUMENT);
const validators = new Map<string, ValidateFunction>();

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

/** Returns a response's JSON and the operation; fails if the document lacks the operation, the status or the body's schema. */
export function documented(
  method: string,
  path: string,
  status: number,
  text: string,
): { json: unknown; operationId: string } {
  const found = operationOf(method, path);
  const what = `${method} ${path}: ${status} ${text.slice(0, 500)}`;
  expect(Object.keys(found.operation.responses), what).toContain(String(status));
  const json = text === '' ? undefined : (JSON.parse(text) as unknown);
  const valid = validatorOf(found.path, method, status);
  if (valid === null) expect(text, what).toBe('');
  else expect(valid(json) ? [] : valid.errors, what).toEqual([]);
  return { json, operationId: found.operation.operationId };
}

/** Returns an operation's path with unknown IDs. */
export function pathWithoutAny(path: string): string {
  return path.replace(/\{\w+\}/g, () => randomUUID());
}

function operationOf(method: string, path: string) {
  const parts = path.split('?')[0]?.split('/') ?? [];
  const fits = (template: string) => {
    const wanted = template.split('/');
    return (
      wanted.length === parts.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i])
    );
  };
  const found = OPERATIONS.find((one) => one.method === method && fits(one.path));
  if (found === undefined) throw new Error(`docs/admin-api.json has no ${method} ${path}`);
  return found;
}

/** Returns the validator of a body with that status, or null. */
function validatorOf(path: string, method: string, status: number): ValidateFunction | null {
  const item = pointer(['paths', path, method.toLowerCase(), 'responses', String(status)]);
  const responses = resolved(item);
  const schema = (responses.content as Record<string, { schema: object }> | undefined)?.['application/json']
    ?.schema;
  if (schema === undefined) return null;
  const name = `${method} ${path} ${status}`;
  const known = validators.get(name) ?? ajv.compile(rebased(schema));
  validators.set(name, known);
  return known;
}

function pointer(parts: readonly string[]): Record<string, unknown> {
  return parts.reduce((value: unknown, part) => (value as Record<string, unknown>)[part], document) as Record<
    string,
    unknown
  >;
}

function resolved(value: Record<string, unknown>): Record<string, unknown> {
  return typeof value.$ref === 'string' ? pointer(value.$ref.slice(2).split('/')) : value;
}

/** A standalone schema with references into the document. */
function rebased(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT}#/`)) as object;
}
