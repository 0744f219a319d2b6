/** `npm run check`: format and lint, types, layers, dead code; all of them, even when one fails. */
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { command } from './command.ts';

const CHECKS: readonly { name: string; program: string; args: readonly string[] }[] = [
  { name: 'format and lint', program: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  { name: 'types', program: process.execPath, args: ['scripts/commands/typecheck.ts'] },
  { name: 'layers', program: 'depcruise', args: ['provider-scripts/src', 'scripts'] },
  { name: 'dead code', program: 'knip', args: [] },
];

await command(async () => {
  const failed: string[] = [];
  for (const { name, program, args } of CHECKS) {
    const { code } = await runChild({ command: program, args, cwd: ROOT, output: console.log });
    console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
});
