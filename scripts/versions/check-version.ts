/** Checks the scripts' and the host's uses of Keycloak against a version's own JARs. */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { obtainEngine } from '../build/engine.ts';
import { generateJavaTypes, librariesOf } from '../build/java-types.ts';
import { ROOT } from '../build/root.ts';
import { GENERATED, javaFilesBelow } from '../build/server-build.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { localPath } from '../server/local-folder.ts';
import { endpointNames, missingEndpoints } from './names.ts';

const SCRIPTS = path.join(ROOT, 'provider-scripts');
const HOST = path.join(SCRIPTS, 'host');
/** Java's and TypeScript's error messages, without the position in the line. */
const PROBLEM = /error/;

/**
 * Compiles the scripts and the host as if for a version, and looks for the endpoints that scripts name.
 *
 * @param version such as `26.7.5`; it names the folder in which files are made
 * @param server the unpacked distribution of it
 * @param jar the built plugin
 * @returns what is missing or changed, a line each, beginning with file and line
 */
export async function checkVersion(version: string, server: string, jar: string): Promise<string[]> {
  const folder = localPath(`version-${version}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return [
    ...(await checkScripts(folder, server, jar)),
    ...(await checkHost(folder, server)),
    ...(await missingEndpoints(server, await endpointNames())),
    ...(await missingAtStart(server, jar)),
  ];
}

/** What the server's own check at the start would find: of an untested minor version, whether Linkgate is served there. */
async function missingAtStart(server: string, jar: string): Promise<string[]> {
  const missing: string[] = [];
  const { code, tail } = await runChild({
    command: 'java',
    args: [
      '-cp',
      [jar, ...librariesOf(server)].join(path.delimiter),
      path.join(import.meta.dirname, 'Missing.java'),
    ],
    output: (line) => missing.push(`provider-scripts/types/references.txt: Keycloak has no ${line}`),
  });
  return code === 0 ? missing : [`Missing.java: ${tail.at(-1) ?? `code ${code}`}`];
}

async function checkScripts(folder: string, server: string, jar: string): Promise<string[]> {
  // Beside each other as they are in the project.
  const types = path.join(folder, 'generated', 'java.d.ts');
  const engine = path.join(folder, 'engine.d.ts');
  await copyFile(path.join(SCRIPTS, 'types', 'engine.d.ts'), engine);
  try {
    await generateJavaTypes(server, jar, types);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [`provider-scripts/types/java-classes.txt: ${error.details?.at(-1) ?? error.message}`];
  }
  const project = path.join(folder, 'tsconfig.json');
  const options = {
    extends: path.join(SCRIPTS, 'tsconfig.json'),
    compilerOptions: { paths: { keycloak: [types] } },
    include: [path.join(SCRIPTS, 'src', '**', '*.ts'), engine, types],
  };
  await writeFile(project, JSON.stringify(options));
  return await problemsOf('tsc', ['-p', project, '--pretty', 'false']);
}

async function checkHost(folder: string, server: string): Promise<string[]> {
  const sources = [path.join(HOST, 'src', 'main', 'java'), path.join(GENERATED, 'java')];
  const files = await Promise.all(sources.map(javaFilesBelow));
  const classPath = [await obtainEngine(), ...librariesOf(server)].join(path.delimiter);
  const options = ['-proc:none', '-nowarn', '--release', '17', '-d', path.join(folder, 'classes')];
  return await problemsOf('javac', [...options, '-cp', classPath, ...files.flat()]);
}

/** The compiler's error lines; a compiler that fails without one is a problem itself. */
async function problemsOf(program: string, args: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const { code, tail } = await runChild({
    command: program,
    args,
    cwd: ROOT,
    output: (line) => lines.push(line.replaceAll(`${ROOT}${path.sep}`, '')),
  });
  const problems = lines.filter((line) => PROBLEM.test(line) && /:\d+|\(\d+,\d+\)/.test(line));
  return code !== 0 && problems.length === 0 ? [`${program}: ${tail.at(-1) ?? `code ${code}`}`] : problems;
}
