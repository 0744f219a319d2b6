/** A list as it is typed, an entry a line. */

/** The entries, and the number of each one's line; empty lines don't count. */
export interface Lines {
  entries: string[];
  numbers: number[];
}

export function linesOf(text: string): Lines {
  const found: Lines = { entries: [], numbers: [] };
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '') return;
    found.entries.push(line.trim());
    found.numbers.push(index + 1);
  });
  return found;
}

/** The list and the number of the line that a field of a response is about, such as `denied[3]`; null for another field. */
export function lineOf(field: string, lists: Readonly<Record<string, Lines>>) {
  const [, list = '', index = ''] = /^(\w+)\[(\d+)\]$/.exec(field) ?? [];
  const number = lists[list]?.numbers[Number(index)];
  return number === undefined ? null : { list, number };
}
