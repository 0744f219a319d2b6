/** Packages of Python, each list of them installed once under `.local`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { madeOnce } from './made-once.ts';

const run = promisify(execFile);

/** How to start a Python program that needs the packages. */
export interface Python {
  command: string;
  env: NodeJS.ProcessEnv;
}

/** Whether this machine has a Python 3. */
export async function hasPython(): Promise<boolean> {
  return await run('python3', ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Installs what a list names unless that was done before: into a virtual environment, or into a plain folder where
 * Python came without the module for those, as Debian has it.
 * @param name of the folder, before the list's digest
 * @param requirements a file of pip's, absolute, which names all that is needed: nothing else is installed
 */
export async function pythonWith(name: string, requirements: string): Promise<Python> {
  const folder = await madeOnce(name, [requirements], (made) => install(made, requirements));
  const own = path.join(folder, 'bin', 'python');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  return existsSync(own)
    ? { command: own, env }
    : { command: 'python3', env: { ...env, PYTHONPATH: folder } };
}

/** The folder of an installed package, which isn't run. */
export async function pythonPackage({ command, env }: Python, name: string): Promise<string> {
  const program = `import importlib.util; print(importlib.util.find_spec('${name}').submodule_search_locations[0])`;
  const { stdout } = await run(command, ['-c', program], { env });
  return stdout.trim();
}

async function install(folder: string, requirements: string): Promise<void> {
  const pip = [
    ...['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet'],
    ...['--no-deps', '--no-compile', '--requirement', requirements],
  ];
  try {
    await run('python3', ['-m', 'venv', folder]);
  } catch {
    await rm(folder, { recursive: true, force: true });
    await run('python3', [...pip, '--target', folder]);
    return;
  }
  await run(path.join(folder, 'bin', 'python'), pip);
}
