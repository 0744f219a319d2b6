/** README: its size, its made blocks and badges, and the page that its comparison is made from. */
import { describe, expect, test } from 'vitest';
import { COMPARISON_FILE, PRODUCTS, rowsOf } from '../../scripts/face/comparison.ts';
import { outdatedFace } from '../../scripts/face/readme.ts';
import { missingTests, readText, sectionOf, testsNamedIn } from '../support/documents.ts';

const README = readText('README.md');
const COMPARISON = readText(COMPARISON_FILE);
const ROWS = rowsOf(COMPARISON);

test('is one screen after another, and no more', () => {
  expect(Buffer.byteLength(README)).toBeLessThan(9000);
});

test('says what the documents say from which its blocks are made', async () => {
  expect(await outdatedFace()).toEqual([]);
});

test('shows pictures of this repository only', () => {
  expect([...README.matchAll(/!\[[^\]]*\]\(([^)]+)\)|src="([^"]+)"/g)].length).toBeGreaterThan(5);
  expect(README).not.toMatch(/!\[[^\]]*\]\(https?:|src="https?:/);
});

describe('the comparison', () => {
  test('has the date of the page in README', () => {
    const date = /^Read on (\d+ \w+ \d{4}),/m.exec(COMPARISON)?.[1];
    expect(sectionOf(README, 'Compared')).toContain(`On ${date}.`);
  });

  test('has rows that Linkgate loses', () => {
    expect(ROWS.filter(({ cells }) => cells.get('Linkgate')?.value === 'no').length).toBeGreaterThan(3);
  });

  test('says what each product is', () => {
    const named = COMPARISON.slice(0, COMPARISON.indexOf('\n## '));
    expect(PRODUCTS.slice(1).filter((product) => !named.includes(product))).toEqual([]);
  });

  test.each(ROWS)('$name: each cell has a source or a test', ({ cells }) => {
    expect(cells.has('Linkgate')).toBe(true);
    for (const [product, { reason }] of cells) {
      const tests = testsNamedIn(reason);
      expect(missingTests(tests)).toEqual([]);
      const source = product === 'Linkgate' ? /\]\([\w./#-]+\)/ : /\]\((https:\/\/|moving-in\.md)/;
      expect(tests.length > 0 || source.test(reason), `${product}: ${reason}`).toBe(true);
    }
  });
});
