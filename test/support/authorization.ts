/** Authorization requests of a signed-in browser: codes and tokens without sending an email each. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, inject } from 'vitest';
import { Agent, type Page } from './agent.ts';
import { chooseSignedInAccount } from './chooser.ts';
import { newAddress } from './email.ts';
import { credentials, type Fields, formOf, post } from './form.ts';
import { endpointsOf } from './realm-endpoints.ts';
import { follow, linkFor, submitConsent, type Tokens } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** The contract's paths of the sample realm; read when called, as servers of a test's own have no sample installation. */
function sampleEndpoints() {
  return endpointsOf(inject('site').baseUrl)[0];
}

/** Changes to a request. */
interface Request {
  /** The endpoint; the contract's path by default. */
  at?: string;
  fields?: Fields;
}

/** The parameters of a valid request; `fields` replace some. */
export function authFields(client: SiteClient, fields: Fields = {}): Fields {
  return {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    scope: 'openid profile email',
    state: 'st',
    ...fields,
  };
}

/** The URL of an authorization request. */
export function authUrl(client: SiteClient, { at = sampleEndpoints().auth, fields }: Request = {}): string {
  return `${at}?${formOf(authFields(client, fields))}`;
}

/** A browser with a live session whose user has approved the client. */
export async function signedIn(
  client: SiteClient,
  extra: Record<string, unknown> = {},
  email = newAddress(),
): Promise<Agent> {
  const agent = new Agent();
  await follow(await linkFor(email, client, extra), agent);
  return agent;
}

/** Returns a signed-in browser's code after one click; consents if prompted. */
export async function codeFrom(agent: Agent, client: SiteClient, request: Request = {}): Promise<string> {
  const first = await agent.open(authUrl(client, request));
  const target = await submitConsent(agent, await chooseSignedInAccount(agent, first));
  const code = target.searchParams.get('code');
  if (code === null) throw new Error(`no code, but ${target.search}`);
  return code;
}

/** The form that exchanges a code; `fields` replace some. */
export function exchangeFields(client: SiteClient, code: string, fields: Fields = {}): Fields {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirect_uri,
    ...credentials(client),
    ...fields,
  };
}

/** Tokens for a signed-in browser. */
export async function tokensFrom(agent: Agent, client: SiteClient, request: Request = {}): Promise<Tokens> {
  const code = await codeFrom(agent, client, request);
  const response = await post(sampleEndpoints().token, exchangeFields(client, code));
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Tokens;
}

/** A verifier with its challenge (RFC 7636, section 4). */
export function pkcePair(method: 'S256' | 'plain' = 'S256'): { verifier: string; challenge: Fields } {
  const verifier = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(verifier).digest('base64url');
  const challenge = method === 'plain' ? verifier : digest;
  return { verifier, challenge: { code_challenge: challenge, code_challenge_method: method } };
}

/** Errors of the sign-in, not of request validation: Keycloak has no text for them. */
const BY_THE_SIGN_IN: readonly string[] = ['login_required', 'interaction_required', 'access_denied'];

/** Expects an error redirect to the client, with its state and the issuer (RFC 9207). */
export function expectErrorAtClient(
  page: Page,
  client: SiteClient,
  expected: { error: string; iss: string; state?: string | null },
): void {
  const location = page.headers.get('location');
  expect(
    { status: page.status, location: location !== null },
    page.text.replace(/\s+/g, ' ').slice(0, 500),
  ).toEqual({
    status: expect.toBeOneOf([302, 303]),
    location: true,
  });
  const target = new URL(location ?? '');
  expect(target.href.slice(0, target.href.indexOf('?'))).toBe(client.redirect_uri);
  const state = expected.state === undefined ? 'st' : expected.state;
  const { error_description: text, ...rest } = Object.fromEntries(target.searchParams);
  expect(BY_THE_SIGN_IN.includes(expected.error) ? rest : { ...rest, error_description: text }).toEqual({
    error: expected.error,
    ...(BY_THE_SIGN_IN.includes(expected.error) ? {} : { error_description: expect.stringMatching(/./) }),
    iss: expected.iss,
    ...(state === null ? {} : { state }),
  });
}
