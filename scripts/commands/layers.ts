/** `node scripts/run.mjs layers.ts`: checks that imports point down only, without circles. */
import { ROOT } from '../build/root.ts';
import { readImports } from '../check/imports.ts';
import { LAYERED, violations } from '../check/layers.ts';
import { Failure } from '../failure.ts';
import { command } from './command.ts';

await command(async () => {
  const found = violations(
    await readImports(
      ROOT,
      LAYERED.map(({ root }) => root),
    ),
  );
  for (const line of found) console.log(line);
  if (found.length > 0)
    throw new Failure(`${found.length} imports break the layers of scripts/check/layers.ts`);
});
