/** Reads a dump of a Java heap (HPROF binary format, version 1.0.2) for the strings in it. */

/** Tags of records, and of the subrecords of the heap record. */
const TEXT = 0x01;
const LOADED_CLASS = 0x02;
const HEAP: readonly number[] = [0x0c, 0x1c];
const CLASS = 0x20;
const INSTANCE = 0x21;
const OBJECT_ARRAY = 0x22;
const PRIMITIVE_ARRAY = 0x23;
/** Other subrecords at the beginning of a heap: roots, by tag, with their sizes in bytes. */
const ROOTS: Readonly<Record<number, number>> = {
  255: 8,
  1: 16,
  2: 16,
  3: 16,
  4: 12,
  5: 8,
  6: 12,
  7: 8,
  8: 16,
};
const REFERENCE = 2;
/** Sizes of values in bytes, by type. */
const SIZES: Readonly<Record<number, number>> = { 2: 8, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8 };
const HEAD_BYTES = 9;
/** The length of an array, and its element type. */
const COUNT_BYTES = 5;
const STRING_CLASS = 'java/lang/String';

/** Callbacks of the walk over the heap, with identifiers and positions in the file. */
interface Visitor {
  instance?(classId: number, fields: number): void;
  primitives?(id: number, from: number, to: number): void;
}

/** A heap dump in a file. */
export class HeapDump {
  readonly #bytes: Buffer;
  readonly #stringClass: number;
  /** The offset of a string's reference to its characters, its only reference. Classes are written before their instances. */
  #characters = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#stringClass = this.#findStringClass();
  }

  /**
   * The characters of all strings, one after the other, each after its length and type, as in the dump. Buffers that were never
   * made into a string aren't among them.
   */
  texts(): Buffer {
    const characters = new Set<number>();
    this.#walk({
      instance: (classId, fields) => {
        if (classId === this.#stringClass) characters.add(this.#id(fields + this.#characters));
      },
    });
    const parts: Buffer[] = [];
    this.#walk({
      primitives: (id, from, to) => {
        if (characters.has(id)) parts.push(this.#bytes.subarray(from - COUNT_BYTES, to));
      },
    });
    return Buffer.concat(parts);
  }

  /** Identifiers have eight bytes, and are addresses: small enough for a number. */
  #id(at: number): number {
    return this.#bytes.readUInt32BE(at) * 2 ** 32 + this.#bytes.readUInt32BE(at + 4);
  }

  *#records(): Generator<{ tag: number; from: number; to: number }> {
    // The version as a zero-terminated string, the size of identifiers, and the time.
    let at = this.#bytes.indexOf(0) + 13;
    while (at < this.#bytes.length) {
      const from = at + HEAD_BYTES;
      const to = from + this.#bytes.readUInt32BE(at + 5);
      yield { tag: this.#bytes.readUInt8(at), from, to };
      at = to;
    }
  }

  #findStringClass(): number {
    let name = -1;
    for (const { tag, from, to } of this.#records()) {
      if (tag === TEXT && this.#bytes.toString('latin1', from + 8, to) === STRING_CLASS)
        name = this.#id(from);
      if (tag === LOADED_CLASS && this.#id(from + 16) === name) return this.#id(from + 4);
    }
    throw new Error(`no ${STRING_CLASS} in this heap`);
  }

  #walk(visitor: Visitor): void {
    for (const { tag, from, to } of this.#records())
      if (HEAP.includes(tag)) for (let at = from; at < to; ) at = this.#visit(at, visitor);
  }

  /** Returns where the next one begins. */
  #visit(start: number, visitor: Visitor): number {
    const tag = this.#bytes.readUInt8(start);
    const at = start + 1;
    if (tag === INSTANCE) {
      visitor.instance?.(this.#id(at + 12), at + 24);
      return at + 24 + this.#bytes.readUInt32BE(at + 20);
    }
    if (tag === PRIMITIVE_ARRAY) {
      const to = at + 17 + this.#bytes.readUInt32BE(at + 12) * this.#sizeOf(at + 16);
      visitor.primitives?.(this.#id(at), at + 17, to);
      return to;
    }
    if (tag === OBJECT_ARRAY) return at + 24 + 8 * this.#bytes.readUInt32BE(at + 12);
    if (tag === CLASS) return this.#afterClass(at);
    const root = ROOTS[tag];
    if (root === undefined) throw new Error(`unknown in a heap: ${tag}`);
    return at + root;
  }

  #sizeOf(at: number): number {
    return SIZES[this.#bytes.readUInt8(at)] ?? 0;
  }

  #afterClass(start: number): number {
    // Its own and related identifiers, and the size of an instance.
    let at = start + 8 + 4 + 6 * 8 + 4;
    const count = () => {
      at += 2;
      return this.#bytes.readUInt16BE(at - 2);
    };
    for (let constants = count(); constants > 0; constants--) at += 3 + this.#sizeOf(at + 2);
    for (let statics = count(); statics > 0; statics--) at += 9 + this.#sizeOf(at + 8);
    const fields = count();
    if (this.#id(start) === this.#stringClass) this.#characters = this.#referenceAmong(at, fields);
    return at + 9 * fields;
  }

  #referenceAmong(start: number, fields: number): number {
    let before = 0;
    for (let at = start; at < start + 9 * fields; at += 9) {
      if (this.#bytes.readUInt8(at + 8) === REFERENCE) return before;
      before += this.#sizeOf(at + 8);
    }
    throw new Error('texts without characters');
  }
}
