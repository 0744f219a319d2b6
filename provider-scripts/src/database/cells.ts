/** Cells of rows that may be null. */
import type { Cell } from './sql.ts';

/** The text of a cell; null for none. */
export function textOrNull(cell: Cell | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

/** The number in a cell; null for none. */
export function numberOrNull(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
