/** A moving picture of two devices side by side, each a page of the running product. */
import gifenc from 'gifenc';
import type { Page } from 'playwright-core';

const [WIDTH, HEIGHT] = [760, 452];
/** Enough for text in few colours; each frame has its own. */
const COLORS = 64;

/** What a device shows: a page, or nothing yet. */
export interface Device {
  label: string;
  page: Page | undefined;
}

/** Draws the frame in the page that it is evaluated in; returns its pixels in Base64. */
const DRAW = `async ({ width, height, caption, devices }) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  context.fillStyle = '#eef1f4';
  context.fillRect(0, 0, width, height);
  context.textAlign = 'center';
  context.fillStyle = '#1f2933';
  context.font = '600 17px sans-serif';
  context.fillText(caption, width / 2, height - 16);
  for (const { label, picture, at } of devices) {
    context.fillStyle = '#52606d';
    context.font = '13px sans-serif';
    context.fillText(label, at.x + at.width / 2, 20);
    context.fillStyle = '#323f4b';
    context.beginPath();
    context.roundRect(at.x - 7, at.y - 7, at.width + 14, at.height + 14, 9);
    context.fill();
    if (picture === undefined) continue;
    const image = new Image();
    image.src = 'data:image/png;base64,' + picture;
    await image.decode();
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, at.x, at.y, at.width, at.height);
  }
  const { data } = context.getImageData(0, 0, width, height);
  let bytes = '';
  for (let i = 0; i < data.length; i += 8192) bytes += String.fromCharCode(...data.subarray(i, i + 8192));
  return btoa(bytes);
}`;

/** Where the left device, in the ratio of `LEFT_VIEWPORT`, and the right one are. */
const PLACES = [
  { x: 20, y: 36, width: 484, height: 362 },
  { x: 538, y: 36, width: 202, height: 362 },
] as const;

export const LEFT_VIEWPORT = { width: 660, height: 494 };
export const RIGHT_VIEWPORT = { width: 375, height: 672 };

/** Collects the frames, and encodes them as a GIF. */
export class Film {
  readonly #stage: Page;
  readonly #gif = gifenc.GIFEncoder();

  /** @param stage an empty page, in which frames are drawn */
  constructor(stage: Page) {
    this.#stage = stage;
  }

  /** Adds a frame, which stays for some seconds. */
  async frame(seconds: number, caption: string, left: Device, right: Device): Promise<void> {
    const devices = await Promise.all(
      [left, right].map(async ({ label, page }, index) => ({
        label,
        at: PLACES[index],
        picture: (await page?.screenshot({ animations: 'disabled', caret: 'hide' }))?.toString('base64'),
      })),
    );
    const drawn = await this.#stage.evaluate(
      `(${DRAW})(${JSON.stringify({ width: WIDTH, height: HEIGHT, caption, devices })})`,
    );
    const pixels = new Uint8Array(Buffer.from(String(drawn), 'base64'));
    const palette = gifenc.quantize(pixels, COLORS);
    const index = gifenc.applyPalette(pixels, palette);
    this.#gif.writeFrame(index, WIDTH, HEIGHT, { palette, delay: seconds * 1000 });
  }

  /** The whole, which repeats. */
  bytes(): Uint8Array {
    this.#gif.finish();
    return this.#gif.bytes();
  }
}
