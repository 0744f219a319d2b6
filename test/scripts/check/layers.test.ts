/** Imports point down only, without circles; the documents show the same layers. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { readImports } from '../../../scripts/check/imports.ts';
import { LAYERED, violations, WINGS } from '../../../scripts/check/layers.ts';

const SOURCES = 'provider-scripts/src';

describe('an import', () => {
  test.each([
    [SOURCES, 'platform/engine', 'endpoints/filter'],
    [SOURCES, 'accounts', 'endpoints/keycloak'],
    [SOURCES, 'sign-in/tabs', 'sign-in/step'],
    [SOURCES, 'clients', 'clients/document'],
    ['scripts', 'cli', 'commands'],
    ['admin-pages/src', 'ui', 'pages'],
  ])('in %s from %s up to %s is rejected, and down is not', (root, lower, upper) => {
    const [low, high] = [`${root}/${lower}/low.ts`, `${root}/${upper}/high.ts`];
    expect(
      violations(
        new Map([
          [low, [high]],
          [high, []],
        ]),
      ),
    ).toContain(`imports a higher layer: ${low} → ${high}`);
    expect(
      violations(
        new Map([
          [high, [low]],
          [low, []],
        ]),
      ),
    ).toEqual([]);
  });

  test.each(['scripts/elsewhere/new.ts', `${SOURCES}/realm/elsewhere/new.ts`, `${SOURCES}/realm/new.ts`])(
    'in a folder that has no layer is rejected: %s',
    (file) => {
      expect(violations(new Map([[file, []]]))).toEqual([`in no layer (scripts/check/layers.ts): ${file}`]);
    },
  );

  test('in a circle of files is rejected', () => {
    const [one, other] = [`${SOURCES}/clients/one.ts`, `${SOURCES}/clients/other.ts`];
    expect(
      violations(
        new Map([
          [one, [other]],
          [other, [one]],
        ]),
      ),
    ).toEqual([`circle of files: ${one} → ${other} → ${one}`]);
  });

  test('in a circle of folders of one layer is rejected', () => {
    const imports = new Map([
      ['scripts/cli/a.ts', ['scripts/test/b.ts']],
      ['scripts/test/b.ts', []],
      ['scripts/test/c.ts', ['scripts/cli/d.ts']],
      ['scripts/cli/d.ts', []],
    ]);
    expect(violations(imports)).toEqual(['circle of folders: scripts: cli → test → cli']);
  });

  test('is read whatever its form, of a type too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'imports-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(path.join(folder, 'sources', 'below'), { recursive: true });
    await writeFile(
      path.join(folder, 'sources', 'below', 'all.tsx'),
      [
        "import fs from 'node:fs';",
        "import { value } from './value.ts';",
        "import type { One } from '../type.ts';",
        "import './effect.ts';",
        "export * from './again.ts';",
        'export const element = (one: One) => <b>{fs.existsSync(value + one)}</b>;',
      ].join('\n'),
    );
    expect([...(await readImports(folder, ['sources']))]).toEqual([
      [
        'sources/below/all.tsx',
        ['below/value.ts', 'type.ts', 'below/effect.ts', 'below/again.ts'].map((name) => `sources/${name}`),
      ],
    ]);
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

test.each(Object.keys(WINGS))('the wing %s says what is in it and what is not', (wing) => {
  const file = path.join(ROOT, SOURCES, wing, 'README.md');
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/^# `[a-z-]+`\n\n.*\.\sNot\shere:\s.*\.\n$/s);
});
