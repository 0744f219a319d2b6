/** The part of docs/proof.md that `node scripts/run.mjs oidf.ts --write` writes covers all plans, without a failure. */
import { describe, expect, test } from 'vitest';
import { PLANS } from '../../scripts/oidf/plans.ts';
import { REASONS } from '../../scripts/oidf/reasons.ts';
import { readText, sectionOf, tableOf } from '../support/documents.ts';

const TEXT = readText('docs/proof.md');
const COUNTS = tableOf(sectionOf(TEXT, 'OpenID Foundation'));

describe('docs/proof.md', () => {
  test.each(PLANS)('has $name, with modules and without a failed one', ({ name, planName }) => {
    const row = COUNTS.find(([plan]) => plan === name) ?? [];
    const counts = row.slice(2).map(Number);
    expect(row[1]).toBe(`\`${planName}\``);
    expect(counts).toHaveLength(5);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    expect(counts.at(-1)).toBe(0);
  });

  test.each(['Warnings', 'Reviews', 'Skipped'])('has a reason in each row of %s', (section) => {
    const reasons = tableOf(sectionOf(TEXT, section)).map((cells) => cells.at(-1));
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(Object.values(REASONS)).toContain(reason);
  });

  test('is of a commit, not of a modified work tree', () => {
    expect(TEXT).not.toContain('-dirty');
  });
});
