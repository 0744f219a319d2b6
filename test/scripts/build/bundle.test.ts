/** The bundle that the script engine runs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parseSync, type types } from '@babel/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundle } from '../../../scripts/build/bundle.ts';

type File = types.File;

const PLAIN = { configFile: false, babelrc: false } as const;

let folder = '';
let modern: Bundle;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkgate-bundle-'));
  modern = await bundled({ 'modern.ts': MODERN, 'half.ts': HALF });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bundles files of one folder; the first is the entry. */
async function bundled(files: Record<string, string>, alias?: Record<string, string>): Promise<Bundle> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return bundle(path.join(folder, Object.keys(files)[0] ?? ''), folder, alias ? { alias } : {});
}

/** The 1-based line of the bundle that contains a text. */
function lineWith({ code }: Bundle, text: string): number {
  return code.split('\n').findIndex((line) => line.includes(text)) + 1;
}

/** The source position `file:line` of a line of the bundle. */
function sourceOf({ positions }: Bundle, line: number): string | null {
  const position = positions.lines[line];
  return position ? `${positions.files[position[0]]}:${position[1]}` : null;
}

const MODERN = `import { half } from './half.ts';

interface Point { x: number; y?: number }

const BASE = [1];

function sumOf(points: readonly Point[], start = 0): string {
  let total = start;
  for (const { x, y = 1 } of points) {
    const part = half(x) + y;
    total += part;
  }
  return \`total \${total ?? BASE[0]}\`;
}

export const linkgate = {
  run: (...points: Point[]) => {
    const { x, ...rest } = { x: 2 };
    return sumOf([...points, { x, ...rest }]);
  },
  fails: () => {
    try {
      return half(-1);
    } catch (failure) {
      return failure;
    }
  },
};
`;
const HALF = `
/** Half of it. */
export const half = (value: number): number => {
  if (value < 0) throw new RangeError('negative');
  return value / 2;
};
`;

describe('a bundle', () => {
  test('defines the table of functions as a constant of a script', () => {
    expect(runInNewContext(`${modern.code}\nlinkgate.run({ x: 4, y: 0 }, { x: 1 })`)).toBe('total 5.5');
  });

  test('has its entry’s exports, even if another file has a variable of that name', async () => {
    const files = {
      'own.ts':
        "import { linkgate as theirs } from './theirs.ts';\nexport const linkgate = { ...theirs, own: 2 };\n",
      'theirs.ts': 'export const linkgate = { their: 1 };\n',
    };
    const { code } = await bundled(files);
    expect(runInNewContext(`${code}\nJSON.stringify(linkgate)`)).toBe('{"their":1,"own":2}');
  });

  test('is flat and strict: each file’s constants and functions are those of the script', () => {
    const { program } = parseSync(modern.code, { ...PLAIN, sourceType: 'script' }) as File;
    expect(program.directives.map(({ value }) => value.value)).toEqual(['use strict']);
    const kinds = program.body.map((node) => ('kind' in node ? node.kind : node.type));
    expect([...new Set(kinds)].sort()).toEqual(['FunctionDeclaration', 'const']);
    expect(modern.code).toMatch(/^function sumOf\(/m);
    expect(modern.code).toMatch(/^const half = /m);
  });

  test('has no syntax that the engine lacks or interprets differently', () => {
    const { program } = parseSync(modern.code, { ...PLAIN, sourceType: 'script' }) as File;
    const inside = JSON.stringify(program.body).replaceAll('"kind":"const"', '');
    expect(inside).toContain('"type":"ArrowFunctionExpression"');
    expect(inside).not.toMatch(/"type":"(Class|Rest|ForOf|Private|\w+Pattern)|"(let|const)"/);
    expect(modern.code).not.toMatch(/^[ \t]+(let|const) /m);
  });

  test('passes Java’s exceptions to catch clauses', () => {
    expect(modern.code).toMatch(/catch \(failure\) \{\s+failure = Java\.caught\(failure\);/);
    const java = { Java: { caught: () => 'thrown by Java' } };
    expect(runInNewContext(`${modern.code}\nlinkgate.fails()`, java)).toBe('thrown by Java');
  });

  test('has no state shared between requests', async () => {
    const text = 'let calls = 0;\nexport const linkgate = { run: () => ++calls };\n';
    await expect(bundled({ 'state.ts': text })).rejects.toThrow(/^state\.ts:2: .*calls: reassigned/);
    const entry = path.join(folder, 'state.ts');
    expect((await bundle(entry, folder, { gates: false })).code).toContain('++calls');
  });

  test('may have other files stand in for packages', async () => {
    const stand = path.join(folder, 'stand.ts');
    const files = {
      'uses.ts': "import { word } from 'some-package';\nexport const linkgate = { word };\n",
      'stand.ts': "export const word = 'stood in';\n",
    };
    const { code } = await bundled(files, { 'some-package': stand });
    expect(runInNewContext(`${code}\nlinkgate.word`)).toBe('stood in');
  });

  test('isn’t built from an entry with an error', async () => {
    await expect(bundled({ 'broken.ts': 'export const linkgate = {;' })).rejects.toThrow('broken.ts:1:');
  });

  test('isn’t built from an entry with missing imports', async () => {
    const missing = { 'missing.ts': "\nimport './nowhere.ts';\nexport const linkgate = {};" };
    await expect(bundled(missing)).rejects.toThrow('missing.ts:2:');
  });

  test.each([
    ['async-await', 'export const linkgate = { run: async () => await 1 };'],
    ['generators', 'export const linkgate = { *run() { yield 1; } };'],
  ])('can’t have %s, which the engine lacks', async (_, text) => {
    await expect(bundled({ 'young.ts': text })).rejects.toThrow('young.ts:1:');
  });
});

describe('a regular expression that threads would share', () => {
  test('is rejected if it keeps its position, with its TypeScript file and line', async () => {
    const files = {
      'asks.ts': "import { shape } from './inner.ts';\n\nexport const linkgate = { shape };\n",
      'inner.ts':
        '/** A shape. */\ninterface Gone {}\nexport const other = (_?: Gone) => /a/g;\nexport const shape = /a/g;\n',
    };
    const failure = await bundled(files).catch((error: Error) => error.message);
    expect(failure).toMatch(/^inner\.ts:4: .*stores its position/);
    expect(failure).toMatch(/^> +\d+ \| .*shape = \/a\/g/m);
  });
});

describe('a line of the bundle', () => {
  test('is mapped to its TypeScript file and line', () => {
    expect(sourceOf(modern, lineWith(modern, 'throw new RangeError'))).toBe('half.ts:4');
    expect(sourceOf(modern, lineWith(modern, '`total '))).toBe('modern.ts:13');
    expect(sourceOf(modern, lineWith(modern, 'return sumOf('))).toBe('modern.ts:19');
  });

  test('without a source has no mapping', () => {
    expect(sourceOf(modern, lineWith(modern, '"use strict"'))).toBe(null);
  });

  test('has a position in the table, which starts at 1', () => {
    expect(modern.positions.lines).toHaveLength(modern.code.split('\n').length + 1);
    expect(modern.positions.lines[0]).toBe(null);
    expect([...modern.positions.files].sort()).toEqual(['half.ts', 'modern.ts']);
  });
});
