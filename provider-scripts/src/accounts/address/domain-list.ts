/** Reads a list of disposable domains as it was fetched: a domain a line; empty lines and comments don't count. */
import { type Finding, finding } from '../../platform/errors/finding.ts';

/** A normalised entry, or why there is none. */
export type ReadEntry = { entry: string } | { wrong: 'entry_invalid' | 'entry_public_suffix' };

/** The most domains of a list of disposable ones. */
export const MAX_DISPOSABLE = 100_000;

/** The most lines that are read, comments included. */
const MAX_LINES = 2 * MAX_DISPOSABLE;

/** One of this many lines with domains may be none: lists of others have slips, but a page of a web site is no list. */
const DOMAINS_PER_SLIP = 100;

/** The domains of a text, sorted and without repetitions; or why it is no such list. */
export function readDomainList(
  text: string,
  address: string,
  readLine: (line: string) => ReadEntry,
): { domains: string[] } | { wrong: Finding } {
  const domains: string[] = [];
  const slips: number[] = [];
  let lines = 0;
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    const line = text.slice(from, end).trim();
    from = end + 1;
    lines += 1;
    if (lines > MAX_LINES || domains.length > MAX_DISPOSABLE)
      return { wrong: finding('domain-list-large', { address, max: MAX_DISPOSABLE }) };
    if (line === '' || /^(?:#|\/\/)/.test(line)) continue;
    const read = readLine(line);
    if ('entry' in read) domains.push(read.entry);
    else slips.push(lines);
    // A text of another kind isn't read to its end.
    if (slips.length > MAX_DISPOSABLE / DOMAINS_PER_SLIP) break;
  }
  const [first] = slips;
  if (first !== undefined && slips.length * DOMAINS_PER_SLIP > domains.length)
    return { wrong: finding('domain-list-malformed', { address, line: first }) };
  if (domains.length === 0) return { wrong: finding('domain-list-empty', { address }) };
  domains.sort();
  return { domains: domains.filter((domain, index) => domain !== domains[index - 1]) };
}
