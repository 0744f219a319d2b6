/** What several checks expect of answers. */

import { expectSame, expectThat, Fault, NotApplicable, show } from './check.ts';
import type { Answer } from './http.ts';
import type { Fields, Probe } from './probe.ts';
import type { TargetClient } from './target.ts';

/** An error of a protocol endpoint: status, code, a text, nothing to be stored (contract, section 7.1). */
export function expectError(what: string, answer: Answer, status: number, error: string): void {
  const found = `${answer.status} ${show(answer.json?.error)}`;
  if (found !== `${status} "${error}"`) throw new Fault(`${what}: ${found} instead of ${status} "${error}"`);
  expectThat(typeof answer.json?.error_description === 'string', `${what}: no error_description`);
}

/** An error of a REST endpoint: `{error, message}` (contract, section 7.1). */
export function expectRestError(what: string, answer: Answer, status: number, error: string): void {
  const found = `${answer.status} ${show(answer.json?.error)}`;
  if (found !== `${status} "${error}"`) throw new Fault(`${what}: ${found} instead of ${status} "${error}"`);
  expectThat(typeof answer.json?.message === 'string', `${what}: no message`);
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
    `the redirect goes to ${target.origin}${target.pathname}`,
  );
  expectSame('error', target.searchParams.get('error'), error);
  expectSame('state', target.searchParams.get('state'), 'conformance');
}

const TOKEN_SECONDS = 3600;
/** A slow server counts from when it answers, not from when it made the token. */
const SLACK_SECONDS = 5;

/** What a token answer says of its token's lifetime (contract, section 2.3). */
export function expectLifetime(expiresIn: unknown): void {
  const isGood =
    typeof expiresIn === 'number' && expiresIn <= TOKEN_SECONDS && expiresIn > TOKEN_SECONDS - SLACK_SECONDS;
  expectThat(isGood, `expires_in: ${show(expiresIn)} instead of ${TOKEN_SECONDS}`);
}

const MAIL_FAILS =
  'mail does not go out. Realm settings, Email: host, port, encryption, user and password; Test connection there tries them, and the server’s log has a line of org.linkgate with the reason';

/**
 * A request for a link that was granted, and its mail taken by the mail server.
 * @throws NotApplicable where sign-up is closed and no referral code was given
 */
export function expectOrdered({ status, json, text }: Answer, referralCode: string | undefined): void {
  if (status === 200) return;
  if (json?.error === 'referral_required' && referralCode === undefined)
    throw new NotApplicable('sign-up is closed; missing: REFERRAL_CODE');
  const problem = `/request-magic-link: ${status} ${text.slice(0, 300)}`;
  throw status === 503 ? new Fault(problem, MAIL_FAILS) : new Fault(problem);
}
