/** Runs test files under the server's script engine, bundled and lowered as the product is. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Bundle, bundle } from '../../scripts/build/bundle.ts';
import { compileScript } from '../../scripts/build/compile.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import { engineClassPath } from './class-path.ts';
import type { Outcome } from './shim.ts';

const run = promisify(execFile);

const SHIM = path.join(import.meta.dirname, 'shim.ts');
const SCRIPT = 'tests.js';
const CLASS = 'org.linkgate.script.Tests';
const MAX_RUN_MILLIS = 300_000;
export const MAX_OUTPUT_BYTES = 16_000_000;

/** How many files make one script: the engine's class for it has room for 65,535 constants, and all files have more. */
const FILES_AT_ONCE = 60;

/**
 * Runs test files (absolute paths) in the engine.
 *
 * @returns the tests in order; errors name TypeScript files and lines
 * @throws Error with the engine's message if a whole script fails
 */
export async function runInEngine(files: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let first = 0; first < files.length; first += FILES_AT_ONCE)
    outcomes.push(...(await runScript(files.slice(first, first + FILES_AT_ONCE))));
  return outcomes;
}

/** Runs a script, as the engine gets it; returns what its function `values` returns, given the number of engines so far: twice in one, then by turns. */
export async function runTwice(code: string): Promise<string[]> {
  const printed = await evaluated(code, 'RunTwice.java');
  return printed.trimEnd().split('\n');
}

/** Runs test files as one script in one process of the engine. */
async function runScript(files: readonly string[]): Promise<Outcome[]> {
  await mkdir(localPath(), { recursive: true });
  const folder = await mkdtemp(localPath('engine-entry-'));
  try {
    const entry = path.join(folder, 'entry.ts');
    await writeFile(entry, entryText(files));
    const { code, positions } = await bundle(entry, ROOT, { alias: { vitest: SHIM }, gates: false });
    const outcomes = JSON.parse(await evaluated(code, 'RunTests.java')) as Outcome[];
    return outcomes.map((outcome) => withPositions(outcome, positions));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compiles a script; returns what a program beside this file prints that runs it. */
async function evaluated(code: string, program: string): Promise<string> {
  await mkdir(localPath(), { recursive: true });
  const folder = await mkdtemp(localPath('engine-tests-'));
  try {
    const script = path.join(folder, SCRIPT);
    await writeFile(script, code);
    const classPath = await engineClassPath(folder);
    await compileScript(script, CLASS, folder);
    return await evaluate(classPath, program);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The script outputs JSON in ASCII, so that no terminal's encoding matters. */
function entryText(files: readonly string[]): string {
  const imports = files.map((file) => `import ${JSON.stringify(file)};\n`).join('');
  return `${imports}import { outcomes } from ${JSON.stringify(SHIM)};
const escaped = (c) => '\\\\u' + ('000' + c.charCodeAt(0).toString(16)).slice(-4);
export const linkgate = { outcomes: () => JSON.stringify(outcomes).replace(/[^ -~]/g, escaped) };
`;
}

async function evaluate(classPath: string, program: string): Promise<string> {
  const home = process.env.JAVA_HOME;
  const { stdout } = await run(
    home ? path.join(home, 'bin', 'java') : 'java',
    ['-XX:TieredStopAtLevel=1', '-cp', classPath, path.join(import.meta.dirname, program), CLASS],
    { timeout: MAX_RUN_MILLIS, maxBuffer: MAX_OUTPUT_BYTES },
  );
  return stdout;
}

/** The shim's own frames are omitted. */
function withPositions({ name, error }: Outcome, { files, lines }: Bundle['positions']): Outcome {
  if (error === undefined) return { name };
  const readable = error.replace(/[^\s(]*tests\.js:(\d+)/g, (frame, line) => {
    const position = lines[Number(line)];
    return position ? `${files[position[0]]}:${position[1]}` : frame;
  });
  const ownFrames = readable
    .split('\n')
    .filter((line) => !/^\s+at .*(shim\.ts|tests\.js):\d+( \(.*\))?$/.test(line));
  return { name, error: ownFrames.join('\n') };
}
