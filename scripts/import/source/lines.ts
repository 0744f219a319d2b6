/** Reads a file line by line; a line that is too long, or isn't UTF-8, is named and skipped. */
import { Collected } from './collected.ts';
import { type Bytes, decoded, type TextRecord, tooLong, type Unreadable } from './record.ts';

const LINE_FEED = 0x0a;

/** The lines without their ends. */
export async function* linesOf(source: Bytes): AsyncGenerator<TextRecord | Unreadable> {
  const collected = new Collected();
  let line = 1;
  const finished = (): TextRecord | Unreadable => {
    const isTooLong = collected.isTooLong;
    const bytes = collected.take();
    if (isTooLong) return tooLong(line);
    const read = decoded(line, bytes);
    return 'text' in read ? { line, text: read.text.replace(/\r$/, '') } : read;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      collected.add(chunk.subarray(from, at));
      yield finished();
      line += 1;
      from = at + 1;
    }
    collected.add(chunk.subarray(from));
  }
  if (!collected.isEmpty) yield finished();
}
