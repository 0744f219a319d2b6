/** Measures a node: throughput of other realms, threads, memory. */
import { pbkdf2Sync } from 'node:crypto';
import { expect, inject } from 'vitest';
import { javaProcess, residentBytes, threadCount } from '../../../scripts/bench/load/process.ts';
import { median } from '../../../scripts/bench/statistics.ts';
import { heapMegabytes } from '../cluster.ts';
import { credentials, post } from '../form.ts';
import type { NodeReading } from './table.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const CLIENTS = 4;
/**
 * After a full collection, which leaves a small heap, and after a pause, the node has to warm up again: this time isn't measured.
 */
const AGAIN_MILLIS = 6000;
/** Each takes a few milliseconds; a single one is too noisy. */
const ROUNDS = 50_000;
const TIMES = 9;
const MICROS_PER_MILLI = 1000;

/** CPU time of a fixed computation: shows how fast the machine is at the moment, whatever else runs on its processors. */
function machineMillis(): number {
  const millis = Array.from({ length: TIMES }, () => {
    const begun = process.cpuUsage();
    pbkdf2Sync('the same', 'salt', ROUNDS, 32, 'sha256');
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / MICROS_PER_MILLI;
  });
  return median(millis);
}

/** Tokens per second for a client of the sample realm. */
async function tokensInSlice(sliceMillis: number): Promise<number> {
  const { baseUrl, clients } = inject('site');
  const form = { grant_type: 'client_credentials', ...credentials(clients.service) };
  const begun = performance.now();
  let granted = 0;
  const requestTokens = async () => {
    while (performance.now() - begun < sliceMillis) {
      const response = await post(`${baseUrl}/token`, form);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      granted += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, requestTokens));
  return (1000 * granted) / (performance.now() - begun);
}

/** Tokens per second for each slice, with the machine’s speed around it. */
async function tokensBySlices(
  slices: number,
  sliceMillis: number,
): Promise<Pick<NodeReading, 'tokens' | 'millis'>> {
  const tokens: number[] = [];
  const millis: number[] = [];
  let before = machineMillis();
  while (tokens.length < slices) {
    tokens.push(await tokensInSlice(sliceMillis));
    const after = machineMillis();
    millis.push((before + after) / 2);
    before = after;
  }
  return { tokens, millis };
}

/** Measures the first node; after a full collection, so that tokens are always counted on a heap without earlier garbage. */
export async function measureNode(slices: number, sliceMillis: number): Promise<NodeReading> {
  const heap = await heapMegabytes('first');
  await tokensInSlice(Math.min(AGAIN_MILLIS, slices * sliceMillis));
  const rates = await tokensBySlices(slices, sliceMillis);
  const pid = await javaProcess(Number(new URL(inject('site').serverUrl).port));
  return {
    ...rates,
    threads: await threadCount(pid),
    resident: (await residentBytes(pid)) / BYTES_PER_MEBIBYTE,
    heap,
  };
}
