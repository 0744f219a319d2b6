/** The workers that run files of tests at the same time, each with an installation to itself. */
import { availableParallelism } from 'node:os';

/** Two keep a machine of two cores busy: one file waits for its server while the other's computes. */
const MOST_WORKERS = 2;

/** Memory for servers is what a big machine runs out of first, so it gets no more. */
export const WORKERS = Math.min(MOST_WORKERS, availableParallelism());

/** Which of them this process is, from 1 on: no two that run at the same time have the same. In the set-up before all files it is the first. */
export const WORKER = Number(process.env.VITEST_POOL_ID ?? '1');
