/** Lists what is used of the server; by TypeScript's own checker, which only development has: a start or a build doesn't come here. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { CLASSES, JAVA_TYPES, librariesOf, servicesOf } from './java-types.ts';
import { ROOT } from './root.ts';
import { usedMembers } from './used-members.ts';

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
