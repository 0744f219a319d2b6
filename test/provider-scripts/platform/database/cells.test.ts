/** Cells of rows that may be null. */
import { expect, test } from 'vitest';
import { numberOrNull, textOrNull } from '../../../../provider-scripts/src/platform/database/cells.ts';

test.each([
  [null, null, null],
  [undefined, null, null],
  ['7', '7', 7],
  ['', '', 0],
])('%j is the text %j and the number %j', (cell, text, number) => {
  expect([textOrNull(cell), numberOrNull(cell)]).toEqual([text, number]);
});
