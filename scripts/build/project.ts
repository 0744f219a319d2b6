/** The project's description in package.json: that of everything published (JAR, npm package, image). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './root.ts';

/** The fields that are used here. */
export interface Project {
  readonly version: string;
  readonly description: string;
  /** An SPDX identifier. */
  readonly license: string;
  readonly keywords: readonly string[];
  /** The address of the project's pages. */
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly author: { readonly name: string; readonly url: string };
  /** The address for git begins with `git+`, as npm writes it. */
  readonly repository: { readonly type: string; readonly url: string };
  readonly engines: { readonly node: string };
}

/** Reads package.json. */
export async function readProject(): Promise<Project> {
  return JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as Project;
}

/** The repository's address, for git. */
export function repositoryOf({ repository }: Project): string {
  return repository.url.replace(/^git\+/, '');
}
