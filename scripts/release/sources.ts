/** The sources of a release: their commit, and the archive of them. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';

const run = promisify(execFile);
/** Enough for the pictures and the lock file. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;
const SHORT_HASH_LENGTH = 10;

/** Git requires an author; this commit is never published. */
const AUTHOR = ['-c', 'user.name=Linkgate', '-c', 'user.email=release@localhost'] as const;

/** The state of the sources. */
export interface Sources {
  /** The full hash of the commit that is released. */
  readonly commit: string;
  /** The commit's time, the only time in a release, so that builds are reproducible. */
  readonly date: Date;
  /** Files that are modified or untracked; empty for a release. */
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

/** The version of a preview: a prerelease of the version, with the commit. */
export function previewVersion(version: string, { commit, changed }: Sources): string {
  // The `g` is needed: a numeric identifier must not begin with a zero.
  const state = changed.length > 0 ? '.changed' : '';
  return `${version}-preview.g${commit.slice(0, SHORT_HASH_LENGTH)}${state}`;
}

/**
 * Writes an archive of the tracked files: of the commit, or of the working tree if it differs.
 * @param folder the top-level folder in the archive
 * @param untracked further files, by their paths from the project's folder
 */
export async function writeSourceArchive(
  file: string,
  folder: string,
  { commit, changed }: Sources,
  untracked: readonly string[],
): Promise<void> {
  // A dangling commit of the working tree; empty if there are only untracked files.
  const stash = changed.length > 0 ? (await git(...AUTHOR, 'stash', 'create')).trim() : '';
  const added = untracked.flatMap((name) => [
    `--prefix=${folder}/${path.posix.dirname(name)}/`,
    `--add-file=${name}`,
  ]);
  const args = ['archive', '--format=tar', ...added, `--prefix=${folder}/`, stash || commit];
  const archive = await run('git', args, {
    cwd: ROOT,
    encoding: 'buffer',
    maxBuffer: MAX_ARCHIVE_BYTES,
  });
  // Compressed by the pinned Node, since git's compression depends on the machine; the header has no time.
  await writeFile(file, gzipSync(archive.stdout, { level: 9 }));
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: ROOT }).catch((error: Error) => {
    throw new Failure(
      `A release is built from a clone: git ${args.join(' ')} failed (${error.message.split('\n')[0]})`,
    );
  });
  return stdout;
}
