/** What a check is: one thing that a conformant realm does, the contract section it proves, and how to fix it. */

import type { Need } from './needs.ts';
import type { Probe } from './probe.ts';

/** A check; its name is its file's name. */
export interface Check {
  readonly name: string;
  /** A section of docs/contract.md, or several, such as `contract 2.1, 5`. */
  readonly proves: string;
  /** Where one of them is missing the check is left out and said to be. */
  readonly needs?: readonly Need[];
  /** What an administrator does about a fault, unless the fault says it better. */
  readonly fix: string;
  /**
   * Looks at the realm; gives what is worth telling of a good one, on one line.
   * @throws Fault saying what isn't as it has to be
   */
  readonly run: (probe: Probe) => Promise<string | undefined>;
}
