/** The npm package with the commands, installed into an empty folder as by a user without a clone. */
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../scripts/build/root.ts';
import { buildNpmPackage } from '../../scripts/release/npm-package.ts';
import { type Ran, runProgram } from './command.ts';

/** A version that no release has. */
export const PACKAGE_VERSION = '1.2.3-test';

/** Its folders. */
export interface InstalledPackage {
  /** The package's own folder. */
  folder: string;
  /** Runs its program. */
  linkgate: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Ran>;
  remove: () => Promise<void>;
}

/** Works without a network: the package contains everything that it needs. */
export async function installPackage(): Promise<InstalledPackage> {
  // Outside the project, since npm and Node would find the project's packages from any folder in it.
  const home = await mkdtemp(path.join(tmpdir(), 'linkgate-package-'));
  const work = path.join(home, 'work');
  const tarball = path.join(home, 'linkgate.tgz');
  await buildNpmPackage(tarball, PACKAGE_VERSION, work);
  await rm(work, { recursive: true });
  const environment = { PATH: await pathOfOthers() };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--offline', '--prefix', home, ...quiet, tarball];
  const installed = await runProgram('npm', args, { cwd: home, environment });
  if (installed.code !== 0) throw new Error(`npm install ended with ${installed.code}: ${installed.stderr}`);
  return {
    folder: path.join(home, 'node_modules', 'linkgate'),
    linkgate: (words, own = {}) =>
      runProgram(path.join(home, 'node_modules', '.bin', 'linkgate'), words, {
        cwd: home,
        environment: { ...environment, ...own },
      }),
    remove: () => rm(home, { recursive: true }),
  };
}

/** The PATH without the project's own programs: Node is the machine's, if it has a recent enough one. */
export async function pathOfOthers(): Promise<string> {
  const all = (process.env.PATH ?? '').split(path.delimiter);
  const others = all.filter((folder) => !folder.startsWith(path.join(ROOT, 'node_modules')));
  const found = await Promise.all(
    others.map((folder) =>
      access(path.join(folder, 'node')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return (found.includes(true) ? others : all).join(path.delimiter);
}
