import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { HELP } from '../../../scripts/bench/help.ts';
import { PART_NAMES } from '../../../scripts/bench/options.ts';

test('every option and every part is in the help', async () => {
  const source = await readFile(new URL('../../../scripts/bench/options.ts', import.meta.url), 'utf8');
  const options = [...source.matchAll(/'?([a-z-]+)'?: \{ type: /g)].map(([, name]) => `--${name}`);
  expect(options.length).toBeGreaterThan(10);
  for (const option of options) expect(HELP).toContain(`  ${option} `);
  for (const part of PART_NAMES) expect(HELP).toContain(part);
});
