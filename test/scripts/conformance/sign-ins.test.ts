/** One cause is one failure: checks that depend on it are skipped. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkRealm } from '../../../scripts/conformance/run.ts';

/** Checks that use the shared sign-in, or request their own link. */
const ONLY = [
  'magic-link-response',
  'email',
  'link-token',
  'link-once',
  'link-preview',
  'redirect',
  'id-token',
  'userinfo',
];

/** A realm whose every response is this error. */
async function realmThatSays(status: number, body: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/acme`;
}

test('a used-up referral code is one failure, and the checks that need it report that they were skipped because of it', async () => {
  const baseUrl = await realmThatSays(400, {
    error: 'invalid_referral_code',
    message: 'The referral code is not valid',
  });
  const confidential = { client_id: 'web', client_secret: 'secret', redirect_uri: 'https://web.example/cb' };
  const target = {
    baseUrl,
    clients: { confidential },
    inboxUrl: 'http://127.0.0.1:9',
    referralCode: 'SPENT',
  };
  const { findings } = await checkRealm(target, { only: ONLY });
  expect(findings).toHaveLength(ONLY.length);
  const failed = findings.filter(({ outcome }) => outcome === 'failed');
  expect(failed).toHaveLength(1);
  expect(failed[0]?.problem).toContain('invalid_referral_code');
  const others = findings.filter(({ outcome }) => outcome !== 'failed');
  for (const { outcome, problem } of others) {
    expect(outcome).toBe('skipped');
    expect(problem).toMatch(/^because .*invalid_referral_code/);
  }
});
