/** A Python with Authlib in it, made once under `.local`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { madeOnce } from '../../../support/relying-party/made-once.ts';

const run = promisify(execFile);

const REQUIREMENTS = path.join(import.meta.dirname, 'requirements.txt');

/** How to start a Python program that needs `requirements.txt`. */
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
 * Installs `requirements.txt` unless that was done before: into a virtual environment, or into a plain folder where
 * Python came without the module for those, as Debian has it.
 */
export async function authlibPython(): Promise<Python> {
  const folder = await madeOnce('authlib', [REQUIREMENTS], install);
  const own = path.join(folder, 'bin', 'python');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  return existsSync(own)
    ? { command: own, env }
    : { command: 'python3', env: { ...env, PYTHONPATH: folder } };
}

async function install(folder: string): Promise<void> {
  const pip = [
    '-m',
    'pip',
    '--disable-pip-version-check',
    'install',
    '--quiet',
    '--requirement',
    REQUIREMENTS,
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
