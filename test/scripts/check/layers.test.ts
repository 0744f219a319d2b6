/** An import of a higher layer fails the check, in each source folder; the documents show the same layers. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { LAYERED, PAGES_IMPORTS } from '../../../scripts/check/layers.ts';
import { runChild } from '../../../scripts/server/child.ts';
import { partPath } from '../../support/part.ts';

const folder = partPath('layers');
afterAll(() => rm(folder, { recursive: true, force: true }));

/** dependency-cruiser's violations in planted sources, by the project's rules. */
async function check(files: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const { code, tail } = await runChild({
    command: path.join(ROOT, 'node_modules', '.bin', 'depcruise'),
    args: ['--config', path.join(ROOT, '.dependency-cruiser.mjs'), '.'],
    cwd: folder,
    output: () => {},
  });
  return { code, output: tail.join('\n') };
}

const PLANTED = [
  ['provider-scripts/src', 'engine', 'filter'],
  ['provider-scripts/src', 'device', 'endpoints/keycloak'],
  ['scripts', 'cli', 'commands'],
  [PAGES_IMPORTS, 'ui', 'pages'],
] as const;

describe('an import', () => {
  test.each(PLANTED)('in %s from %s up to %s is rejected', async (root, lower, upper) => {
    const { code, output } = await check({
      [`${root}/${lower}/low.ts`]: `import { high } from '${path.relative(lower, upper)}/high.ts';\nexport const low = high;\n`,
      [`${root}/${upper}/high.ts`]: 'export const high = 1;\n',
    });
    expect(code).not.toBe(0);
    expect(output).toMatch(/layers up to \d+ import nothing from layer \d+: .*low\.ts → \n?.*high\.ts/);
  });

  test.each(PLANTED)('from there down is not: %s, %s, %s', async (root, lower, upper) => {
    const { code, output } = await check({
      [`${root}/${upper}/high.ts`]: `import { low } from '${path.relative(upper, lower)}/low.ts';\nexport const high = low;\n`,
      [`${root}/${lower}/low.ts`]: 'export const low = 1;\n',
    });
    expect(code, output).toBe(0);
  });

  test('in a folder that has no layer is rejected', async () => {
    const { code, output } = await check({
      'scripts/elsewhere/new.ts': "import { used } from '../cli/used.ts';\nexport const of = used;\n",
      'scripts/cli/used.ts': 'export const used = 1;\n',
    });
    expect(code).not.toBe(0);
    expect(output).toContain('everything is in a layer');
  });
});

/** The names in the numbered list that follows the folder's name in the document (architecture 6). */
async function shownLayers(root: string): Promise<string[][]> {
  const text = await readFile(path.join(ROOT, 'docs', 'architecture.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('6 ')) ?? '';
  const list = section.split(`\`${root}\`, from the bottom up:`)[1] ?? '';
  const items = /^\n\n((?:\d+\. .*\n(?: {3}.*\n)*)+)/.exec(list)?.[1]?.split(/^\d+\. /m) ?? [];
  return items
    .slice(1)
    .map((item) => [...(item.split(':')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

test.each(LAYERED)('docs/architecture.md shows the layers of $root', async ({ root, layers }) => {
  expect(await shownLayers(root)).toEqual(layers);
});
