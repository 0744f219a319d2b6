/** Nullable cells of rows. */

/** The text of a cell, or null. */
export function textOrNull(cell: unknown): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

/** The number in a cell, or null. */
export function numberOrNull(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
