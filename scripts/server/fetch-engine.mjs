/**
 * Downloads the script engine, one JAR, the first time.
 *
 * Usage: node scripts/server/fetch-engine.mjs <file to create>; an existing file is left unchanged
 *
 * The file's name is the artifact's, such as `rhino-1.9.2.jar`. It is there only once it is complete and verified; on failure, the
 * reason is the last line. `run.mjs` starts it in parallel with npm, hence plain JavaScript.
 */
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checksumProblem, fetchArtifact } from './fetch.mjs';

const [target] = process.argv.slice(2);
const name = basename(target);
const folder = join(dirname(target), `.${name}-${process.pid}`);

/** Returns the error, or undefined on success. */
async function fetchEngine() {
  const version = name.replace('rhino-', '').replace('.jar', '');
  const reason = await fetchArtifact(`org.mozilla:rhino:${version}`, folder, () => {});
  const file = join(folder, name);
  const problem = reason || checksumProblem(file, name);
  if (problem === undefined) fs.renameSync(file, target);
  return problem;
}

if (!fs.existsSync(target)) {
  fs.mkdirSync(folder, { recursive: true });
  const reason = await fetchEngine();
  fs.rmSync(folder, { recursive: true, force: true });
  if (reason !== undefined) {
    console.log(reason);
    process.exit(1);
  }
}
