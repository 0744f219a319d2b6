/** Builds the plugin's JAR with the JARs of an unpacked server, which `npm start` downloads anyway: Maven isn't asked for any of them again. */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { localPath } from '../server/local-folder.ts';
import { NEWEST_VERSION } from '../server/version.ts';
import { compileToFolder, relocate, SCRIPT_CLASS } from './compile.ts';
import { obtainEngine } from './engine.ts';
import { HOST } from './host.ts';
import { librariesOf } from './java-types.ts';
import { ROOT } from './root.ts';

/** What this build makes. */
export const SERVER_TARGET = localPath('plugin');
/** What was generated for it before. */
export const GENERATED = path.join(SERVER_TARGET, 'generated');
const HOST_CLASSES = path.join(SERVER_TARGET, 'host-classes');
const SCRIPT_CLASSES = path.join(SERVER_TARGET, 'script-classes');
/** As in `pom.xml`; the server's JARs also name JARs that it doesn't have. */
const LINT = '-Xlint:all,-path,-processing,-classfile,-serial';
/** A finding of `-Xlint`. `-Werror` would also count what javac says of the server's own annotations, some of which it lacks. */
const WARNING = /: warning: \[/;

/**
 * Builds the JAR from what was generated: the script while the server is still being downloaded, then the host.
 *
 * @param jar the absolute path of the JAR to write
 * @throws Failure with the compiler's error
 */
export async function buildByServer(jar: string, log: (line: string) => void): Promise<void> {
  const engine = await obtainEngine();
  const [server] = await Promise.all([
    obtainDistribution(log, NEWEST_VERSION),
    compileToFolder(path.join(GENERATED, 'linkgate.js'), SCRIPT_CLASS, SCRIPT_CLASSES),
  ]);
  await compileHost(engine, server);
  await relocate(jar, [
    HOST_CLASSES,
    SCRIPT_CLASSES,
    path.join(HOST, 'src', 'main', 'resources'),
    // Before the theme: emails with their styles inlined, and the step's texts with those of the theme.
    path.join(GENERATED, 'resources'),
    path.join(ROOT, 'theme'),
    engine,
  ]);
}

async function compileHost(engine: string, server: string): Promise<void> {
  await mkdir(HOST_CLASSES, { recursive: true });
  const sources = [path.join(HOST, 'src', 'main', 'java'), path.join(GENERATED, 'java')];
  const files = (await Promise.all(sources.map(javaFilesBelow))).flat();
  const warnings: string[] = [];
  const { code, tail } = await runChild({
    command: 'javac',
    args: [
      ...['-J-XX:TieredStopAtLevel=1', '-proc:none', '-g', '-encoding', 'UTF-8', LINT, '--release', '17'],
      ...['-d', HOST_CLASSES, '-cp', [engine, ...librariesOf(server)].join(path.delimiter), ...files],
    ],
    output: (line) => {
      if (WARNING.test(line)) warnings.push(line);
    },
  });
  if (code !== 0) throw new Failure("The plugin's Java part wasn't built:", tail);
  if (warnings.length > 0) throw new Failure("The plugin's Java part has warnings:", warnings);
}

/** The Java sources below a folder. */
export async function javaFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((name) => name.endsWith('.java')).map((name) => path.join(folder, name));
}
