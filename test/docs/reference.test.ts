/** The reference matches the code's declarations. */
import { expect, test } from 'vitest';
import { isReferenceCurrent, REFERENCE_FILE } from '../../scripts/reference/document.ts';
import { LINKGATE_ATTRIBUTES } from '../../scripts/seed/linkgate-attributes.ts';
import { npmRun } from '../support/command.ts';
import { codeIn, readText, sectionOf, tableOf } from '../support/documents.ts';

const TEXT = readText(REFERENCE_FILE);

test('is up to date', async () => {
  expect(await isReferenceCurrent()).toBe(true);
});

test('is what the command finds up to date', async () => {
  expect(await npmRun('reference', ['--check'])).toMatchObject({ code: 0, stderr: '' });
});

test('has all attributes of realms and clients', () => {
  const columns = [
    ['Settings of the sign-in step', 3],
    ['Attributes of realms and clients', 0],
    ['Rate limits', 1],
  ] as const;
  const named = columns.flatMap(([heading, column]) =>
    tableOf(sectionOf(TEXT, heading)).flatMap((cells) => codeIn(cells[column] ?? '')),
  );
  expect(named.toSorted()).toEqual([...LINKGATE_ATTRIBUTES].toSorted());
});
