/** Builds the plugin with GraalJS instead of Rhino, to measure the cost of the script engine. */
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildPlugin } from '../../build/plugin.ts';
import { ROOT } from '../../build/root.ts';
import { Failure } from '../../failure.ts';
import { runChild } from '../../server/child.ts';
import { quickMaven } from '../../server/environment.ts';
import { localPath } from '../../server/local-folder.ts';

const SOURCES = ['Engine.java', 'Positions.java'].map((file) => path.join(import.meta.dirname, file));
/** The script that the plugin's build generates. */
const SCRIPT = path.join(ROOT, 'provider-scripts', 'host', 'target', 'generated', 'linkgate.js');
/** The minimum Java version of GraalJS. */
const JAVA_RELEASE = '21';

/** The plugin on GraalJS, and the libraries that it needs in the server's `providers`. */
export interface GraaljsPlugin {
  /** Absolute path. */
  jar: string;
  /** Absolute paths. */
  others: string[];
}

/**
 * Copies the plugin's JAR, replaces the two host classes that depend on the engine, and adds the script's source.
 *
 * @throws Failure with the output of the tool that failed
 */
export async function buildGraaljs(log: (line: string) => void): Promise<GraaljsPlugin> {
  const plugin = await buildPlugin({ log });
  const folder = localPath('graaljs');
  const [jar, classes, libraries] = ['linkgate-graaljs.jar', 'classes', 'libraries'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await rm(folder, { recursive: true, force: true });
  await mkdir(classes, { recursive: true });
  log('GraalJS: downloading with Maven…');
  await tool('mvn', [
    ...['-q', '-B', '-f', path.join(import.meta.dirname, 'pom.xml')],
    'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies',
    `-DoutputDirectory=${libraries}`,
    '-DincludeTypes=jar',
  ]);
  const others = (await readdir(libraries)).map((name) => path.join(libraries, name));
  const classPath = [plugin, ...others].join(path.delimiter);
  await tool('javac', ['--release', JAVA_RELEASE, '-proc:none', '-d', classes, '-cp', classPath, ...SOURCES]);
  await copyFile(SCRIPT, path.join(classes, 'linkgate.js'));
  await copyFile(plugin, jar);
  await tool('jar', ['uf', jar, '-C', classes, '.']);
  return { jar, others };
}

async function tool(command: string, args: string[]): Promise<void> {
  const home = process.env.JAVA_HOME;
  const program = home === undefined || command === 'mvn' ? command : path.join(home, 'bin', command);
  const { code, tail } = await runChild({ command: program, args, env: quickMaven(), output: () => {} });
  if (code !== 0) throw new Failure(`${command} exited with code ${code}:`, tail);
}
