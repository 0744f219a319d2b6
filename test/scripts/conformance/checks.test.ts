/** The closed list of the conformance checks. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { CHECKS } from '../../../scripts/conformance/checks.ts';

describe('the list of checks', () => {
  test('has every file of its folder once, each named as its check', async () => {
    const files = await readdir(path.join(ROOT, 'scripts', 'conformance', 'checks'));
    expect(CHECKS.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
  });

  test('names a section and a way to mend for each', () => {
    for (const { name, proves, mend } of CHECKS) {
      expect(proves, name).toMatch(/^contract \d/);
      expect(mend.length, name).toBeGreaterThan(20);
    }
  });
});
