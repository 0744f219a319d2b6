/**
 * Watches the servers of tests for a thread that takes a second database connection while it holds one: if there are fewer
 * connections than threads, each thread may hold one and wait for another. The watch is a separate JAR beside the product's.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { librariesOf } from '../../scripts/build/java-types.ts';
import { obtainDistribution } from '../../scripts/server/distribution.ts';
import { type Home, type HomeOptions, prepareHome } from '../../scripts/server/home.ts';
import { generatedOnce } from './generated-once.ts';
import { ownNesting } from './keycloak-nestings.ts';

const run = promisify(execFile);
const SOURCE = path.join(import.meta.dirname, '..', 'fixtures', 'providers', 'ConnectionWatch.java');
const JAR = 'connection-watch.jar';
/** The environment variable of the watch: the file to write to. */
const FILE_VARIABLE = 'LINKGATE_NESTED_CONNECTIONS';
const FILE = 'nested-connections.jsonl';

/** Where a thread took a connection that it still held, and where it took the next one; innermost frames first. */
export interface Nesting {
  first: readonly string[];
  second: readonly string[];
}

/** Builds a server with the plugin and the watch. */
export async function prepareWatchedHome(options: Omit<HomeOptions, 'others'>): Promise<Home> {
  return await prepareHome({ ...options, others: [await makeWatch(options.log)] });
}

/** The environment of a server with the watch, which writes to a file beside the server's log. */
export function watchOf(logFile: string): Record<string, string> {
  return { [FILE_VARIABLE]: fileBeside(logFile) };
}

/**
 * The nestings that a server's watch has reported so far and that aren't Keycloak's own.
 *
 * @throws Error without a watch
 */
export async function nestingsOf(logFile: string): Promise<Nesting[]> {
  const file = fileBeside(logFile);
  if (!existsSync(file)) throw new Error(`no watch on the connections of the server with ${logFile}`);
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Nesting).filter((nesting) => ownNesting(nesting) === null);
}

/**
 * Begins to watch a server; the returned function fails if a thread has taken a second connection since then.
 *
 * @throws Error without a watch
 */
export async function expectNoNestings(logFile: string): Promise<() => Promise<void>> {
  const before = (await nestingsOf(logFile)).length;
  return async () => {
    const nestings = (await nestingsOf(logFile)).slice(before);
    if (nestings.length === 0) return;
    throw new Error(
      `${nestings.length} times a thread held a connection to the database and took another:\n\n${nestings.map(describeNesting).join('\n\n')}`,
    );
  };
}

/** A readable description of a nesting. */
export function describeNesting({ first, second }: Nesting): string {
  return `it has one from\n${frames(first)}\nand takes another at\n${frames(second)}`;
}

/** Without the frames common to every request, and the engine's own frames between those of scripts. */
function frames(stack: readonly string[]): string {
  return stack
    .filter((frame) => /^org\.(keycloak|linkgate)\./.test(frame))
    .map((frame) => `  ${frame}`)
    .join('\n');
}

function fileBeside(logFile: string): string {
  return path.join(path.dirname(logFile), `${path.basename(logFile, '.log')}-${FILE}`);
}

async function makeWatch(log: (line: string) => void): Promise<string> {
  const folder = await generatedOnce('connection-watch', [SOURCE], async (made) => {
    const classes = path.join(made, 'classes');
    await mkdir(path.join(classes, 'META-INF'), { recursive: true });
    await writeFile(path.join(classes, 'META-INF', 'beans.xml'), '');
    const classPath = librariesOf(await obtainDistribution(log)).join(path.delimiter);
    await run('javac', ['--release', '17', '-proc:none', '-nowarn', '-d', classes, '-cp', classPath, SOURCE]);
    await run('jar', ['--create', '--file', path.join(made, JAR), '-C', classes, '.']);
  });
  return path.join(folder, JAR);
}
