/** What an action would do in a realm, and what it did; an action that only reads has an outcome at once. */

import { printResult, printRun, type RunOptions } from '../cli/output.ts';
import type { Change } from './change.ts';
import { changesText } from './diff-text.ts';

/** A result: for machines, and for users. */
export interface Outcome {
  readonly result: object;
  readonly text: string;
}

/** What an action would change. */
interface Preview {
  /** Empty if everything already is as the action makes it. */
  readonly changes: readonly Change[];
  /** What else an administrator should know before. */
  readonly notes?: readonly string[];
}

/** An action that changes something: what it would change, found by reading only, and how it is done. */
export interface Plan {
  readonly preview: () => Promise<Preview>;
  readonly apply: () => Promise<Outcome>;
}

/** Prints an outcome. Carries a plan out if the run applies it, otherwise shows what it would change. */
export async function carryOut(action: Outcome | Plan, options: RunOptions): Promise<void> {
  if (!('apply' in action)) return printResult(options.json, action.result, action.text);
  if (options.apply) {
    const outcome = await action.apply();
    return printRun(options, { ...outcome, changes: 0 });
  }
  const { changes, notes = [] } = await action.preview();
  printRun(options, {
    result: { changes, notes },
    text: [changesText(changes, false), ...notes].join('\n'),
    changes: changes.length,
  });
}
