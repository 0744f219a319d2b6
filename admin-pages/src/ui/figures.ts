/** How many lines of a list are in which state; lines that are no longer stored are in none. */
export function figuresOf(
  counts: Readonly<Record<string, number>>,
  lines: number,
): { states: [state: string, count: number][]; gone: number } {
  const states = Object.entries(counts).filter(([, count]) => count > 0);
  return { states, gone: states.reduce((rest, [, count]) => rest - count, lines) };
}
