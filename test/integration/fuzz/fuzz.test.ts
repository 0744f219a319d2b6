/**
 * Seeded fuzzing of every endpoint: no request causes a server error, or reveals internals.
 * `FUZZ_SEED` and `FUZZ_REQUESTS` choose another run.
 */
import { expect, inject, test } from 'vitest';
import { newAddress } from '../../support/email.ts';
import { signIn } from '../../support/sign-in.ts';
import { type FuzzRequest, seeds } from './endpoints.ts';
import { FOUND } from './found.ts';
import { mutate } from './mutations.ts';
import { problemOf } from './oracle.ts';
import { Random } from './random.ts';
import { encode, send } from './send.ts';
import { shrink } from './shrink.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const IN_PARALLEL = 4;
const TIMEOUT_MILLIS = 900_000;
/** Each failure is shrunk, which takes dozens of requests. */
const MAX_FINDINGS = 40;
const MAX_LIMITED_SHARE = 0.05;

/** Responses from a rate limit instead of the endpoint. */
let limited = 0;

async function probe(request: FuzzRequest): Promise<string | null> {
  try {
    const response = await send(request);
    if (response.status === 429) limited += 1;
    return problemOf(request, response);
  } catch (error) {
    return `no response: ${error instanceof Error ? error.message : error}`;
  }
}

function show({ method, path, query, headers, body }: FuzzRequest): string {
  const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text);
  return [
    `${method} ${path}${query.length > 0 ? `?${shorten(encode(query))}` : ''}`,
    ...headers.map(([name, value]) => `  ${name}: ${shorten(value)}`),
    ...(body === null
      ? []
      : [`  ${shorten(typeof body === 'string' ? JSON.stringify(body) : encode(body))}`]),
  ].join('\n');
}

test.each(FOUND.map((request) => [show(request).replace(/\n\s*/g, ' | '), request] as const))(
  '%s',
  async (_, request) => {
    expect(await probe(request)).toBeNull();
  },
);

test(`${REQUESTS} requests, seed ${SEED}`, { timeout: TIMEOUT_MILLIS }, async () => {
  const { access_token } = await signIn(newAddress(), inject('site').clients.web);
  const random = new Random(SEED);
  const findings = new Map<string, FuzzRequest>();
  let made = 0;
  const worker = async () => {
    while (made < REQUESTS && findings.size < MAX_FINDINGS) {
      const bases = seeds(access_token, `fuzz-${SEED}-${made}@example.com`);
      const base = bases[made % bases.length] as FuzzRequest;
      // Each seed is sent unchanged first.
      const request = made < bases.length ? base : mutate(base, random);
      made += 1;
      const problem = await probe(request);
      const key = `${base.method} ${base.path}: ${problem}`;
      if (problem === null || findings.has(key)) continue;
      findings.set(key, request);
      findings.set(key, await shrink(request, problem, probe));
    }
  };
  await Promise.all(Array.from({ length: IN_PARALLEL }, worker));
  expect(limited, 'responses of a rate limit, which hide the endpoints').toBeLessThan(
    REQUESTS * MAX_LIMITED_SHARE,
  );
  const report = [...findings].map(([key, request]) => `${key}\n${show(request)}`);
  expect(report.join('\n\n'), `FUZZ_SEED=${SEED}`).toBe('');
});
