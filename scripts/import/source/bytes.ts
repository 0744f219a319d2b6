/** Reads a file's bytes; those of a compressed one (gzip), as some products export them, as they were before. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Failure } from '../../failure.ts';
import type { Bytes } from './record.ts';

/** How such a file begins (RFC 1952, section 2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** @throws Failure if it is compressed, and damaged or cut off */
export async function* bytesOf(file: string): Bytes {
  if (!(await isCompressed(file))) return yield* createReadStream(file);
  const gunzip = createGunzip();
  // The errors of both are thrown while it is read.
  const bytes = pipeline(createReadStream(file), gunzip, () => {});
  try {
    yield* bytes;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new Failure(`${file}: it can't be decompressed: ${(error as Error).message}`);
  }
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return bytesRead === GZIP.length && buffer.equals(GZIP);
  } finally {
    await handle.close();
  }
}
