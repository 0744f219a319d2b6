/** The shape of a part of the benchmark. */
import type { Finding } from './finding.ts';
import type { Workplace } from './workplace.ts';

/** Measures its rows; it stops the servers that it starts. */
export type Part = (workplace: Workplace) => Promise<Finding[]>;
