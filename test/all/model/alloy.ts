/** Analyses modules with Alloy in one Java program; Maven downloads Alloy the first time. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../../scripts/failure.ts';
import { runChild } from '../../../scripts/server/child.ts';
import { SHORT_LIVED_OPTIONS } from '../../../scripts/server/environment.ts';
import { localPath } from '../../../scripts/server/local-folder.ts';

const VERSION = '6.2.0';
const ARTIFACT = `org.alloytools:org.alloytools.alloy.dist:${VERSION}`;
const JAR = `org.alloytools.alloy.dist-${VERSION}.jar`;
const COPY_GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy';
const PROGRAM = path.join(import.meta.dirname, 'Analyze.java');

/** A module's text, and the commands to execute; all by default. */
export interface Job {
  text: string;
  commands?: readonly string[];
}

/** The outcome of a command: the trace of a `check` is a counterexample, that of a `run` an example. */
export interface Outcome {
  command: string;
  kind: 'check' | 'run';
  /** The trace in Alloy's format; null if there is none within the scope. */
  trace: string | null;
  /** The CPU time of the command. */
  processorMillis: number;
}

/**
 * Executes the commands of each job in order.
 *
 * @throws Failure with Maven's reason if Alloy isn't available, or with Alloy's if a module has an error
 */
export async function analyse(jobs: readonly Job[]): Promise<Outcome[][]> {
  const jar = await obtainAlloy();
  const folder = await mkdtemp(localPath('model-'));
  try {
    const files = jobs.map((_, index) => path.join(folder, `${index}.als`));
    await Promise.all(jobs.map(({ text }, index) => writeFile(files[index] ?? '', text)));
    const args = jobs.map(({ commands }, index) =>
      [files[index], ...(commands ? [commands.join(',')] : [])].join(':'),
    );
    const found = path.join(folder, 'outcomes');
    const { code, tail } = await runChild({
      command: 'java',
      args: ['-Xmx1g', ...SHORT_LIVED_OPTIONS, '-cp', jar, PROGRAM, found, ...args],
      output: () => {},
    });
    if (code !== 0) {
      const words = tail.filter((line) => !/^(\[\w+\] (INFO|WARN) |\s+at )/.test(line));
      throw new Failure('Alloy did not analyse the model:', words);
    }
    const lines = (await readFile(found, 'utf8')).trimEnd().split('\n');
    const outcomes = lines.map((line) => line.split('\t'));
    return await Promise.all(files.map((file) => parseOutcomes(outcomes.filter(([name]) => name === file))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function parseOutcomes(lines: readonly string[][]): Promise<Outcome[]> {
  return await Promise.all(
    lines.map(async ([, command = '', kind, trace = '', processorMillis]) => ({
      command,
      kind: kind as Outcome['kind'],
      trace: trace === 'none' ? null : await readFile(trace, 'utf8'),
      processorMillis: Number(processorMillis),
    })),
  );
}

/** The path of Alloy's JAR. It gets this name only once it is complete. */
async function obtainAlloy(): Promise<string> {
  const target = localPath(`alloy-${VERSION}`);
  const jar = path.join(target, JAR);
  if (existsSync(jar)) return jar;
  await mkdir(localPath(), { recursive: true });
  const partial = await mkdtemp(`${target}.partial-`);
  const { code, tail } = await runChild({
    command: 'mvn',
    args: [
      '--batch-mode',
      '-q',
      '-Dstyle.color=never',
      COPY_GOAL,
      `-Dartifact=${ARTIFACT}`,
      `-DoutputDirectory=${partial}`,
    ],
    cwd: partial,
    output: () => {},
  });
  const reason = /\[ERROR\] (Failed .*?)( -> \[Help 1\])?$/m.exec(tail.join('\n'))?.[1] ?? tail.at(-1);
  if (code !== 0 || !existsSync(path.join(partial, JAR))) {
    await rm(partial, { recursive: true, force: true });
    const hint = 'it reads proxies and mirrors from ~/.m2/settings.xml';
    throw new Failure(`Maven couldn't download Alloy ${VERSION} (${hint}): ${reason}`);
  }
  // Another test file may have been first.
  await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  return jar;
}
