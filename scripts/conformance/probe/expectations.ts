/** Assertions about responses that several checks share. */

import { TOKEN_SECONDS } from '../../../provider-scripts/src/realm/realm-rules/rules.ts';
import { expectSame, expectThat, Fault, show } from './fault.ts';
import type { BufferedResponse } from './http.ts';
import type { Probe } from './probe.ts';
import type { Fields } from './requests.ts';
import type { TargetClient } from './target.ts';

/** Expects an error of a protocol endpoint: status, code and description (contract, section 7.1). */
export function expectError(what: string, response: BufferedResponse, status: number, error: string): void {
  const found = `${response.status} ${show(response.json?.error)}`;
  if (found !== `${status} "${error}"`) throw new Fault(`${what}: ${found} instead of ${status} "${error}"`);
  expectThat(typeof response.json?.error_description === 'string', `${what}: no error_description`);
}

/** Expects an error of a REST endpoint: `{error, message}` (contract, section 7.1). */
export function expectRestError(
  what: string,
  response: BufferedResponse,
  status: number,
  error: string,
): void {
  const found = `${response.status} ${show(response.json?.error)}`;
  if (found !== `${status} "${error}"`) throw new Fault(`${what}: ${found} instead of ${status} "${error}"`);
  expectThat(typeof response.json?.message === 'string', `${what}: no message`);
}

/** Expects an authorization request to redirect to the client with an error and its `state`. */
export async function expectErrorAtClient(
  probe: Probe,
  client: TargetClient,
  fields: Fields,
  error: string,
): Promise<void> {
  const { status, headers } = await probe.authorize(client, fields);
  const location = headers.get('location');
  if (location === null || status < 300 || status > 399)
    throw new Fault(`${status} without a redirect instead of ${error} at the client`);
  const target = new URL(location);
  expectThat(
    target.href.startsWith(`${client.redirect_uri}?`),
    `the redirect leads to ${target.origin}${target.pathname}`,
  );
  expectSame('error', target.searchParams.get('error'), error);
  expectSame('state', target.searchParams.get('state'), 'conformance');
}

/** On a slow server `expires_in` is computed later than the token is issued. */
const SLACK_SECONDS = 5;

/** Checks the token lifetime in a token response (contract, section 2.3). */
export function expectLifetime(expiresIn: unknown): void {
  const isValid =
    typeof expiresIn === 'number' && expiresIn <= TOKEN_SECONDS && expiresIn > TOKEN_SECONDS - SLACK_SECONDS;
  expectThat(isValid, `expires_in: ${show(expiresIn)} instead of ${TOKEN_SECONDS}`);
}
