/** Generates the TypeScript types of the Java classes that scripts use, from the server's own JARs and the host's classes. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { ROOT } from './root.ts';

/** The classes that the scripts may use. */
export const CLASSES = path.join(ROOT, 'provider-scripts', 'types', 'java-classes.txt');
/** What `listReferences` returns, as it is in the JAR. */
export const REFERENCES = path.join(ROOT, 'provider-scripts', 'types', 'references.txt');
const SERVICES = /^org\.keycloak\.keycloak-services-.*\.jar$/;
/** The types of the server in use. */
export const JAVA_TYPES = path.join(ROOT, 'provider-scripts', 'types', 'generated', 'java.d.ts');

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
