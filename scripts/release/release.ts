/** Builds a release: a folder with everything that is needed without a clone. */
import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { licencesText, type Part, withoutDuplicates } from '../build/parts.ts';
import { buildPlugin, version } from '../build/plugin.ts';
import { pluginParts } from '../build/plugin-parts.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { differingRealmFiles, REALM_FILE } from '../realm-file/file.ts';
import { localPath } from '../server/local-folder.ts';
import { COMPILED_AGAINST, TESTED_VERSIONS } from '../server/version.ts';
import { type Subject, writeBillOfMaterials } from './bill-of-materials.ts';
import { readChangelog, UNRELEASED } from './changelog.ts';
import { CHECKSUMS, sha256, signChecksums, writeChecksums } from './checksums.ts';
import { buildImage, dockerArchitecture, saveImage } from './image.ts';
import { buildNpmPackage } from './npm-package.ts';
import { versionProblem } from './semantic-version.ts';
import { previewName, readSources, type Sources, writeSourceArchive } from './sources.ts';
import { readRecord, recordProblems } from './surface-record.ts';

const run = promisify(execFile);
/** Where the files are that a release has besides what is built; each has the version wherever it says VERSION. */
const FILES = {
  'INSTALL.md': 'docs/install.md',
  'compose.yml': 'scripts/release/files/compose.yml',
} as const;

/** The options of a release. */
export interface ReleaseOptions {
  /** Builds one that isn't to be published, despite any obstacles. */
  readonly preview: boolean;
  readonly image: boolean;
  /** Absolute; `.local/release/<version>` by default. It is emptied first. */
  readonly folder?: string;
  /** Signs the checksums. */
  readonly key?: KeyObject;
  readonly log: (line: string) => void;
}

/** The built release. */
export interface Release {
  readonly version: string;
  readonly folder: string;
  /** The names of its files. */
  readonly files: readonly string[];
  /** What it lacks, and why. */
  readonly leftOut: readonly string[];
  /** PEM, of the signature. */
  readonly publicKey?: string;
}

