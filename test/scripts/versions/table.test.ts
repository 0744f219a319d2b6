/** The table of tested versions in docs/proof.md. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { TESTED_VERSIONS } from '../../../scripts/server/version.ts';
import { unnamedVersion, withVersionsTable } from '../../../scripts/versions/table.ts';

const COUNTS = TESTED_VERSIONS.map((version) => ({ version, passed: 321, failed: 0 }));
const EMPTY =
  '<!-- Made by `node scripts/run.mjs test-versions.ts --write`. -->\n<!-- Until here. -->\n\nEnd.\n';
const ALL = withVersionsTable(EMPTY, TESTED_VERSIONS, COUNTS, 'abc1234');

describe('the table of versions', () => {
  test('has a row for each version', () => {
    expect(ALL.split('\n').slice(2)).toEqual([
      '| Keycloak | passed | failed | at |',
      '| --- | --- | --- | --- |',
      ...TESTED_VERSIONS.map((version) => `| ${version} | 321 | 0 | abc1234 |`),
      '',
      '<!-- Until here. -->',
      '',
      'End.',
      '',
    ]);
    expect(withVersionsTable(ALL, TESTED_VERSIONS, COUNTS, 'abc1234')).toBe(ALL);
  });

  test('keeps the rows of versions that were not run', () => {
    const [version] = TESTED_VERSIONS;
    const again = withVersionsTable(ALL, TESTED_VERSIONS, [{ version, passed: 5, failed: 6 }], 'def5678');
    const changed = again.split('\n').filter((line) => !ALL.includes(line));
    expect(changed).toEqual([`| ${version} | 5 | 6 | def5678 |`]);
  });

  test('in docs/proof.md has every tested version, without a failure', async () => {
    const page = await readFile(path.join(ROOT, 'docs', 'proof.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (26[\d.]+) +\| (\d+) +\| (\d+) +\|/gm)];
    expect(rows.map(([, version]) => version)).toEqual([...TESTED_VERSIONS]);
    for (const [, , passed, failed] of rows) expect([Number(passed) > 0, failed]).toEqual([true, '0']);
  });

  test('needs a place in the document', () => {
    expect(() => withVersionsTable('# Nothing', TESTED_VERSIONS, COUNTS, 'abc1234')).toThrow('no block');
  });
});

describe('a release', () => {
  test.each(['26.8.2 is the newest.', '26.8.2', '| 26.8.2 | 1 | 0 | abc |'])(
    'may be built if the page names the newest Keycloak: %s',
    (page) => {
      expect(unnamedVersion(page, '26.8.2')).toBeUndefined();
    },
  );

  test.each(['', '26.8.20', '126.8.2', '26.8'])('names what the page lacks: “%s”', (page) => {
    expect(unnamedVersion(page, '26.8.2')).toContain("doesn't name Keycloak 26.8.2");
  });
});
