/**
 * The commands that need no clone as one npm package: a program in one file, the declarations that it seeds, and
 * the contract, whose sections its texts name.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { licencesText, type Part, packagesIn } from '../build/parts.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';

const run = promisify(execFile);

/** The name of the package, and of its program. */
const NAME = 'linkgate';
/** As deep in the package as its source is in the project, so that it finds `realm-config` by the same way. */
const PROGRAM = 'scripts/commands/linkgate.js';
const ENTRY = path.join(ROOT, 'scripts', 'commands', 'linkgate.ts');
const README = path.join(import.meta.dirname, 'files', 'package-readme.md');
/** Some packages that it contains load Node's modules in the older way. */
const BANNER = `#!/usr/bin/env node
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);`;

/** The program names itself: in a clone the same commands are typed as `npm run linkgate -- seed …`. */
const ownWords: Plugin = {
  name: 'own words',
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
 * Creates the package's tarball, as `npm install` accepts it.
 * @param file the file to write
 * @param version the package's
 * @param workplace a folder for its contents, emptied first
 * @returns the npm packages that it contains
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
    plugins: [ownWords],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const parts = await packagesIn(metafile);
  await cp(path.join(ROOT, 'realm-config'), path.join(workplace, 'realm-config'), { recursive: true });
  for (const file of ['LICENSE', 'docs/contract.md', 'docs/reference.md'])
    await cp(path.join(ROOT, file), path.join(workplace, file));
  await cp(README, path.join(workplace, 'README.md'));
  await writeFile(path.join(workplace, 'LICENCES.txt'), await licencesText('This package', parts));
  await writeFile(
    path.join(workplace, 'package.json'),
    `${JSON.stringify(await manifest(version), null, 2)}\n`,
  );
  // Its own format, which has no times and no owners in it.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error'], {
    cwd: workplace,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Failure('npm pack failed:', [error.stderr?.trim() ?? error.message]);
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  await rename(path.join(workplace, packed?.filename ?? ''), file);
  return parts;
}

async function manifest(version: string): Promise<object> {
  const { description, license, engines } = await projectManifest();
  return { name: NAME, version, description, license, type: 'module', bin: { [NAME]: PROGRAM }, engines };
}

/** In esbuild's words, the Node that `engines` asks for. */
async function oldestNode(): Promise<string> {
  const { engines } = await projectManifest();
  return `node${/\d+/.exec(engines.node)?.[0]}`;
}

interface ProjectManifest {
  readonly description: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}

async function projectManifest(): Promise<ProjectManifest> {
  return JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as ProjectManifest;
}
