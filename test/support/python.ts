/** Python packages; each requirements file is installed once under `.local`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { generatedOnce } from './generated-once.ts';

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
 * Installs a requirements file's packages once: into a virtual environment, or into a plain folder if
 * Python lacks the `venv` module, as on Debian.
 * @param name the folder's name, before the digest of the requirements
 * @param requirements the absolute path of a pip requirements file that lists every package: nothing else is installed
 */
export async function pythonWith(name: string, requirements: string): Promise<Python> {
  const folder = await generatedOnce(name, [requirements], (made) => install(made, requirements));
  const own = path.join(folder, 'bin', 'python');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  return existsSync(own)
    ? { command: own, env }
    : { command: 'python3', env: { ...env, PYTHONPATH: folder } };
}

/** The folder of an installed package that isn't executed. */
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
