/** The suite's relying party: one confidential client that signs in with the code flow and looks at everything it gets. */
import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { expect, inject } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { newAddress } from '../../support/mail.ts';
import { signInOnPages } from '../../support/page-sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const keys = createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`));

/** Parameters of an authorization request; undefined leaves one of the usual ones out. */
export type Parameters = Record<string, string | undefined>;

/** The usual request with these changes. */
export function requestParameters(changes: Parameters = {}): Record<string, string> {
  const parameters = {
    client_id: web.client_id,
    redirect_uri: web.redirect_uri,
    scope: 'openid',
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    response_type: 'code',
    ...changes,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}

/** Its address at the authorization endpoint. */
export function authorizationUrl(parameters: Record<string, string>): string {
  return `${baseUrl}/auth?${new URLSearchParams(parameters)}`;
}

/** A person with a browser. */
export class Person {
  readonly agent = new Agent();
  readonly email: string;

  constructor(email = newAddress()) {
    this.email = email;
  }
}

/** What came back to the redirect URI and, for a code, from the token endpoint. */
export interface Outcome {
  callback: URL;
  code: string;
  accessToken: string;
  idToken: string;
  claims: JWTPayload;
}

/** How the client shows that it is itself at the token endpoint. */
type Authentication = 'client_secret_basic' | 'client_secret_post';

/** What differs from the usual sign-in. */
export interface Options {
  person?: Person;
  authentication?: Authentication;
  /** More fields of the token request. */
  fields?: Record<string, string>;
  /** POST sends the authorization request as a form. */
  method?: 'GET' | 'POST';
}

/** A whole sign-in; checks all that the suite checks after every one. */
export async function signIn(changes: Parameters = {}, options: Options = {}): Promise<Outcome> {
  const { person = new Person(), method = 'GET' } = options;
  const parameters = requestParameters(changes);
  const callback =
    method === 'GET'
      ? await signInOnPages(authorizationUrl(parameters), person.email, { agent: person.agent })
      : await signInOnPages(`${baseUrl}/auth`, person.email, {
          agent: person.agent,
          init: { method, body: new URLSearchParams(parameters) },
        });
  return await redeem(callback, parameters, options);
}

/** From the callback to the validated ID token. */
export async function redeem(
  callback: URL,
  parameters: Record<string, string>,
  options: Options = {},
): Promise<Outcome> {
  checkCallback(callback, parameters);
  const code = callback.searchParams.get('code') ?? '';
  expect(code, callback.href).not.toBe('');
  const answer = await exchangeCode(code, options);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const tokens = (await answer.json()) as Record<string, string | number>;
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  expect(tokens).not.toHaveProperty('refresh_token');
  const idToken = String(tokens.id_token);
  const { payload: claims, protectedHeader } = await jwtVerify(idToken, keys, {
    issuer: baseUrl,
    audience: web.client_id,
    requiredClaims: ['sub', 'exp', 'iat'],
  });
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  expect(claims.nonce).toBe(parameters.nonce);
  return { callback, code, accessToken: String(tokens.access_token), idToken, claims };
}

/** The token request, as the suite makes it. */
export async function exchangeCode(
  code: string,
  { authentication = 'client_secret_basic', fields = {} }: Options = {},
): Promise<Response> {
  const secret = web.client_secret ?? '';
  const basic = `Basic ${Buffer.from(`${web.client_id}:${secret}`).toString('base64')}`;
  const byPost = authentication === 'client_secret_post';
  return await fetch(`${baseUrl}/token`, {
    method: 'POST',
    headers: byPost ? {} : { authorization: basic },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: web.redirect_uri,
      ...(byPost ? { client_id: web.client_id, client_secret: secret } : {}),
      ...fields,
    }),
  });
}

/** An error that came to the redirect URI (OpenID Connect Core, section 3.1.2.6). */
export function errorOf(callback: URL, parameters: Record<string, string>): string | null {
  checkCallback(callback, parameters);
  const names = [...callback.searchParams.keys()];
  for (const name of names)
    expect(['error', 'error_description', 'error_uri', 'state', 'iss']).toContain(name);
  // RFC 6749, section 4.1.2.1: no double quote, no backslash, nothing outside of ASCII.
  expect(callback.searchParams.get('error_description') ?? '').toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
  return callback.searchParams.get('error');
}

function checkCallback(callback: URL, parameters: Record<string, string>): void {
  expect(`${callback.origin}${callback.pathname}`).toBe(web.redirect_uri);
  expect(callback.hash).toBe('');
  expect(callback.searchParams.get('state')).toBe(parameters.state ?? null);
  expect(callback.searchParams.get('iss')).toBe(baseUrl);
  const names = [...callback.searchParams.keys()];
  expect(names.length, 'a parameter that comes twice').toBe(new Set(names).size);
}
