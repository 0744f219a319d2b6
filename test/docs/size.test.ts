/** How much there is to read: Markdown written by hand stays within a bound, so that a new text takes the place of an old one. */
import { expect, test } from 'vitest';
import { textFiles } from '../support/documents.ts';

/** Lower it when documents get shorter; what a feature says belongs on its one page. */
const MAX_KILOBYTES = 334;

/** Documents that commands and tests write. */
const MADE = /^test\/|^docs\/(?:reference|performance|proof|mail-scanners)\.md$/;

/** Parts of other documents that commands write. */
const BLOCKS = /<!-- Made by [^>]*-->[\s\S]*?<!-- Until here\. -->/g;

test('Markdown written by hand stays within its bound', () => {
  const written = textFiles().filter(({ name }) => name.endsWith('.md') && !MADE.test(name));
  const bytes = written.reduce((sum, { text }) => sum + Buffer.byteLength(text.replace(BLOCKS, '')), 0);
  expect(written.length).toBeGreaterThan(50);
  expect(bytes / 1000).toBeLessThanOrEqual(MAX_KILOBYTES);
});
