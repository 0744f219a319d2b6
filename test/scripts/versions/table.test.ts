/** The table of tested versions in README.md. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { TESTED_VERSIONS } from '../../../scripts/server/version.ts';
import { withVersionsTable } from '../../../scripts/versions/table.ts';

const COUNTS = TESTED_VERSIONS.map((version) => ({ version, passed: 321, failed: 0 }));

describe('the table of versions', () => {
  test('replaces the one before, and nothing else', async () => {
    const before = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const once = withVersionsTable(before, COUNTS, 'abc1234');
    expect(withVersionsTable(once, COUNTS, 'abc1234')).toBe(once);
    const others = (text: string) => text.split('\n').filter((line) => !line.startsWith('| '));
    expect(others(once)).toEqual(others(before));
    for (const { version } of COUNTS)
      expect(once).toMatch(new RegExp(`^\\| ${version} +\\| 321 +\\| 0 `, 'm'));
  });

  test('of README has every tested version, without a failure', async () => {
    const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| (26[\d.]+) +\| (\d+) +\| (\d+) +\|/gm)];
    expect(rows.map(([, version]) => version)).toEqual([...TESTED_VERSIONS]);
    for (const [, , passed, failed] of rows) expect([Number(passed) > 0, failed]).toEqual([true, '0']);
  });

  test('needs a place in the document', () => {
    expect(() => withVersionsTable('# Nothing', COUNTS, 'abc1234')).toThrow('no line');
  });
});
