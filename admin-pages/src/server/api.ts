/** Calls the admin API with the administrator's access token. */

import type { Error as ErrorBody } from '../../generated/admin-api.d.ts';
import type { Rejection } from '../texts/rejection.ts';
import { API_IS_ELSEWHERE, CONFIG } from './config.ts';
import { accessToken, SignedOut } from './sign-in.ts';

/** Why a request failed; determines the text for the user. */
export type FailureKind =
  | 'unreachable'
  | 'elsewhere'
  | 'forbidden'
  | 'gone'
  | 'conflict'
  | 'invalid'
  | 'limit'
  | 'unavailable'
  | 'broken';

/** A request that the server rejected, or that didn't reach it. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  /** The API's error, if it reports one. */
  readonly rejection: Rejection | null;
  /** Errors by field. */
  readonly fields: Readonly<Record<string, Rejection>>;
  /** From `Retry-After`, if present. */
  readonly waitSeconds: number | null;

  constructor(
    kind: FailureKind,
    detail: string,
    rejection: Rejection | null = null,
    fields: Record<string, Rejection> = {},
    waitSeconds: number | null = null,
  ) {
    super(detail);
    this.kind = kind;
    this.rejection = rejection;
    this.fields = fields;
    this.waitSeconds = waitSeconds;
  }
}

/** The field errors of a failed request; empty if there are none. */
export function fieldErrors(failure: unknown): Readonly<Record<string, Rejection>> {
  return failure instanceof ApiFailure ? failure.fields : {};
}

const KINDS: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'gone',
  409: 'conflict',
  413: 'invalid',
  429: 'limit',
  503: 'unavailable',
};

const listeners = new Set<() => void>();

/** Calls a function after each request that may have changed something; returns a function that ends this. */
export function onChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  /** A CSV body instead of a JSON body. */
  csv?: string;
  signal?: AbortSignal;
}

/**
 * Sends a request to a path below the API's URL and returns its response.
 *
 * @throws ApiFailure, SignedOut
 */
export async function call<T>(path: string, request: RequestOptions = {}): Promise<T> {
  return await callAt(CONFIG.api, path, request);
}

/** The same at Keycloak's own admin API of the realm, by its paths. */
export async function callKeycloak<T>(path: string, request: RequestOptions = {}): Promise<T> {
  return await callAt(CONFIG.api.slice(0, CONFIG.api.lastIndexOf('/')), path, request);
}

async function callAt<T>(api: string, path: string, request: RequestOptions): Promise<T> {
  let token = await accessToken();
  let response = await send(api + path, request, token);
  if (response.status === 401) {
    token = await accessToken(token);
    response = await send(api + path, request, token);
  }
  if (response.status === 401) throw new SignedOut();
  if (!response.ok) throw await failureOf(response);
  if (request.method !== undefined && request.method !== 'GET') for (const changed of listeners) changed();
  // What Keycloak's own API creates has a path, and no body.
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function send(
  url: string,
  { method = 'GET', query = {}, body, csv, signal }: RequestOptions,
  token: string,
) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  const content = csv ?? (body === undefined ? null : JSON.stringify(body));
  try {
    return await fetch(`${url}${parameters.size > 0 ? `?${parameters}` : ''}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(content === null ? {} : { 'Content-Type': csv === undefined ? 'application/json' : 'text/csv' }),
      },
      body: content,
      cache: 'no-store',
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new ApiFailure(API_IS_ELSEWHERE ? 'elsewhere' : 'unreachable', String(failure));
  }
}

/** An error of Keycloak's own API. */
interface KeycloakError {
  errorMessage?: string;
  error_description?: string;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body: Partial<ErrorBody> & KeycloakError = await response.json().catch(() => ({}));
  const fields = Object.fromEntries((body.details ?? []).map(({ field, ...why }) => [field, why]));
  const wait = Number(response.headers.get('Retry-After'));
  const { id, values = {}, errorMessage, error_description: description } = body;
  const message = body.message ?? errorMessage ?? description ?? `HTTP ${response.status}`;
  return new ApiFailure(
    KINDS[response.status] ?? 'broken',
    message,
    id === undefined ? null : { id, values, message },
    fields,
    wait > 0 ? wait : null,
  );
}
