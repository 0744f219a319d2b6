/** Requests to the realm under test. */

import { randomBytes } from 'node:crypto';
import { type BufferedResponse, readResponse, retryingFetch } from './http.ts';
import type { Target, TargetClient } from './target.ts';

/** A form or a query; undefined values are omitted. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Sends requests to a realm. */
export class Requests {
  readonly target: Target;
  readonly send: typeof fetch;

  constructor(target: Target) {
    this.target = target;
    this.send = retryingFetch(target.progress);
  }

  /** The client of a kind; only for checks that declare the need. */
  client(kind: keyof Target['clients']): TargetClient & { redirect_uri: string } {
    const client = this.target.clients[kind];
    if (!client) throw new Error(`this check does not declare that it needs ${kind}`);
    return { redirect_uri: '', ...client };
  }

  /** GET on a path below {base_url}. */
  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<BufferedResponse> {
    const sent = { accept: 'application/json', ...headers };
    return await readResponse(await this.send(`${this.target.baseUrl}${path}`, { headers: sent }));
  }

  /** POST of a form. */
  async post(path: string, fields: Fields): Promise<BufferedResponse> {
    const init = { method: 'POST', body: formOf(fields), headers: { accept: 'application/json' } };
    return await readResponse(await this.send(`${this.target.baseUrl}${path}`, init));
  }

  /** POST of JSON. */
  async postJson(path: string, body: unknown): Promise<BufferedResponse> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const init = { method: 'POST', body: JSON.stringify(body), headers };
    return await readResponse(await this.send(`${this.target.baseUrl}${path}`, init));
  }

  /** An authorization request that accepts JSON; `fields` override the defaults. */
  async authorize(client: TargetClient, fields: Fields = {}): Promise<BufferedResponse> {
    return await this.get(`/auth?${formOf({ ...requestOf(client), ...fields })}`);
  }
}

/** The correct parameters for a client to send to `/auth`. */
export function requestOf({ client_id, redirect_uri }: TargetClient): Fields {
  return {
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'openid profile email',
    state: 'conformance',
  };
}

/** The credentials of a client (contract, section 5). */
export function credentials({ client_id, client_secret }: TargetClient): Fields {
  return { client_id, client_secret };
}

/** Encodes a form or a query. */
export function formOf(fields: Fields): URLSearchParams {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given);
}

/** An address that no user has. */
export function freshAddress(): string {
  return `conformance-${randomBytes(8).toString('hex')}@example.com`;
}
