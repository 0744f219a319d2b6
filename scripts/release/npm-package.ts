/**
 * Builds the npm package with the commands that need no clone: the bundled program, the declarations that it seeds, and the
 * contract that its messages refer to.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { bundledPackages, licencesText, type Part } from '../build/parts.ts';
import { readProject } from '../build/project.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';

const run = promisify(execFile);

/** The name of the package and of its program. */
const NAME = 'linkgate';
/** At the same depth as its source in the project, so that it finds `realm-config` by the same relative path. */
const PROGRAM = 'scripts/commands/linkgate.js';
const ENTRY = path.join(ROOT, 'scripts', 'commands', 'linkgate.ts');
const README = path.join(import.meta.dirname, 'files', 'package-readme.md');
/** Some of the bundled packages load Node's modules by `require`. */
const BANNER = `#!/usr/bin/env node
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);`;

/** Replaces the commands in help and messages: in a clone `npx linkgate seed …` is `npm run linkgate -- seed …`. */
const packageCommands: Plugin = {
  name: 'package commands',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]scripts[\\/].*\.ts$/ }, async ({ path: file }) => {
      if (file.includes('node_modules')) return undefined;
      const text = await readFile(file, 'utf8');
      const contents = text
        .replaceAll(/npm run linkgate(?: --(?= ))?/g, `npx ${NAME}`)
        .replaceAll('npm start', 'npm start in a clone');
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * Builds the package's tarball, for `npm install`.
 * @param file the file to write
 * @param version the package's version
 * @param workplace a folder for the package's contents, emptied first
 * @returns the npm packages that are bundled in it
 */
export async function buildNpmPackage(file: string, version: string, workplace: string): Promise<Part[]> {
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true });
  const { metafile } = await build({
    entryPoints: [ENTRY],
    outfile: path.join(workplace, PROGRAM),
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: await oldestNode(),
    banner: { js: BANNER },
    plugins: [packageCommands],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const parts = await bundledPackages(metafile);
  await cp(path.join(ROOT, 'realm-config'), path.join(workplace, 'realm-config'), { recursive: true });
  for (const file of ['LICENSE', 'docs/contract.md', 'docs/reference.md', 'skills/linkgate/SKILL.md'])
    await cp(path.join(ROOT, file), path.join(workplace, file));
  await cp(README, path.join(workplace, 'README.md'));
  await writeFile(path.join(workplace, 'LICENCES.txt'), await licencesText('This package', parts));
  await writeFile(
    path.join(workplace, 'package.json'),
    `${JSON.stringify(await packageManifest(version), null, 2)}\n`,
  );
  // The tarballs of npm contain no times and no owners.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error'], {
    cwd: workplace,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Failure('npm pack failed:', [error.stderr?.trim() ?? error.message]);
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  await rename(path.join(workplace, packed?.filename ?? ''), file);
  return parts;
}

async function packageManifest(version: string): Promise<object> {
  const { description, license, keywords, homepage, bugs, author, repository, engines } = await readProject();
  return {
    ...{ name: NAME, version, description, license, keywords, homepage, bugs, author, repository },
    ...{ type: 'module', bin: { [NAME]: PROGRAM }, engines },
  };
}

/** The oldest Node that `engines` allows, as an esbuild target. */
async function oldestNode(): Promise<string> {
  const { engines } = await readProject();
  return `node${/\d+/.exec(engines.node)?.[0]}`;
}
