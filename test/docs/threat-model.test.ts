/** Each threat in docs/threat-model.md names existing tests of its defence. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { readText } from '../support/documents.ts';

const TEXT = readText('docs/threat-model.md').split('## Where a right is checked again')[0] ?? '';
const THREATS = TEXT.split(/^- (?=\*\*)/m)
  .slice(1)
  .map((threat) => ({
    name: /^\*\*(.*?)\*\*/s.exec(threat)?.[1] ?? threat,
    tests: [...(/Tests?:\s(.*)/s.exec(threat)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, file = '']) => file,
    ),
  }));

test.each(THREATS)('“$name” names tests that exist', ({ tests }) => {
  expect(tests).not.toEqual([]);
  const found = (file: string) =>
    [file, path.join('test', 'integration', file)].some((name) => existsSync(path.join(ROOT, name)));
  expect(tests.filter((file) => !found(file))).toEqual([]);
});
