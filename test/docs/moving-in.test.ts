/** The page on moving in has the tables that `add-step --replace` uses, and says what it compares with, and when. */
import { expect, test } from 'vitest';
import { isMovingInCurrent, MOVING_IN_FILE } from '../../scripts/reference/moving-in.ts';
import { readText } from '../support/documents.ts';

test('is up to date', async () => {
  expect(await isMovingInCurrent()).toBe(true);
});

test('names its source, with release, commit and date', () => {
  const text = readText(MOVING_IN_FILE).replace(/\s+/g, ' ');
  expect(text).toContain('](https://github.com/p2-inc/keycloak-magic-link)');
  expect(text).toMatch(/Compared on \d+ \w+ \d{4} with its release [\d.]+ of \d+ \w+ \d{4} \(commit `\w+`\)/);
});
