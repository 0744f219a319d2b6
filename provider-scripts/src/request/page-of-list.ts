/** Which part of a long list is asked for, and how it is answered. */
import { type FieldProblem, fieldProblem } from '../errors/problem.ts';
import { isWhole } from './whole-number.ts';

/** The longest part. */
const MAX_ROWS = 100;
const DEFAULT_ROWS = 20;
/** Whoever looks for something further down searches. */
const MAX_FIRST = 10_000;

/** So many rows, after so many others. */
export interface Page {
  first: number;
  max: number;
}

/** The page that the parameters `first` and `max` name, or what is wrong with them. */
export function readPage(
  value: (name: string) => string | null,
): { page: Page } | { details: FieldProblem[] } {
  const first = Number(value('first') ?? 0);
  const max = Number(value('max') ?? DEFAULT_ROWS);
  const details: FieldProblem[] = [];
  if (!isWhole(first, 0, MAX_FIRST))
    details.push(fieldProblem('first', 'not_a_whole_number', { min: 0, max: MAX_FIRST }));
  if (!isWhole(max, 1, MAX_ROWS))
    details.push(fieldProblem('max', 'not_a_whole_number', { min: 1, max: MAX_ROWS }));
  return details.length > 0 ? { details } : { page: { first, max } };
}

/** How many rows to look for: one more than requested shows that there are others. */
export function rowsToFind({ max }: Page): number {
  return max + 1;
}

/** The rows that were found without that one, and where the next part begins; null at the end. */
export function onePage<T>({ first, max }: Page, found: readonly T[]): { rows: T[]; next: number | null } {
  return { rows: found.slice(0, max), next: found.length > max ? first + max : null };
}
