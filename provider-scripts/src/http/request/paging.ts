/** Paging of long lists: request and response. */
import { type FieldProblem, fieldProblem } from '../../platform/errors/problem.ts';
import { isWhole } from './json-object.ts';

/** The maximum page size. */
const MAX_ROWS = 100;
const DEFAULT_ROWS = 20;
/** The maximum offset; to find rows further down, callers search. */
const MAX_FIRST = 10_000;

/** `max` rows after the first `first`. */
export interface Page {
  first: number;
  max: number;
}

/** Parses the parameters `first` and `max`: returns the page, or their problems. */
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

/** How many rows to select: one more than requested, to see whether there is a next page. */
export function rowsToSelect({ max }: Page): number {
  return max + 1;
}

/** The rows without the extra one, and the offset of the next page; null on the last. */
export function pageOfRows<T>({ first, max }: Page, found: readonly T[]): { rows: T[]; next: number | null } {
  return { rows: found.slice(0, max), next: found.length > max ? first + max : null };
}