/** @throws Failure with everything that speaks against a release, unless it is a preview */
export async function buildRelease({ preview, image, folder, key, log }: ReleaseOptions): Promise<Release> {
  const sources = await readSources();
  const released = await version();
  const problems = await reasonsAgainst(released, sources);
  if (problems.length > 0 && !preview)
    throw new Failure(
      `${released} can't be released (--preview makes one that isn't to be published):`,
      problems,
    );
  const name = preview ? previewName(released, sources) : released;
  const target = folder ?? localPath('release', name);
  const workplace = localPath('release-work', String(process.pid));
  await requireOwnFolder(target);
  const made = path.join(workplace, 'files');
  await mkdir(made, { recursive: true });
  const inMade = (file: string) => path.join(made, file);
  try {
    log('the plugin…');
    const jar = inMade(`linkgate-${name}.jar`);
    await cp(await buildPlugin({ log }), jar);
    const inJar = await pluginParts();

    log('the commands…');
    const tarball = inMade(`linkgate-${name}.tgz`);
    const inPackage = await buildNpmPackage(tarball, name, path.join(workplace, 'package'));

    log('sources, bills of materials, licences…');
    await writeSourceArchive(inMade(`linkgate-${name}-sources.tar.gz`), `linkgate-${name}`, sources);
    await writeBills({ name, jar, inJar, tarball, inPackage, sources });
    const parts = withoutDuplicates([...inJar, ...inPackage]);
    await writeFile(inMade('LICENCES.txt'), await licencesText('Everything here', parts));
    await writeFile(inMade('CHANGES.md'), await changes(name));
    await cp(path.join(ROOT, REALM_FILE), inMade(path.basename(REALM_FILE)));
    for (const [file, from] of Object.entries(FILES)) {
      const text = await readFile(path.join(ROOT, from), 'utf8');
      await writeFile(inMade(file), text.replaceAll(/\bVERSION\b/g, name));
    }

    const leftOut: string[] = [];
    const architecture = image ? await dockerArchitecture() : undefined;
    if (architecture === undefined)
      leftOut.push(`the image: ${image ? 'no Docker daemon answers here' : '--no-image'}`);
    else {
      log('the image…');
      const labels = { version: name, revision: sources.commit, created: sources.date };
      const tag = await buildImage(jar, labels, path.join(workplace, 'image'));
      await saveImage(tag, inMade(`linkgate-${name}-image-${architecture}.tar.gz`));
    }
    if (key === undefined) leftOut.push('the signature: LINKGATE_SIGNING_KEY names no key');

    await writeChecksums(made);
    const publicKey = key && (await signChecksums(made, key));
    // Written at the end: an incomplete release is none.
    await rm(target, { recursive: true, force: true });
    await cp(made, target, { recursive: true });
    const files = (await readdir(target)).sort();
    return { version: name, folder: target, files, leftOut, ...(publicKey && { publicKey }) };
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

/** @throws Failure where emptying the folder would delete something other than a release */
async function requireOwnFolder(folder: string): Promise<void> {
  const files: string[] = await readdir(folder).catch(() => []);
  if (files.length > 0 && !files.includes(CHECKSUMS))
    throw new Failure(`${folder}: isn't empty and isn't a release; name another folder`);
}

/** Everything that keeps the sources from being this version. */
async function reasonsAgainst(released: string, { changed }: Sources): Promise<string[]> {
  const [newest] = await readChangelog();
  const { changes } = await readRecord();
  const versioned = versionProblem(released, changes);
  return [
    ...(changed.length > 0 ? [`not committed: ${changed.join(', ')}`] : []),
    ...(newest?.name === released && newest.date !== undefined
      ? []
      : [`CHANGELOG.md: its newest section is "${newest?.name}", and must be "${released} (YYYY-MM-DD)"`]),
    ...(versioned === undefined ? [] : [versioned]),
    ...(await recordProblems()),
    ...(await differingRealmFiles()).map(
      (file) => `${file}: differs from realm-config/; node scripts/run.mjs realm-file.ts`,
    ),
  ];
}

/** The section of the version; a preview has what isn't released yet. */
async function changes(name: string): Promise<string> {
  const sections = await readChangelog();
  const section = sections.find((one) => one.name === name) ?? sections[0];
  const title = section?.name === UNRELEASED ? `${name}: not released` : `${name} (${section?.date})`;
  return `# Linkgate ${title}\n\n${section?.text}\n`;
}

async function writeBills({
  name,
  jar,
  inJar,
  tarball,
  inPackage,
  sources,
}: {
  name: string;
  jar: string;
  inJar: readonly Part[];
  tarball: string;
  inPackage: readonly Part[];
  sources: Sources;
}): Promise<void> {
  const about = {
    made: sources.date,
    circumstances: {
      commit: sources.commit,
      keycloak: TESTED_VERSIONS.join(' '),
      'compiled-against': COMPILED_AGAINST,
      jdk: await jdk(),
      node: process.versions.node,
    },
  };
  const subject = async (file: string): Promise<Pick<Subject, 'name' | 'version' | 'sha256'>> => ({
    name: 'linkgate',
    version: name,
    sha256: sha256(await readFile(file)),
  });
  const plugin = { ...(await subject(jar)), ecosystem: 'maven', group: 'org.linkgate' } as const;
  const program = { ...(await subject(tarball)), ecosystem: 'npm' } as const;
  await writeBillOfMaterials(
    `${jar}.cdx.json`,
    { ...plugin, description: 'Plugin for Keycloak' },
    inJar,
    about,
  );
  await writeBillOfMaterials(
    `${tarball}.cdx.json`,
    { ...program, description: 'Commands for administrators' },
    inPackage,
    about,
  );
}

/** Another compiler may give other bytes. */
async function jdk(): Promise<string> {
  const home = process.env.JAVA_HOME;
  const { stdout } = await run(home ? path.join(home, 'bin', 'javac') : 'javac', ['-version']);
  return stdout.trim().replace(/^javac /, '');
}
