/** `npm run check`: format and lint, types, layers, dead code; all of them, even when one fails. */
import { ROOT } from '../build/root.ts';
import { writeImportLines } from '../check/import-lines.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { command } from './command.ts';

/** What the administrators' pages import, for the check of layers. */
const PAGES_IMPORTS = '.local/layers/admin-pages';

const CHECKS: readonly { name: string; program: string; args: readonly string[] }[] = [
  { name: 'format and lint', program: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  { name: 'types', program: process.execPath, args: ['scripts/commands/typecheck.ts'] },
  { name: 'layers', program: 'depcruise', args: ['provider-scripts/src', 'scripts', PAGES_IMPORTS] },
  { name: 'dead code', program: 'knip', args: [] },
];

await command(async () => {
  await writeImportLines('admin-pages/src', PAGES_IMPORTS);
  const failed: string[] = [];
  for (const { name, program, args } of CHECKS) {
    const { code } = await runChild({ command: program, args, cwd: ROOT, output: console.log });
    console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
});
