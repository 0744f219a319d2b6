/** Decides whether a goal is met. */
import { type Goal, type RowName, rowOf, type Sizes } from './rows.ts';
import { median, SPREAD_LIMIT, spread } from './statistics.ts';

export type Verdict = 'met' | 'not met' | 'stated' | 'rounds differ too much' | 'run too small';

/** The verdict on a row's figures, given the sizes of the run. */
export function verdictOn(row: RowName, rounds: readonly number[], sizes: Sizes): Verdict {
  const { goal, needs } = rowOf(row);
  if (Object.entries(needs).some(([name, min]) => !((sizes[name] ?? 0) >= min))) return 'run too small';
  const bound = goal === undefined ? 0 : boundOf(goal);
  // Negated, so that NaN never meets a goal.
  if (!(spread(rounds, bound) <= SPREAD_LIMIT)) return 'rounds differ too much';
  if (goal === undefined) return 'stated';
  const value = median(rounds);
  return ('atMost' in goal ? value <= bound : value >= bound) ? 'met' : 'not met';
}

/** The goal as text, such as `≤ 3.5`. */
export function goalText(row: RowName): string {
  const { goal, unit } = rowOf(row);
  if (goal === undefined) return 'stated';
  const sign = 'atMost' in goal ? '≤' : '≥';
  return `${sign} ${boundOf(goal)}${unit && ` ${unit}`}`;
}

function boundOf(goal: Goal): number {
  return 'atMost' in goal ? goal.atMost : goal.atLeast;
}
