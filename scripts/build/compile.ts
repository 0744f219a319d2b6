/** Compiles a bundled script to class files, like the build of the plugin. */
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { SHORT_LIVED_OPTIONS } from '../server/environment.ts';
import { obtainEngine } from './engine.ts';

/** The prefix of the script's class names, before their numbers; the host and the plugin's build use it too. */
export const SCRIPT_CLASS = 'org.linkgate.script.Linkgate';

/**
 * Compiles a script for the engine in the plugin's JAR.
 *
 * @param script the absolute path of the script
 * @param name the prefix of the classes' names, followed by numbers
 * @param folder the absolute path of the output folder
 * @throws Failure with line and reason if the script has an error
 */
export async function compileScript(script: string, name: string, folder: string): Promise<void> {
  await compileToFolder(script, name, folder);
  await relocate(folder, [folder]);
}

/** The same for the engine as it is published: `relocate` changes that. */
export async function compileToFolder(script: string, name: string, folder: string): Promise<void> {
  const program = path.join(import.meta.dirname, 'CompileScript.java');
  await runJava(['-cp', await obtainEngine(), program, script, name, folder], 'The script was not compiled:');
}

/**
 * Collects files, with the engine's packages under the name that they have in the plugin's JAR.
 *
 * @param target the JAR, by its name, or the folder to write
 * @param sources folders and JARs; of files with the same name the first counts
 */
export async function relocate(target: string, sources: readonly string[]): Promise<void> {
  const program = path.join(import.meta.dirname, 'Relocate.java');
  await runJava([program, target, ...sources], `${path.basename(target)} was not written:`);
}

async function runJava(args: readonly string[], failed: string): Promise<void> {
  const { code, tail } = await runChild({
    command: 'java',
    args: [...SHORT_LIVED_OPTIONS, ...args],
    output: () => {},
  });
  if (code !== 0) throw new Failure(failed, tail);
}
