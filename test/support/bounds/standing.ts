/** What a node has at a moment, and what other realms get of it. */
import { pbkdf2Sync } from 'node:crypto';
import { expect, inject } from 'vitest';
import { javaProcess, residentBytes, threadCount } from '../../../scripts/bench/load/process.ts';
import { median } from '../../../scripts/bench/statistics.ts';
import { heapMegabytes } from '../cluster.ts';
import { credentials, post } from '../form.ts';
import type { Standing } from './table.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const CLIENTS = 4;
/** The node begins anew after a full collection, which leaves it a small heap, and after a pause: that isn't counted. */
const AGAIN_SLICES = 2;
/** Each takes a hundredth of a second or so, one of which alone says little. */
const ROUNDS = 50_000;
const TIMES = 21;

/** How long this process takes for a computation, which is always the same: it says how fast the machine is, and how busy with other things. */
function machineMillis(): number {
  const millis = Array.from({ length: TIMES }, () => {
    const begun = performance.now();
    pbkdf2Sync('the same', 'for everybody', ROUNDS, 32, 'sha256');
    return performance.now() - begun;
  });
  return median(millis);
}

/** Tokens that a client of the sample realm gets in a second. */
async function tokensInSlice(sliceMillis: number): Promise<number> {
  const { baseUrl, clients } = inject('site');
  const form = { grant_type: 'client_credentials', ...credentials(clients.service) };
  const begun = performance.now();
  let granted = 0;
  const ask = async () => {
    while (performance.now() - begun < sliceMillis) {
      const answer = await post(`${baseUrl}/token`, form);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      granted += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask));
  return (1000 * granted) / (performance.now() - begun);
}

/** The same for so many slices. */
async function tokensBySlices(
  slices: number,
  sliceMillis: number,
): Promise<Pick<Standing, 'tokens' | 'millis'>> {
  for (let again = 0; again < AGAIN_SLICES; again += 1) await tokensInSlice(sliceMillis);
  const tokens: number[] = [];
  const millis: number[] = [];
  while (tokens.length < slices) {
    millis.push(machineMillis());
    tokens.push(await tokensInSlice(sliceMillis));
  }
  return { tokens, millis };
}

/** Of the first node; a full collection first, so that tokens are always counted on a heap without the garbage of what was done before. */
export async function standing(slices: number, sliceMillis: number): Promise<Standing> {
  const heap = await heapMegabytes('first');
  const rates = await tokensBySlices(slices, sliceMillis);
  const pid = await javaProcess(Number(new URL(inject('site').serverUrl).port));
  return {
    ...rates,
    threads: await threadCount(pid),
    resident: (await residentBytes(pid)) / BYTES_PER_MEBIBYTE,
    heap,
  };
}
