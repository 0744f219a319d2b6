/** The closed list of the conformance checks. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { CHECKS } from '../../../scripts/conformance/checks/index.ts';

describe('the list of checks', () => {
  test('has every file of its folders once, each named as its check', async () => {
    const folder = path.join(ROOT, 'scripts', 'conformance', 'checks');
    const files = (await readdir(folder, { recursive: true })).map((file) => path.basename(file));
    const checks = files.filter((file) => file.endsWith('.ts') && file !== 'index.ts');
    expect(CHECKS.map(({ name }) => `${name}.ts`).sort()).toEqual(checks.sort());
  });

  test('names a section and a fix for each', () => {
    for (const { name, proves, fix } of CHECKS) {
      expect(proves, name).toMatch(/^contract \d/);
      expect(fix.length, name).toBeGreaterThan(20);
    }
  });
});
