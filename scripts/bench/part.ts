/** The shape of a part of the benchmark. */

import type { BenchContext } from './bench-context.ts';
import type { Finding } from './finding.ts';

/** Measures its rows. Servers that it starts and doesn't stop itself are stopped afterwards. */
export type Part = (context: BenchContext) => Promise<Finding[]>;
