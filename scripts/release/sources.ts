/** The sources of a release: which commit they are, and the archive of them. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';

const run = promisify(execFile);
/** The archive has the pictures and the lock file in it. */
const LARGEST_ARCHIVE = 256 * 1024 * 1024;
const ABBREVIATED = 10;

/** Git wants to know whose commit it is, which nobody will see. */
const NOBODY = ['-c', 'user.name=Linkgate', '-c', 'user.email=release@localhost'] as const;

/** The state of the sources. */
export interface Sources {
  /** The commit whose files are released, in full. */
  readonly commit: string;
  /** When it was made: a release has no other time in it, so that it is the same every time. */
  readonly date: Date;
  /** Files that differ from it, or that git doesn't know; none in a proper release. */
  readonly changed: readonly string[];
}

/** @throws Failure outside a clone */
export async function readSources(): Promise<Sources> {
  const [commit = '', seconds = ''] = (await git('log', '-1', '--format=%H %ct')).trim().split(' ');
  const status = await git('status', '--porcelain');
  return {
    commit,
    date: new Date(Number(seconds) * 1000),
    changed: status.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)])),
  };
}

/** How a version that isn't released is called: a semantic version before it, with its commit. */
export function previewName(version: string, { commit, changed }: Sources): string {
  // The letter: a number must not begin with a zero.
  const state = changed.length > 0 ? '.changed' : '';
  return `${version}-preview.g${commit.slice(0, ABBREVIATED)}${state}`;
}

/**
 * Writes the archive of what git knows: of the commit, or of the files as they are now, where they differ from it.
 * @param folder the one folder in the archive
 */
export async function writeSourceArchive(
  file: string,
  folder: string,
  { commit, changed }: Sources,
): Promise<void> {
  // A commit of the files as they are, which no branch names; it is empty where only unknown files are new.
  const stash = changed.length > 0 ? (await git(...NOBODY, 'stash', 'create')).trim() : '';
  const archive = await run('git', ['archive', '--format=tar', `--prefix=${folder}/`, stash || commit], {
    cwd: ROOT,
    encoding: 'buffer',
    maxBuffer: LARGEST_ARCHIVE,
  });
  // By the pinned Node rather than by git, whose own depends on the machine; its header has no time.
  await writeFile(file, gzipSync(archive.stdout, { level: 9 }));
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: ROOT }).catch((error: Error) => {
    throw new Failure(
      `A release is made from a clone: git ${args.join(' ')} failed (${error.message.split('\n')[0]})`,
    );
  });
  return stdout;
}
