/** Runs Maven in the host's folder, with the versions that the plugin is built with. */
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { quickMaven } from '../server/environment.ts';
import { COMPILED_AGAINST } from '../server/version.ts';
import { readProject } from './project.ts';
import { ROOT } from './root.ts';

/** The folder of the host. */
export const HOST = path.join(ROOT, 'provider-scripts', 'host');

/**
 * Runs Maven's goals.
 * @param goals such as `package`
 * @param failed the beginning of the failure's message
 * @throws Failure with the end of Maven's output
 */
export async function runHostMaven(goals: readonly string[], failed: string): Promise<void> {
  const { version } = await readProject();
  const { code, tail } = await runChild({
    command: 'mvn',
    args: [
      ...['-q', '-B', '-f', path.join(HOST, 'pom.xml')],
      ...[`-Dkeycloak.version=${COMPILED_AGAINST}`, `-Drevision=${version}`],
      ...goals,
    ],
    env: quickMaven(),
    output: () => {},
  });
  if (code !== 0) throw new Failure(`${failed} (mvn exited with code ${code}):`, tail);
}
