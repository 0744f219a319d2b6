/** The parts of `npm run test:all`, and the record of what passed. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { PARTS } from '../../../scripts/test/parts.ts';
import { type Outcome, parseOutcomes, withOutcomes } from '../../../scripts/test/proof.ts';
import { readText, sectionOf } from '../../support/documents.ts';

const NAMES = PARTS.map(({ name }) => name);
const PASSED: Outcome = {
  part: 'nodes',
  result: '120 passed, 0 failed',
  passed: true,
  commit: 'abc1234',
  date: '2026-11-25',
  minutes: 14,
};
const EMPTY = 'Before.\n\n<!-- Made by `npm run test:all`. -->\n<!-- Until here. -->\n\nAfter.\n';
const FAILED: Outcome = { ...PASSED, part: 'clients', result: '12 passed, 1 failed', passed: false };

describe('the parts', () => {
  test('run every folder of test/all', () => {
    const folders = readdirSync(path.join(ROOT, 'test', 'all'));
    expect(folders.length).toBeGreaterThan(5);
    expect(NAMES).toEqual(expect.arrayContaining(folders));
  });

  test('of the second tier are in docs/testing.md, each with tests of the first tier', () => {
    const section = sectionOf(readText('docs/testing.md'), 'Parts of the second tier');
    const described = [...section.matchAll(/^- `([a-z-]+)`: [^`]+; /gm)].map(([, name]) => name);
    expect(described).toEqual(NAMES.filter((name) => name !== 'check' && name !== 'test'));
  });
});

describe('the record', () => {
  test('shows each part’s outcome, or that it was not run', () => {
    const document = withOutcomes(EMPTY, [PASSED, FAILED]);
    expect(document).toMatch(/^\| nodes \|.*\| 120 passed, 0 failed \| abc1234 \| 2026-11-25 \| 14 \|$/m);
    expect(document).toMatch(/^\| clients \|.*\| \*\*failed\*\*: 12 passed, 1 failed \|/m);
    expect(document).toMatch(/^Before\.\n[\s\S]*\nAfter\.\n$/);
    expect(document).toMatch(/^\| soak \|.*\| not run \|/m);
  });

  test('is read back as it was written', () => {
    expect(parseOutcomes(withOutcomes(EMPTY, [FAILED, PASSED]))).toEqual([PASSED, FAILED].sort(inOrder));
  });

  test('drops parts that no longer exist', () => {
    expect(parseOutcomes('| gone | x | passed | abc | 2026-11-25 | 1 |')).toEqual([]);
  });
});

function inOrder(one: Outcome, other: Outcome): number {
  return NAMES.indexOf(one.part) - NAMES.indexOf(other.part);
}
