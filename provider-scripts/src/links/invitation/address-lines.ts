/** Lines of addresses as mail programs copy them: `Ada <ada@example.com>, bob@example.com; "Byron, Lord" <lord@example.com>`. */

import { afterLineEnd, endOfLine, MAX_LINE_LENGTH, spend, type Work } from './work.ts';

/** A line of a list that is such a line: its number, from 1, and its mailboxes. */
interface AddressLine {
  line: number;
  mailboxes: string[];
}

/**
 * Takes such lines from a list; they stay as empty lines, so that the others keep their numbers.
 *
 * @param max the number of mailboxes after which the rest stays as it is
 * @returns null if that would cost too much
 */
export function takeAddressLines(
  text: string,
  max: number,
  work: Work,
): { taken: AddressLine[]; rest: string } | null {
  const taken: AddressLine[] = [];
  const rest: string[] = [];
  let found = 0;
  let line = 1;
  for (let at = 0; at <= text.length && found <= max; line++) {
    const end = endOfLine(text, at);
    const given = text.slice(at, end);
    // One that is too long is rejected as a record.
    const mailboxes = given.length > MAX_LINE_LENGTH ? null : mailboxesOf(given, work);
    if (!spend(work)) return null;
    if (mailboxes !== null) {
      taken.push({ line, mailboxes });
      found += mailboxes.length;
    }
    rest.push(mailboxes === null ? given : '');
    at = afterLineEnd(text, end);
  }
  return { taken, rest: rest.join('\n') };
}

/** The mailboxes of a line, whose first two, or the only one, have an address; null for any other line, or if a quote isn't closed. */
function mailboxesOf(line: string, work: Work): string[] | null {
  if (!line.includes('@') || line.split('"').length % 2 === 0) return null;
  const semicolons = split(line, ';', work);
  const mailboxes = semicolons.length > 1 ? semicolons : joinNames(split(line, ',', work));
  const [first = '', second = ''] = mailboxes;
  const hasAddresses = first.includes('@') && (mailboxes.length === 1 || second.includes('@'));
  return hasAddresses ? mailboxes : null;
}

/** Splits at a separator outside of quotes and angle brackets, without empty parts. */
function split(line: string, separator: ',' | ';', work: Work): string[] {
  const parts: string[] = [];
  const special = separator === ',' ? /["<>,]/g : /["<>;]/g;
  let start = 0;
  let isQuoted = false;
  let isAngle = false;
  for (let found = special.exec(line); found !== null && spend(work); found = special.exec(line)) {
    const [character] = found;
    if (character === '"') isQuoted = !isQuoted;
    else if (character !== separator) isAngle = isQuoted ? isAngle : character === '<';
    else if (!isQuoted && !isAngle) {
      parts.push(line.slice(start, found.index).trim());
      start = found.index + 1;
    }
  }
  parts.push(line.slice(start).trim());
  return parts.filter((one) => one !== '');
}

/** Joins the parts of `Lovelace, Ada <ada@example.com>` again. */
function joinNames(parts: readonly string[]): string[] {
  const joined: string[] = [];
  let names: string[] = [];
  for (const part of parts) {
    names.push(part);
    if (!part.includes('@')) continue;
    if (part.endsWith('>')) joined.push(names.join(', '));
    else joined.push(...names);
    names = [];
  }
  return [...joined, ...names];
}
