/** Compiles a bundled script to class files, as the build of the plugin does for the product's own. */
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { SHORT_LIVED_OPTIONS } from '../server/environment.ts';
import { ROOT } from './root.ts';

/** The name of the script's classes, before their numbers; the host and the plugin's build use it too. */
export const SCRIPT_CLASS = 'org.linkgate.script.Linkgate';

/** The engine, as downloaded by the plugin's build. */
const ENGINE = path.join(ROOT, 'provider-scripts', 'host', 'target', 'rhino.jar');

/**
 * Compiles a script, for an engine in the plugin's JAR, which must have been built.
 *
 * @param script its file, absolute
 * @param name of the classes that it becomes, which end with their numbers,
 * @param folder of classes, absolute
 * @throws Failure with line and reason when it has a mistake
 */
export async function compileScript(script: string, name: string, folder: string): Promise<void> {
  const program = path.join(import.meta.dirname, 'CompileScript.java');
  const { code, tail } = await runChild({
    command: 'java',
    args: [...SHORT_LIVED_OPTIONS, '-cp', ENGINE, program, script, name, folder],
    output: () => {},
  });
  if (code !== 0) throw new Failure('The script was not compiled:', tail);
}
