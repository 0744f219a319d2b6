/** The reference matches the code's declarations. */

import { expect, test } from 'vitest';
import { STEP_SETTINGS } from '../../provider-scripts/src/realm/flow/declared.ts';
import { SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';
import { isReferenceCurrent, REFERENCE_FILE } from '../../scripts/reference/document.ts';
import { npmRun } from '../support/command.ts';
import { codeIn, readText, sectionOf, tableOf } from '../support/documents.ts';

const TEXT = readText(REFERENCE_FILE);

test('is up to date', async () => {
  expect(await isReferenceCurrent()).toBe(true);
});

test('is what the command finds up to date', async () => {
  expect(await npmRun('reference', ['--check'])).toMatchObject({ code: 0, stderr: '' });
});

test('has each setting once', () => {
  const columns = [
    ['Settings of the sign-in step', 0],
    ['Attributes of realms', 0],
    ['Limits', 1],
    ['Attributes of clients', 0],
    ['Attributes of client scopes', 0],
  ] as const;
  const named = columns.flatMap(([heading, column]) =>
    tableOf(sectionOf(TEXT, heading)).flatMap((cells) => codeIn(cells[column] ?? '')),
  );
  const all = [...Object.values(SETTINGS).flat(), ...STEP_SETTINGS].map(({ name }) => name);
  expect([...new Set(named)].toSorted()).toEqual([...new Set(all)].toSorted());
});
