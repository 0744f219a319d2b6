/** The document on sizing matches the benchmark's report and the counted statements. */
import { expect, test } from 'vitest';
import { writeDocument } from '../../scripts/cli/document.ts';
import { readText } from '../support/documents.ts';
import { SIZING, sizingDocument } from '../support/sizing.ts';

test('sizing follows from the measurements; LINKGATE_WRITE=1 rewrites it', async () => {
  if (process.env.LINKGATE_WRITE !== undefined) await writeDocument(SIZING, sizingDocument());
  expect(readText(SIZING)).toBe(sizingDocument());
});
