/** Generates the TypeScript types of the Java classes that scripts use, from the server's own JARs and the host's classes. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { ROOT } from './root.ts';
import { usedMembers } from './used-members.ts';

const CLASSES = path.join(ROOT, 'provider-scripts', 'types', 'java-classes.txt');
/** What `listReferences` returns, as it is in the JAR. */
export const REFERENCES = path.join(ROOT, 'provider-scripts', 'types', 'references.txt');
const SERVICES = /^org\.keycloak\.keycloak-services-.*\.jar$/;
/** The types of the server in use. */
const JAVA_TYPES = path.join(ROOT, 'provider-scripts', 'types', 'generated', 'java.d.ts');

/**
 * Writes the types.
 *
 * @param server the unpacked Keycloak distribution
 * @param jar the built plugin
 * @param output the file to write
 * @throws Failure naming a class or method of the list that this server doesn't have
 */
export async function generateJavaTypes(
  server: string,
  jar: string,
  output: string = JAVA_TYPES,
): Promise<void> {
  await mkdir(path.dirname(output), { recursive: true });
  const { code, tail } = await runChild({
    command: 'java',
    args: [
      '-cp',
      [jar, ...librariesOf(server)].join(path.delimiter),
      path.join(import.meta.dirname, 'JavaTypes.java'),
      CLASSES,
      output,
    ],
    output: () => {},
  });
  if (code !== 0) throw new Failure('The Java types for the scripts were not generated:', tail);
}

/**
 * Returns what scripts and host use of the server's classes, as the host checks it at the start: a class and its members a line.
 * The types of this server must have been generated.
 *
 * @param server the unpacked Keycloak distribution
 * @param jar the built plugin
 * @throws Failure naming what this server doesn't have
 */
export async function listReferences(server: string, jar: string): Promise<string> {
  const lines: string[] = [];
  const used = path.join(path.dirname(JAVA_TYPES), 'used-members.txt');
  await writeFile(used, (await usedMembers(JAVA_TYPES)).join('\n'));
  const { code, tail } = await runChild({
    command: 'java',
    args: [
      '-cp',
      [jar, ...librariesOf(server)].join(path.delimiter),
      path.join(import.meta.dirname, 'References.java'),
      jar,
      CLASSES,
      path.join(ROOT, 'provider-scripts', 'src'),
      await servicesOf(server),
      used,
    ],
    output: (line) => lines.push(`${line}\n`),
  });
  if (code !== 0) throw new Failure('What is used of the server was not listed:', tail);
  return lines.join('');
}

/** The JAR with Keycloak's endpoints. */
export async function servicesOf(server: string): Promise<string> {
  const folder = path.join(server, 'lib', 'lib', 'main');
  return path.join(folder, (await readdir(folder)).find((name) => SERVICES.test(name)) ?? '');
}

/** The methods that the list marks as constant, by class, and with `!` the setters that end that. */
export async function constantMethods(): Promise<Record<string, string[]>> {
  const constants: Record<string, string[]> = {};
  for (const line of (await readFile(CLASSES, 'utf8')).split('\n')) {
    const [name = '', ...words] = line.replace(/#.*/, '').trim().split(/\s+/);
    const methods = words.filter((word) => /^[=!]/.test(word)).map((word) => word.replace('=', ''));
    if (methods.length > 0) constants[name] = methods;
  }
  return constants;
}

/** The class path of an unpacked server. */
export function librariesOf(server: string): string[] {
  return ['boot', 'main'].map((folder) => path.join(server, 'lib', 'lib', folder, '*'));
}
