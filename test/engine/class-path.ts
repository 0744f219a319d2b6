/** The class path of a Java program that runs scripts in the plugin's engine. */
import path from 'node:path';
import { buildPlugin } from '../../scripts/build/plugin.ts';
import { obtainDistribution } from '../../scripts/server/distribution.ts';

/** The class path: a folder of compiled scripts, the built plugin, and the server's own libraries. */
export async function engineClassPath(folder: string): Promise<string> {
  const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
  return [folder, jar, path.join(server, 'lib', 'lib', 'main', '*')].join(path.delimiter);
}
