/** The shape of a part of the benchmark. */
import type { Finding } from './finding.ts';
import type { Workplace } from './workplace.ts';

/** Measures its rows. The servers that it starts are stopped after it, if it doesn't itself. */
export type Part = (workplace: Workplace) => Promise<Finding[]>;
