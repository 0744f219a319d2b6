/** Runs test files under the server's script engine, bundled and lowered as the product is. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Bundle, bundle } from '../../scripts/build/bundle.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { obtainDistribution } from '../../scripts/server/distribution.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import type { Outcome } from './shim.ts';

const run = promisify(execFile);

const SHIM = path.join(import.meta.dirname, 'shim.ts');
const POLYFILLS = path.join(ROOT, 'provider-scripts', 'src', 'engine', 'polyfills.ts');
const SCRIPT = 'tests.js';
const MAX_RUN_MILLIS = 60_000;
const MAX_OUTPUT_BYTES = 16_000_000;

/**
 * Runs test files (absolute paths) in one process of the engine.
 *
 * @returns the tests in order; errors name TypeScript files and lines
 * @throws Error with the engine's words when the script as a whole fails
 */
export async function runInEngine(files: readonly string[]): Promise<Outcome[]> {
  await mkdir(localPath(), { recursive: true });
  const folder = await mkdtemp(localPath('engine-tests-'));
  try {
    const entry = path.join(folder, 'entry.ts');
    await writeFile(entry, entryText(files));
    const { code, positions } = await bundle(entry, ROOT, { vitest: SHIM });
    const script = path.join(folder, SCRIPT);
    await writeFile(script, code);
    const lines = (await evaluate(script)).split('\n').filter((line) => line !== '');
    return lines.map((line) => withPositions(JSON.parse(line) as Outcome, positions));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The engine prints one line of JSON per test, in ASCII, so that no terminal's encoding matters. */
function entryText(files: readonly string[]): string {
  const imports = [POLYFILLS, ...files].map((file) => `import ${JSON.stringify(file)};\n`).join('');
  return `${imports}import { outcomes } from ${JSON.stringify(SHIM)};
for (const outcome of outcomes)
  print(JSON.stringify(outcome).replace(/[^ -~]/g, (c) => '\\\\u' + ('000' + c.charCodeAt(0).toString(16)).slice(-4)));
export const linkgate = {};
`;
}

async function evaluate(script: string): Promise<string> {
  const home = process.env.JAVA_HOME;
  const { stdout } = await run(
    home ? path.join(home, 'bin', 'java') : 'java',
    [
      '-XX:TieredStopAtLevel=1',
      '-Dfile.encoding=UTF-8',
      '-cp',
      await engineClassPath(),
      'org.openjdk.nashorn.tools.Shell',
      '--language=es6',
      script,
    ],
    { timeout: MAX_RUN_MILLIS, maxBuffer: MAX_OUTPUT_BYTES },
  );
  return stdout;
}

/** The engine as the server has it. */
async function engineClassPath(): Promise<string> {
  const library = path.join(await obtainDistribution(() => {}), 'lib', 'lib', 'main');
  const jars = (await readdir(library)).filter((jar) => /^org\.(openjdk\.nashorn|ow2\.asm)\./.test(jar));
  return jars.map((jar) => path.join(library, jar)).join(path.delimiter);
}

/** The shim's own frames are left out. */
function withPositions({ name, error }: Outcome, { files, lines }: Bundle['positions']): Outcome {
  if (error === undefined) return { name };
  const readable = error.replace(/[^\s(]*tests\.js:(\d+)/g, (frame, line) => {
    const position = lines[Number(line)];
    return position ? `${files[position[0]]}:${position[1]}` : frame;
  });
  const ownFrames = readable
    .split('\n')
    .filter((line) => !/^\s+at .*(shim\.ts:\d+|tests\.js:\d+)\)?$/.test(line));
  return { name, error: ownFrames.join('\n') };
}
