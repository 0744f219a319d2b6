/**
 * How much reading a list may cost: an engine that interprets its scripts takes microseconds for each step. Whatever isn't a step is done by
 * functions of the engine itself, in time that is linear in the length of a line.
 */

/** The steps that are left: each line, and within one each field in quotes and each separator of addresses. */
export interface Work {
  steps: number;
}

/** Fields of the largest list that address books write. */
export const MAX_STEPS = 300_000;

/** The longest line, in characters: one may have many addresses. */
export const MAX_LINE_LENGTH = 65_536;

/** Counts steps; false if none is left. */
export function spend(work: Work, steps = 1): boolean {
  work.steps -= steps;
  return work.steps >= 0;
}

/** The end of the line that begins at a position: that of the text if no line end follows. */
export function endOfLine(text: string, start: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

/** Where the next line begins. */
export function afterLineEnd(text: string, end: number): number {
  return text.charAt(end) === '\r' && text.charAt(end + 1) === '\n' ? end + 2 : end + 1;
}
