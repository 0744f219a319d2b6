/** The document on sizing says what the benchmark's report and the counted statements say. */
import { expect, test } from 'vitest';
import { writeDocument } from '../../scripts/cli/document.ts';
import { readText } from '../support/documents.ts';
import { SIZING, sizingDocument } from '../support/sizing.ts';

/** A text whose tables aren't aligned. */
function plain(text: string): string {
  return text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
}

test('sizing follows from what was measured; LINKGATE_WRITE=1 makes it anew', async () => {
  if (process.env.LINKGATE_WRITE !== undefined) await writeDocument(SIZING, sizingDocument());
  expect(plain(readText(SIZING))).toBe(plain(sizingDocument()));
});
