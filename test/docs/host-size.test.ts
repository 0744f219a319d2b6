/** The host stays thin: what it may grow to is decided (docs/decisions/runtime.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const HOST = join(import.meta.dirname, '../../provider-scripts/host/src/main/java/org/linkgate/host');
const MOST_LINES = 1100;
/** An empty line, a comment's, an import or the package. */
const NO_CODE = /^\s*($|\/\/|\/?\*|import |package )/;

test('the host has fewer lines of code than was decided', () => {
  const lines = readdirSync(HOST).flatMap((file) => readFileSync(join(HOST, file), 'utf8').split('\n'));
  expect(lines.filter((line) => !NO_CODE.test(line)).length).toBeLessThan(MOST_LINES);
});
