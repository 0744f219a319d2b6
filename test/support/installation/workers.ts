/** The workers that run test files at the same time, each with its own installation. */
import { availableParallelism } from 'node:os';

/** Two keep a machine with two cores busy: one file waits for its server while the other's computes. */
const MOST_WORKERS = 2;

/** A big machine runs out of memory for servers first, so this is the maximum. */
export const WORKERS = Math.min(MOST_WORKERS, availableParallelism());

/** This process's worker number, from 1 on: unique among concurrent workers. In the global setup it is 1. */
export const WORKER = Number(process.env.VITEST_POOL_ID ?? '1');
