/**
 * `node scripts/run.mjs typecheck.ts`: generates the types of the server in use, of realm-config/ and of the admin API, and
 * type-checks every TypeScript project.
 */
import path from 'node:path';
import { generateAdminApiTypes } from '../build/admin-api-types.ts';
import { generateJavaTypes } from '../build/java-types.ts';
import { buildPlugin } from '../build/plugin.ts';
import { generateRealmConfigTypes } from '../build/realm-config-types.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

/** The folders with a tsconfig.json: commands and tests, what runs in the server, what runs in browsers. */
const PROJECTS = [
  '.',
  'provider-scripts',
  'scripts/demo/browser',
  'test/all/clients/staying/browser',
  'admin-pages',
];

await command(async () => {
  await requirePrerequisites();
  const server = await obtainDistribution(console.log);
  await generateJavaTypes(server, await buildPlugin({ log: console.log }));
  await generateRealmConfigTypes();
  await generateAdminApiTypes();
  for (const project of PROJECTS) {
    const { code } = await runChild({
      command: 'tsc',
      args: ['-p', project],
      cwd: ROOT,
      output: console.log,
    });
    if (code !== 0) throw new Failure(`${path.join(project, 'tsconfig.json')}: the type check failed`);
  }
});
