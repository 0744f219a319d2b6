/** Generates the TypeScript types of the Java classes that scripts use, from the server's own JARs and the host's classes. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { ROOT } from './root.ts';

const CLASSES = path.join(ROOT, 'provider-scripts', 'types', 'java-classes.txt');
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

/** The class path of an unpacked server. */
export function librariesOf(server: string): string[] {
  return ['boot', 'main'].map((folder) => path.join(server, 'lib', 'lib', folder, '*'));
}
