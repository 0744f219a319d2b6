/** Pictures by their bytes. */
import { expect, test } from 'vitest';
import { readPicture } from '../../../../provider-scripts/src/realm/branding/picture.ts';

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const ascii = (text: string) => text.split('').map((one) => one.charCodeAt(0));
const png = (width: number[], height: number[]) => [
  ...PNG_START,
  ...width,
  ...height,
  8,
  6,
  0,
  0,
  0,
  ...PNG_END,
];
const RIFF = [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP')];
const ZEROS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

test.each<[string, number[], object]>([
  ['PNG', png([0, 0, 1, 0], [0, 0, 0, 64]), { type: 'image/png', width: 256, height: 64 }],
  ['GIF', [...ascii('GIF89a'), 0, 1, 64, 0, ...ZEROS], { type: 'image/gif', width: 256, height: 64 }],
  [
    'JPEG after another segment and a fill byte',
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 64, 1, 0, ...ZEROS],
    { type: 'image/jpeg', width: 256, height: 64 },
  ],
  [
    'lossy WebP',
    [...RIFF, ...ascii('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0, 1, 64, 0],
    { type: 'image/webp', width: 256, height: 64 },
  ],
  [
    'lossless WebP',
    [...RIFF, ...ascii('VP8L'), 0, 0, 0, 0, 0x2f, 0xff, 0xc0, 0x0f, 0x00, 0],
    { type: 'image/webp', width: 256, height: 64 },
  ],
  [
    'extended WebP',
    [...RIFF, ...ascii('VP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 63, 0, 0],
    { type: 'image/webp', width: 256, height: 64 },
  ],
])('reads the size of a %s', (_, bytes, picture) => {
  expect(readPicture(bytes)).toEqual(picture);
  // As Java has bytes.
  expect(readPicture(bytes.map((byte) => (byte > 127 ? byte - 256 : byte)))).toEqual(picture);
});

test.each<[string, number[]]>([
  ['nothing', []],
  ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PNG without its end', png([0, 0, 1, 0], [0, 0, 0, 64]).slice(0, -1)],
  ['a PNG without pixels', png([0, 0, 0, 0], [0, 0, 0, 64])],
  ['a JPEG without a frame', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9, ...ZEROS]],
  ['a JPEG with a segment of no length', [0xff, 0xd8, 0xff, 0xe0, 0, 0, ...ZEROS]],
  ['a RIFF file that isn’t WebP', [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WAVE'), ...ZEROS, ...ZEROS]],
])('rejects %s', (_, bytes) => {
  expect(readPicture(bytes)).toBeNull();
});
