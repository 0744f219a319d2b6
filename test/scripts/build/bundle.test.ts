/** The bundle that the script engine runs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parseSync } from '@babel/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundle } from '../../../scripts/build/bundle.ts';

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
  return bundle(path.join(folder, Object.keys(files)[0] ?? ''), folder, alias);
}

/** The line of the bundle that has some text in it, 1-based. */
function lineWith({ code }: Bundle, text: string): number {
  return code.split('\n').findIndex((line) => line.includes(text)) + 1;
}

/** `file:line` of the source that a line of the bundle comes from. */
function sourceOf({ positions }: Bundle, line: number): string | null {
  const position = positions.lines[line];
  return position ? `${positions.files[position[0]]}:${position[1]}` : null;
}

const MODERN = `import { half } from './half.ts';

interface Point { x: number; y?: number }

class Sum {
  #total = 0;
  add({ x, y = 1 }: Point): this {
    this.#total += half(x) + y;
    return this;
  }
  get total(): string {
    return \`total \${this.#total ?? 0}\`;
  }
}

export const linkgate = {
  run: (...points: Point[]) => {
    const sum = new Sum();
    for (const point of [...points, { x: 2 }]) sum.add({ ...point });
    return sum.total;
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
  test('defines the table of functions as one global', () => {
    expect(runInNewContext(`${modern.code}\nlinkgate.run({ x: 4, y: 0 }, { x: 1 })`)).toBe('total 5.5');
  });

  test('has no syntax that is younger than the engine', () => {
    const syntax = JSON.stringify(parseSync(modern.code, { configFile: false, babelrc: false }));
    expect(syntax).toContain('"type":"FunctionExpression"');
    expect(syntax).not.toMatch(
      /"type":"(Arrow|Class|Template|Spread|Rest|ForOf|Optional|Private|\w+Pattern)|"(let|const|\?\?|\*\*)"/,
    );
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

  test('isn’t made of an entry with a mistake', async () => {
    await expect(bundled({ 'broken.ts': 'export const linkgate = {;' })).rejects.toThrow('broken.ts:1:');
  });

  test('isn’t made of an entry that needs what isn’t there', async () => {
    const missing = { 'missing.ts': "\nimport './nowhere.ts';\nexport const linkgate = {};" };
    await expect(bundled(missing)).rejects.toThrow('missing.ts:2:');
  });

  test.each([
    ['async-await', 'export const linkgate = { run: async () => await 1 };'],
    ['generators', 'export const linkgate = { *run() { yield 1; } };'],
  ])('can’t have %s, which the engine hasn’t', async (_, text) => {
    await expect(bundled({ 'young.ts': text })).rejects.toThrow('young.ts:1:');
  });
});

describe('a regular expression that the engine can’t run', () => {
  test.each([
    ['a lookbehind', '/(?<=a)b/g', 'The script engine has no lookbehind'],
    ['a flag', '/a/u', 'The script engine has no regex flags "u"'],
    ['the flag for dots, which would be lowered', '/a.b/s', 'The script engine has no regex flags "s"'],
  ])(
    'with %s is refused, with its TypeScript file and line named and its line shown',
    async (_, regex, message) => {
      const text = `\ninterface Gone {}\nexport const linkgate = {\n  run: (text: string, _?: Gone) => text.replace(${regex}, 'x'),\n};\n`;
      const failure = await bundled({ 'regex.ts': text }).catch((error: Error) => error.message);
      expect(failure).toMatch(/^regex\.ts:4: /);
      expect(failure).toContain(message);
      expect(failure).toMatch(/^> +\d+ \| .*text\.replace\(/m);
      expect(failure).toContain(`text.replace(${regex}, "x")`);
    },
  );

  test('is looked for in the file that has it', async () => {
    const files = {
      'asks.ts': "import { shape } from './inner.ts';\n\nexport const linkgate = { shape };\n",
      'inner.ts': '/** A shape. */\n\nexport const other = /a/g;\nexport const shape = /a(?<!b)/;\n',
    };
    await expect(bundled(files)).rejects.toThrow(/^inner\.ts:4: .*The script engine has no lookbehind/);
  });
});

describe('a line of the bundle', () => {
  test('is known by the TypeScript file and line that it comes from', () => {
    expect(sourceOf(modern, lineWith(modern, 'throw new RangeError'))).toBe('half.ts:4');
    expect(sourceOf(modern, lineWith(modern, '"total "'))).toBe('modern.ts:12');
    expect(sourceOf(modern, lineWith(modern, 'sum.add('))).toBe('modern.ts:19');
  });

  test('that no source has is known as none', () => {
    expect(sourceOf(modern, lineWith(modern, 'var linkgate = linkgateExports.linkgate'))).toBe(null);
  });

  test('has a place in the table, which begins at 1', () => {
    expect(modern.positions.lines).toHaveLength(modern.code.split('\n').length + 1);
    expect(modern.positions.lines[0]).toBe(null);
    expect([...modern.positions.files].sort()).toEqual(['half.ts', 'modern.ts']);
  });
});
