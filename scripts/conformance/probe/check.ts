/** A check: one property of a conformant realm, the contract section that it proves, and how to fix it. */

import type { Need } from './needs.ts';
import type { Probe } from './probe.ts';

/** A check; its name is its file's name. */
export interface Check {
  readonly name: string;
  /** A section of docs/contract.md, or several, such as `contract 2.1, 5`. */
  readonly proves: string;
  /** The realms that it applies to: Linkgate realms unless given; `step`: stock realms whose flows have the step. */
  readonly realms?: 'step' | 'both';
  /** If one of them is missing, the check is skipped. */
  readonly needs?: readonly Need[];
  /** How an administrator fixes a fault, unless the fault has a better fix. */
  readonly fix: string;
  /**
   * Checks the realm; may return a noteworthy detail of a conforming realm, on one line.
   * @throws Fault that describes the deviation
   */
  readonly run: (probe: Probe) => Promise<string | undefined>;
}
