/** How many files of tests run at the same time, each with an installation to itself. */
import { availableParallelism } from 'node:os';

/** Two keep a machine of two cores busy: one file waits for its server while the other's computes. */
const MOST_WORKERS = 2;

/** Memory for servers is what a big machine runs out of first, so it gets no more. */
export const WORKERS = Math.min(MOST_WORKERS, availableParallelism());
