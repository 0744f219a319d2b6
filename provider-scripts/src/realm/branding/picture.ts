/** Recognises a picture by its bytes, and reads its size from its header. */

/** Bytes as Java has them, signed, or as JavaScript has them. */
interface Bytes {
  readonly length: number;
  readonly [index: number]: number;
}

/** The formats that browsers and mail programs show; SVG isn't one, as it may contain scripts. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** A picture's format, and its size in pixels. */
export interface Picture {
  type: PictureType;
  width: number;
  height: number;
}

/** Recognises a picture; null for anything else, or one without pixels. */
export function readPicture(bytes: Bytes): Picture | null {
  const picture = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes) ?? readGif(bytes);
  return picture !== null && picture.width > 0 && picture.height > 0 ? picture : null;
}

const BYTE = 256;

function at(bytes: Bytes, index: number): number {
  return index < bytes.length ? (bytes[index] ?? 0) & 0xff : 0;
}

function bigEndian(bytes: Bytes, index: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * BYTE + at(bytes, index + i);
  return value;
}

function littleEndian(bytes: Bytes, index: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * BYTE + at(bytes, index + i);
  return value;
}

/** Whether ASCII characters, or the bytes of these codes, are at an index. */
function has(bytes: Bytes, index: number, text: string): boolean {
  if (index < 0 || index + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (at(bytes, index + i) !== text.charCodeAt(i)) return false;
  return true;
}

/** PNG (ISO 15948): the header is the first chunk, and IEND the last one. */
function readPng(bytes: Bytes): Picture | null {
  const END = 12;
  if (!has(bytes, 0, '\x89PNG\r\n\x1a\n') || !has(bytes, 12, 'IHDR')) return null;
  if (!has(bytes, bytes.length - END + 4, 'IEND')) return null;
  return { type: 'image/png', width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) };
}

/** GIF89a. */
function readGif(bytes: Bytes): Picture | null {
  if (!has(bytes, 0, 'GIF87a') && !has(bytes, 0, 'GIF89a')) return null;
  return { type: 'image/gif', width: littleEndian(bytes, 6, 2), height: littleEndian(bytes, 8, 2) };
}

/** WebP (RFC 9649, section 2). */
function readWebp(bytes: Bytes): Picture | null {
  if (!has(bytes, 0, 'RIFF') || !has(bytes, 8, 'WEBP')) return null;
  const type = 'image/webp';
  if (has(bytes, 12, 'VP8X'))
    return { type, width: littleEndian(bytes, 24, 3) + 1, height: littleEndian(bytes, 27, 3) + 1 };
  if (has(bytes, 12, 'VP8L') && at(bytes, 20) === 0x2f) {
    const bits = littleEndian(bytes, 21, 4);
    const SIDE = 0x4000;
    return { type, width: (bits % SIDE) + 1, height: (Math.floor(bits / SIDE) % SIDE) + 1 };
  }
  if (!has(bytes, 12, 'VP8 ') || !has(bytes, 23, '\x9d\x01\x2a')) return null;
  return { type, width: littleEndian(bytes, 26, 2) & 0x3fff, height: littleEndian(bytes, 28, 2) & 0x3fff };
}

/** JPEG (ITU-T T.81, annex B): segments up to the frame's header, which has the size. */
function readJpeg(bytes: Bytes): Picture | null {
  if (!has(bytes, 0, '\xff\xd8\xff')) return null;
  for (let index = 2; index + 9 < bytes.length; ) {
    if (at(bytes, index) !== 0xff) return null;
    const marker = at(bytes, index + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      index++;
      continue;
    }
    if (isFrame(marker))
      return {
        type: 'image/jpeg',
        height: bigEndian(bytes, index + 5, 2),
        width: bigEndian(bytes, index + 7, 2),
      };
    const length = bigEndian(bytes, index + 2, 2);
    if (length < 2) return null;
    index += 2 + length;
  }
  return null;
}

/** Start of a frame: C0 to CF, except the tables C4, C8 and CC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
