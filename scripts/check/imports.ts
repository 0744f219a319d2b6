/** Reads what the project's source files import from each other, types included. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAsync } from '@babel/core';
import type { Imports } from './layers.ts';

/**
 * Returns the imports of all TypeScript files in folders.
 *
 * @param root the folder that the others, and the returned names, are relative to
 */
export async function readImports(root: string, folders: readonly string[]): Promise<Imports> {
  const imports = new Map<string, string[]>();
  for (const folder of folders) {
    const names = await readdir(path.join(root, folder), { recursive: true });
    for (const name of names.filter((one) => /(?<!\.d)\.(tsx?|mjs)$/.test(one))) {
      const file = path.join(folder, name);
      imports.set(file, await importsOf(root, file));
    }
  }
  return imports;
}

async function importsOf(root: string, file: string): Promise<string[]> {
  const source = await readFile(path.join(root, file), 'utf8');
  const plugins = ['typescript', ...(file.endsWith('x') ? ['jsx'] : [])];
  const tree = await parseAsync(source, {
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: plugins as ('typescript' | 'jsx')[] },
  });
  const named = (tree?.program.body ?? []).flatMap((item) =>
    'source' in item && item.source ? [item.source.value] : [],
  );
  return named.filter((name) => name.startsWith('.')).map((name) => path.join(path.dirname(file), name));
}
