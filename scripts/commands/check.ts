/** `npm run check`: checks format and lint, types, words, layers, dead code; runs all checks, even if one fails. */
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { command } from './command.ts';

/** A program that exits with code 0 if the check passes. */
interface Check {
  name: string;
  program: string;
  args: readonly string[];
}

/** The groups run one after another: the second group's checks read files that the type check generates. */
const GROUPS: readonly (readonly Check[])[] = [
  [
    { name: 'format and lint', program: 'biome', args: ['ci', '--error-on-warnings', '.'] },
    { name: 'types', program: process.execPath, args: ['scripts/commands/typecheck.ts'] },
  ],
  [
    // `cspell.json` lists words that aren't the field's; each pattern is named after its replacement.
    { name: 'words', program: 'cspell', args: ['lint', '--no-progress', '--no-summary', '--dot', '**'] },
    { name: 'layers', program: process.execPath, args: ['scripts/commands/layers.ts'] },
    { name: 'dead code', program: 'knip', args: [] },
  ],
];

await command(async () => {
  const failed: string[] = [];
  for (const group of GROUPS) {
    const passed = await Promise.all(group.map(runCheck));
    failed.push(...group.filter((_, index) => !passed[index]).map(({ name }) => name));
  }
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
});

/** Runs a check and prints its output at the end, since others run in parallel. Returns whether it passed. */
async function runCheck({ name, program, args }: Check): Promise<boolean> {
  const lines: string[] = [];
  const output = (line: string) => lines.push(line);
  const { code } = await runChild({ command: program, args, cwd: ROOT, output });
  console.log([...lines, `${name}: ${code === 0 ? 'passed' : 'FAILED'}`].join('\n'));
  return code === 0;
}
