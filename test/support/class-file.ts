/** Reads the texts in a class file's constants: its names, types and strings (JVM specification, section 4.4). */

const UTF8 = 1;
/** The bytes after the tag of each kind of constant but texts. */
const SIZES: Readonly<Record<number, number>> = {
  ...{ 3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4 },
  ...{ 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2 },
};
/** `long` and `double` count as two constants. */
const WIDE = [5, 6];
const COUNT_AT = 8;

/** All of them, sorted, without duplicates. */
export function namesInClass(content: Buffer): string[] {
  const names = new Set<string>();
  const count = content.readUInt16BE(COUNT_AT);
  let at = COUNT_AT + 2;
  for (let index = 1; index < count; index++) {
    const tag = content.readUInt8(at);
    const size = tag === UTF8 ? 2 + content.readUInt16BE(at + 1) : SIZES[tag];
    if (size === undefined) throw new Error(`a constant of the kind ${tag}`);
    if (tag === UTF8) names.add(content.toString('latin1', at + 3, at + 1 + size));
    if (WIDE.includes(tag)) index++;
    at += 1 + size;
  }
  return [...names].sort();
}
