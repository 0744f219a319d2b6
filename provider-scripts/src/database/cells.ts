/** Cells of rows that may be null. */

/** The text of a cell; null for none. */
export function textOrNull(cell: unknown): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

/** The number in a cell; null for none. */
export function numberOrNull(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
