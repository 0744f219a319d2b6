/** Collects the bytes of one record from the chunks of a file, up to the longest record. */
import { MAX_RECORD_BYTES } from './record.ts';

/** The parts of a record that was begun. */
export class Collected {
  #parts: Uint8Array[] = [];
  #length = 0;

  /** Adds bytes; those of a record that is too long aren't kept. */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.isTooLong) this.#parts = [];
    else this.#parts.push(bytes.slice());
  }

  get isTooLong(): boolean {
    return this.#length > MAX_RECORD_BYTES;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Returns the bytes, and begins anew. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }
}
