/**
 * `node scripts/run.mjs typecheck.ts`: generates the types of the server in use, of realm-config/ and of the admin API, and
 * type-checks every TypeScript project.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateAdminApiTypes } from '../build/admin-api-types.ts';
import { generateJavaTypes, REFERENCES } from '../build/java-types.ts';
import { buildPlugin } from '../build/plugin.ts';
import { generateRealmConfigTypes } from '../build/realm-config-types.ts';
import { listReferences } from '../build/references.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { KEYCLOAK_VERSION, TESTED_VERSIONS } from '../server/version.ts';
import { command } from './command.ts';

/** The folders with a tsconfig.json: commands and tests, what runs in the server, what runs in browsers. */
const PROJECTS = [
  '.',
  'provider-scripts',
  'scripts/demo/browser',
  'test/all/clients/staying/browser',
  'admin-pages',
];

/** The list is in the JAR, which it is made from: a new one needs a new build. */
async function updateReferences(used: string): Promise<void> {
  if ((await readFile(REFERENCES, 'utf8')) === used) return;
  await writeFile(REFERENCES, used);
  throw new Failure(`${path.relative(ROOT, REFERENCES)} was out of date, and is written: run it again.`);
}

await command(async () => {
  await requirePrerequisites();
  const server = await obtainDistribution(console.log);
  const jar = await buildPlugin({ log: console.log });
  await generateJavaTypes(server, jar);
  if (KEYCLOAK_VERSION === TESTED_VERSIONS.at(-1)) await updateReferences(await listReferences(server, jar));
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
