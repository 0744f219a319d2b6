/** What several checks expect of responses. */

import { TOKEN_SECONDS } from '../../../provider-scripts/src/realm-rules/rules.ts';
import { expectSame, expectThat, Fault, show } from './fault.ts';
import type { BufferedResponse } from './http.ts';
import type { Probe } from './probe.ts';
import type { Fields } from './requests.ts';
import type { TargetClient } from './target.ts';

/** An error of a protocol endpoint: status, code, a text, nothing to be stored (contract, section 7.1). */
export function expectError(what: string, response: BufferedResponse, status: number, error: string): void {
  const found = `${response.status} ${show(response.json?.error)}`;
  if (found !== `${status} "${error}"`) throw new Fault(`${what}: ${found} instead of ${status} "${error}"`);
  expectThat(typeof response.json?.error_description === 'string', `${what}: no error_description`);
}

/** An error of a REST endpoint: `{error, message}` (contract, section 7.1). */
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

/** An authorization request that must end as an error at the client, with its state. */
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

/** A slow server counts from when it responds, not from when it issued the token. */
const SLACK_SECONDS = 5;

/** Checks the token lifetime in a token response (contract, section 2.3). */
export function expectLifetime(expiresIn: unknown): void {
  const isGood =
    typeof expiresIn === 'number' && expiresIn <= TOKEN_SECONDS && expiresIn > TOKEN_SECONDS - SLACK_SECONDS;
  expectThat(isGood, `expires_in: ${show(expiresIn)} instead of ${TOKEN_SECONDS}`);
}
