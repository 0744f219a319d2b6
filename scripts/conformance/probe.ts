/** What a check looks at a realm with: requests, the one sign-in that many checks share, and the configuration. */

import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { expectThat, Fault } from './check.ts';
import { Configuration } from './configuration.ts';
import { type Answer, patientFetch, readAnswer } from './http.ts';
import { SignIns } from './sign-ins.ts';
import type { Target, TargetClient } from './target.ts';

/** A form or a query; what is undefined is left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Looks at one realm. */
export class Probe {
  readonly target: Target;
  readonly send: typeof fetch;
  readonly signIns: SignIns;
  #configuration: Configuration | undefined;
  #keys: Promise<Answer> | undefined;

  constructor(target: Target) {
    this.target = target;
    this.send = patientFetch(target.progress);
    this.signIns = new SignIns(this);
  }

  /** Only for checks that need `admin`. */
  get configuration(): Configuration {
    const { admin } = this.target;
    if (!admin) throw new Error('this check does not say that it needs admin');
    this.#configuration ??= new Configuration(admin);
    return this.#configuration;
  }

  /** Only for checks that need it. */
  client(kind: keyof Target['clients']): TargetClient & { redirect_uri: string } {
    const client = this.target.clients[kind];
    if (!client) throw new Error(`this check does not say that it needs ${kind}`);
    return { redirect_uri: '', ...client };
  }

  /** GET on a path below {base_url}. */
  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const sent = { accept: 'application/json', ...headers };
    return await readAnswer(await this.send(`${this.target.baseUrl}${path}`, { headers: sent }));
  }

  /** POST of a form. */
  async post(path: string, fields: Fields): Promise<Answer> {
    const init = { method: 'POST', body: formOf(fields), headers: { accept: 'application/json' } };
    return await readAnswer(await this.send(`${this.target.baseUrl}${path}`, init));
  }

  /** POST of JSON. */
  async postJson(path: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const init = { method: 'POST', body: JSON.stringify(body), headers };
    return await readAnswer(await this.send(`${this.target.baseUrl}${path}`, init));
  }

  /** An authorization request of a caller that wants JSON, with fields replaced. */
  async authorize(client: TargetClient, fields: Fields = {}): Promise<Answer> {
    return await this.get(`/auth?${formOf({ ...requestOf(client), ...fields })}`);
  }

  /** The key set, asked for once. */
  async keySet(): Promise<Answer> {
    this.#keys ??= this.get('/.well-known/jwks.json');
    return await this.#keys;
  }

  /** The claims of a token that verifies with the key set (RFC 7519, section 7.2). */
  async verified(what: string, token: unknown): Promise<JWTPayload> {
    expectThat(typeof token === 'string', `${what}: there is none`);
    const keys = (await this.keySet()).json as unknown as JSONWebKeySet;
    const options = { algorithms: ['RS256'], issuer: this.target.baseUrl };
    try {
      return (await jwtVerify(token, createLocalJWKSet(keys), options)).payload;
    } catch (error) {
      throw new Fault(`${what}: does not verify: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** The parameters that a client is right to send to `/auth`. */
export function requestOf({ client_id, redirect_uri }: TargetClient): Fields {
  return {
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'openid profile email',
    state: 'conformance',
  };
}

/** The fields of a client that authenticates (contract, section 5). */
export function credentials({ client_id, client_secret }: TargetClient): Fields {
  return { client_id, client_secret };
}

/** A form or a query. */
export function formOf(fields: Fields): URLSearchParams {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given);
}

/** An address that nobody has used. */
export function freshAddress(): string {
  return `conformance-${randomBytes(8).toString('hex')}@example.com`;
}
