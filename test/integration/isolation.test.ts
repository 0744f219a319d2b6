/** No request ever sees another's values, however many run the script in parallel. */
import { expect, inject, test } from 'vitest';

const { baseUrl, betaUrl } = inject('site');

/** `node scripts/run.mjs soak.ts` puts more load on the shared script. */
const CALLS = 2000;
const IN_PARALLEL = 16;

/** Two scripted providers, each responding with values unique to this request. */
const PROBES: ((call: number) => Promise<string | null>)[] = [
  async (call) => {
    const realm = call % 4 < 2 ? baseUrl : betaUrl;
    const document = (await (await fetch(`${realm}/.well-known/openid-configuration`)).json()) as {
      issuer: string;
    };
    return document.issuer === realm ? null : `issuer ${document.issuer} for ${realm}`;
  },
  async (call) => {
    const scope = `openid mark${call}`;
    const response = await fetch(`${baseUrl}/request-magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'a@example.com',
        client_id: 'demo-web',
        redirect_uri: inject('site').clients.web.redirect_uri,
        scope,
      }),
    });
    const { message } = (await response.json()) as { message: string };
    return response.status === 400 && message.includes(`"mark${call}"`)
      ? null
      : `${response.status} ${message} for ${scope}`;
  },
];

test('2,000 calls, 16 at a time, through two scripted providers each get their own response', {
  timeout: 900_000,
}, async () => {
  const wrong: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < CALLS) {
      const call = next++;
      const probe = PROBES[call % PROBES.length];
      const problem = await probe?.(call);
      if (problem) wrong.push(problem);
    }
  };
  await Promise.all(Array.from({ length: IN_PARALLEL }, worker));
  expect(wrong).toEqual([]);
  expect(next).toBe(CALLS);
});
