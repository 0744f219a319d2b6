/** Gives checks access to a realm: requests, the sign-in that many checks share, and the configuration. */

import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { Configuration } from './configuration.ts';
import { expectThat, Fault } from './fault.ts';
import type { BufferedResponse } from './http.ts';
import { Requests } from './requests.ts';
import { SignIns } from './sign-ins.ts';
import type { Target } from './target.ts';

/** Inspects one realm. */
export class Probe extends Requests {
  readonly signIns: SignIns;
  #configuration: Configuration | undefined;
  #keys: Promise<BufferedResponse> | undefined;

  constructor(target: Target) {
    super(target);
    this.signIns = new SignIns(this);
  }

  /** The realm's configuration; only for checks that need `admin`. */
  get configuration(): Configuration {
    const { admin } = this.target;
    if (!admin) throw new Error('this check does not declare that it needs admin');
    this.#configuration ??= new Configuration(admin);
    return this.#configuration;
  }

  /** The key set, requested once. */
  async keySet(): Promise<BufferedResponse> {
    this.#keys ??= this.get('/.well-known/jwks.json');
    return await this.#keys;
  }

  /** The claims of a token that verifies with the key set (RFC 7519, section 7.2). */
  async verified(what: string, token: unknown): Promise<JWTPayload> {
    expectThat(typeof token === 'string', `${what}: missing`);
    const keys = (await this.keySet()).json as unknown as JSONWebKeySet;
    const options = { algorithms: ['RS256'], issuer: this.target.baseUrl };
    try {
      return (await jwtVerify(token, createLocalJWKSet(keys), options)).payload;
    } catch (error) {
      throw new Fault(`${what}: does not verify: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
