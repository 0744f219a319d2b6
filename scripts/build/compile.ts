/** Compiles a bundled script to class files, like the build of the plugin. */
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { SHORT_LIVED_OPTIONS } from '../server/environment.ts';
import { ROOT } from './root.ts';

/** The prefix of the script's class names, before their numbers; the host and the plugin's build use it too. */
export const SCRIPT_CLASS = 'org.linkgate.script.Linkgate';

/** The engine, as downloaded by the plugin's build. */
const ENGINE = path.join(ROOT, 'provider-scripts', 'host', 'target', 'rhino.jar');

/**
 * Compiles a script for the engine in the plugin's JAR, which must have been built.
 *
 * @param script the absolute path of the script
 * @param name the prefix of the classes' names, followed by numbers
 * @param folder the absolute path of the output folder
 * @throws Failure with line and reason if the script has an error
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
