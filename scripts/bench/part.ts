/** The shape of a part of the benchmark. */
import type { Finding } from './finding.ts';
import type { Workplace } from './workplace.ts';

/** Measures its rows. Servers that it starts and doesn't stop itself are stopped afterwards. */
export type Part = (workplace: Workplace) => Promise<Finding[]>;
