/** The imports of TSX alone: dependency-cruiser has swc parse TypeScript, but not with JSX in it. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@swc/core';
import { ROOT } from '../build/root.ts';

/**
 * Writes files that contain only the imports of a folder's files, types included.
 *
 * @param folder relative to the project
 * @param into a folder of its own, relative to the project, which is recreated each time
 */
export async function writeImportLines(folder: string, into: string): Promise<void> {
  await rm(path.join(ROOT, into), { recursive: true, force: true });
  const names = await readdir(path.join(ROOT, folder), { recursive: true });
  for (const name of names.filter((one) => /\.tsx?$/.test(one))) {
    const source = await readFile(path.join(ROOT, folder, name), 'utf8');
    const file = path.join(ROOT, into, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await importLines(source));
  }
}

async function importLines(source: string): Promise<string> {
  const { body } = await parse(source, { syntax: 'typescript', tsx: true });
  const imported = body.flatMap((item) => ('source' in item && item.source ? [item.source.value] : []));
  return imported.map((one) => `import '${one}';\n`).join('');
}
