/** What a check is: one thing that a conformant realm does, the contract section it proves, and how to fix it. */

import type { Need } from './needs.ts';
import type { Probe } from './probe.ts';

/** A check; its name is its file's name. */
export interface Check {
  readonly name: string;
  /** A section of docs/contract.md, or several, such as `contract 2.1, 5`. */
  readonly proves: string;
  /** If one of them is missing the check is left out, and the report says so. */
  readonly needs?: readonly Need[];
  /** What an administrator should do about a fault, unless the fault itself says it better. */
  readonly fix: string;
  /**
   * Looks at the realm; returns what is worth reporting about a conforming one, on one line.
   * @throws Fault saying what isn't as required
   */
  readonly run: (probe: Probe) => Promise<string | undefined>;
}
