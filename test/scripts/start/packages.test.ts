/** What runs without the packages for development loads none of them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';

const RUN = await readFile(path.join(ROOT, 'scripts', 'run.mjs'), 'utf8');
const [, list = ''] = /NEED_NO_DEV_PACKAGES = \[([^\]]*)\]/.exec(RUN) ?? [];
const COMMANDS = [...list.matchAll(/'([^']+)'/g)].map(([, file]) => `scripts/commands/${file}`);
const SERVICES = ['secrets', 'seed', 'demo'].map((name) => `scripts/compose/${name}.ts`);

/** The packages that a program imports, itself or by what it imports, whether at once or when it needs them. */
async function packagesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [path.join(ROOT, entry)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    metafile: true,
    outdir: 'unused',
    logLevel: 'silent',
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const names = imported.filter(({ external, path: name }) => external && !name.startsWith('node:'));
  return [...new Set(names.map(({ path: name }) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))].sort();
}

test.each([...COMMANDS, ...SERVICES])('%s needs what everybody installs', async (entry) => {
  const { dependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const needed = await packagesOf(entry);
  expect(needed.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
});

test('the start is one of them', () => {
  expect(COMMANDS).toContain('scripts/commands/start.ts');
});
