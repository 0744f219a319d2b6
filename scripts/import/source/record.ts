/** What the readers of files yield: a record of a user with its place, or why it can't be read. */

/** A record longer than this is rejected, so that memory stays bounded. */
export const MAX_RECORD_BYTES = 1_048_576;

/** A record as text. */
export interface TextRecord {
  /** Its first line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A record that can't be read; reading goes on after it. */
export interface Unreadable {
  readonly line: number;
  readonly problem: string;
}

/** A record's fields by name. */
export interface Row {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The bytes of a file in chunks. */
export type Bytes = AsyncIterable<Uint8Array>;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Decodes a record. */
export function decoded(line: number, bytes: Uint8Array): TextRecord | Unreadable {
  try {
    return { line, text: decoder.decode(bytes) };
  } catch {
    return { line, problem: "it isn't UTF-8: save the file in that encoding" };
  }
}

export function tooLong(line: number): Unreadable {
  return { line, problem: `it is longer than ${MAX_RECORD_BYTES.toLocaleString('en')} bytes` };
}
