/** One script that all threads run at once: no state leaks from one request into another, from the first call on. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundle } from '../../../scripts/build/bundle.ts';
import { compileScript } from '../../../scripts/build/compile.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { localPath } from '../../../scripts/server/local-folder.ts';

const run = promisify(execFile);

const PROBE = path.join(ROOT, 'test', 'host', 'SharedScriptProbe.java');
const SCRIPT = path.join(ROOT, 'test', 'fixtures', 'shared-script.ts');
const CLASS = 'org.linkgate.script.Shared';
const MAX_MILLIS = 3_000_000;
/** In all threads together; `node scripts/run.mjs soak.ts` makes more calls. */
const CALLS = process.env.LINKGATE_SHARED_SCRIPT_CALLS ?? '4000';
const FRESH_ENGINES = process.env.LINKGATE_FRESH_ENGINES ?? '2';
const CALLERS = 64;
/** Each fresh engine's classes stay in memory: two and a half megabytes. */
const MEMORY = '-Xmx1536m';

test('64 threads in one script, and in fresh scripts, each get the same result as a single thread', {
  timeout: MAX_MILLIS,
}, async () => {
  const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
  await mkdir(localPath(), { recursive: true });
  const folder = await mkdtemp(localPath('shared-script-'));
  try {
    const script = path.join(folder, 'shared.js');
    await writeFile(script, (await bundle(SCRIPT, ROOT)).code);
    await compileScript(script, CLASS, folder);
    const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
    const libraries = ['main', 'boot'].map((part) => path.join(server, 'lib', 'lib', part, '*'));
    const { stdout } = await run(java, [
      MEMORY,
      '-cp',
      libraries.join(path.delimiter),
      PROBE,
      jar,
      folder,
      CLASS,
      CALLS,
      FRESH_ENGINES,
    ]);
    expect(JSON.parse(stdout)).toEqual({ different: 0, differentAtFirst: 0, distinct: CALLERS });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
