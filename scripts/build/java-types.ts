/** Generates the TypeScript types of the Java classes that scripts use, from the server's own JARs and the host's classes. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { ROOT } from './root.ts';

const CLASSES = path.join(ROOT, 'provider-scripts', 'types', 'java-classes.txt');
const OUTPUT = path.join(ROOT, 'provider-scripts', 'types', 'generated', 'java.d.ts');

/**
 * Writes the types.
 *
 * @param server the unpacked Keycloak distribution
 * @param jar the built plugin
 * @throws Failure naming a class or method of the list that this server doesn't have
 */
export async function generateJavaTypes(server: string, jar: string): Promise<void> {
  await mkdir(path.dirname(OUTPUT), { recursive: true });
  const libraries = ['boot', 'main'].map((folder) => path.join(server, 'lib', 'lib', folder, '*'));
  const { code, tail } = await runChild({
    command: 'java',
    args: [
      '-cp',
      [jar, ...libraries].join(path.delimiter),
      path.join(import.meta.dirname, 'JavaTypes.java'),
      CLASSES,
      OUTPUT,
    ],
    output: () => {},
  });
  if (code !== 0) throw new Failure('The Java types for the scripts were not generated:', tail);
}
