/** Lines of addresses as mail programs copy them: `Ada <ada@example.com>, bob@example.com; "Byron, Lord" <lord@example.com>`. */

/** A line of a list that is such a line: its number, from 1, and its mailboxes. */
interface AddressLine {
  line: number;
  mailboxes: string[];
}

/** Takes such lines from a list; they stay as empty lines, so that the others keep their numbers. */
export function takeAddressLines(text: string): { taken: AddressLine[]; rest: string } {
  const taken: AddressLine[] = [];
  const rest = text.split(/\r\n|\r|\n/).map((line, index) => {
    const mailboxes = mailboxesOf(line);
    if (mailboxes === null) return line;
    taken.push({ line: index + 1, mailboxes });
    return '';
  });
  return { taken, rest: rest.join('\n') };
}

/** The mailboxes of a line, whose first two, or the only one, have an address; null for any other line, or if a quote isn't closed. */
function mailboxesOf(line: string): string[] | null {
  if (line.split('"').length % 2 === 0) return null;
  const semicolons = split(line, ';');
  const mailboxes = semicolons.length > 1 ? semicolons : joinNames(split(line, ','));
  const [first = '', second = ''] = mailboxes;
  const hasAddresses = first.includes('@') && (mailboxes.length === 1 || second.includes('@'));
  return hasAddresses ? mailboxes : null;
}

/** Splits at a separator outside of quotes and angle brackets, without empty parts. */
function split(line: string, separator: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  let isAngle = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '<' || character === '>')) isAngle = character === '<';
    if (character === separator && !isQuoted && !isAngle) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  parts.push(part.trim());
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
