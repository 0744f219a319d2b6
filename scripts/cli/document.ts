/** Writes the project's generated documents. */
import path from 'node:path';
import { ROOT } from '../build/root.ts';
import { writeAtomically } from '../server/atomic-write.ts';
import { runChild } from '../server/child.ts';
import { printProgress } from './output.ts';

const FILE_MODE = 0o644;

/**
 * Writes a document: Markdown unchanged, anything else in the format that `npm run check` requires.
 * @param name the document's path in the project
 */
export async function writeDocument(name: string, text: string): Promise<void> {
  const file = path.join(ROOT, name);
  writeAtomically(file, text, FILE_MODE);
  if (name.endsWith('.md')) return;
  await runChild({ command: 'biome', args: ['format', '--write', file], cwd: ROOT, output: printProgress });
}
