/**
 * Cuts the objects out of a JSON list, which may be in an object (`{"users": […]}`), while the file is read. A streaming parser would stop at
 * the first mistake; here each object is parsed by itself, and what follows a broken one is still read.
 */
import { Collected } from './collected.ts';
import { type Bytes, decoded, type TextRecord, tooLong, type Unreadable } from './record.ts';

const [QUOTE, BACKSLASH, LINE_FEED] = [0x22, 0x5c, 0x0a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const [COMMA, COLON] = [0x2c, 0x3a];
const SPACES: readonly number[] = [0x20, 0x09, 0x0d];

/** The longest name of a list that is looked for. */
const MAX_NAME_BYTES = 64;

/** Where an object of the list began. */
interface Begun {
  readonly line: number;
  /** How far its line is indented; null if something stands before it. */
  readonly indent: number | null;
  /** How far the first line within it is indented. */
  inner: number | null;
}

/** The objects of the list; `names` are the names that it may have in an object around it. */
export async function* objectsOf(
  source: Bytes,
  names: readonly string[],
): AsyncGenerator<TextRecord | Unreadable> {
  const collected = new Collected();
  let [line, depth, indent] = [1, 0, 0];
  let [isLineStart, inString, isEscaped, isListFound] = [true, false, false, false];
  /** The depth within the list; 0 outside of it. */
  let listDepth = 0;
  let begun: Begun | null = null;
  let name: number[] = [];
  /** Whether something other than an object was found in the list since the last comma. */
  let isOther = false;

  const finished = ({ line }: Begun): TextRecord | Unreadable => {
    const isTooLong = collected.isTooLong;
    const bytes = collected.take();
    return isTooLong ? tooLong(line) : decoded(line, bytes);
  };

  for await (const chunk of source) {
    /** Where the part of the present object begins in this chunk. */
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === LINE_FEED) {
        // A string has no line breaks: a missing quote spoils no other line.
        [line, indent, isLineStart, inString, isEscaped] = [line + 1, 0, true, false, false];
        continue;
      }
      if (isLineStart && SPACES.includes(byte)) {
        indent += 1;
        continue;
      }
      const isFirst = isLineStart;
      isLineStart = false;
      if (begun !== null && isFirst) {
        if (isNextObject(begun, byte, indent)) {
          collected.add(chunk.subarray(from, at));
          yield finished(begun);
          [begun, depth] = [null, listDepth];
        } else begun.inner ??= indent;
      }
      if (inString) {
        if (depth === 1 && name.length < MAX_NAME_BYTES && byte !== QUOTE) name.push(byte);
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      const inList = listDepth > 0 && depth === listDepth;
      if (byte === QUOTE) {
        [inString, name] = [true, []];
        if (inList) isOther = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (inList && byte === OPEN_OBJECT) {
          [begun, from] = [{ line, indent: isFirst ? indent : null, inner: null }, at];
        } else if (inList) isOther = true;
        depth += 1;
        const isNamed = depth === 2 && names.includes(Buffer.from(name).toString());
        if (listDepth === 0 && byte === OPEN_LIST && (depth === 1 || isNamed))
          [listDepth, isListFound] = [depth, true];
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (inList && isOther) yield notAnObject(line);
        if (inList) [listDepth, isOther] = [0, false];
        depth = Math.max(0, depth - 1);
        if (begun !== null && depth === listDepth) {
          collected.add(chunk.subarray(from, at + 1));
          yield finished(begun);
          begun = null;
        }
      } else if (inList && byte === COMMA) {
        if (isOther) yield notAnObject(line);
        isOther = false;
      } else if (inList && byte !== COLON && !SPACES.includes(byte)) isOther = true;
    }
    if (begun !== null) collected.add(chunk.subarray(from));
  }
  if (begun !== null) yield { line: begun.line, problem: 'it begins here and never ends' };
  else if (!isListFound) yield { line: 1, problem: `there is no list of users (${names.join(', ')})` };
  else if (depth > 0) yield { line, problem: 'the file ends within the list: is it complete?' };
}

/** Whether an object begins where one of the list does, though the former one hasn't ended: a brace is missing there. */
function isNextObject({ indent: begun, inner }: Begun, byte: number, indent: number): boolean {
  return byte === OPEN_OBJECT && begun !== null && indent === begun && (inner === null || inner > begun);
}

function notAnObject(line: number): Unreadable {
  return { line, problem: 'there is something other than an object in the list' };
}
