/** Builds a release: a folder with all files that users need without a clone. */
import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { licencesText, type Part, withoutDuplicates } from '../build/parts.ts';
import { buildPlugin } from '../build/plugin.ts';
import { pluginParts } from '../build/plugin-parts.ts';
import { readProject } from '../build/project.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { differsFromDeclarations, REALM_FILE, UNTRACKED_FILES, writeRealmFiles } from '../realm-file/file.ts';
import { localPath } from '../server/local-folder.ts';
import { COMPILED_AGAINST, TESTED_VERSIONS } from '../server/version.ts';
import { PROOF_FILE } from '../test/proof.ts';
import { newestVersion } from '../versions/parts.ts';
import { unnamedVersion } from '../versions/table.ts';
import { type Subject, writeBillOfMaterials } from './bill-of-materials.ts';
import { readChangelog, UNRELEASED, withoutLinks } from './changelog.ts';
import { CHECKSUMS, sha256, signChecksums, writeChecksums } from './checksums.ts';
import { buildImage, dockerArchitecture, saveImage } from './image.ts';
import { COORDINATES, writeMavenFiles } from './maven.ts';
import { buildNpmPackage } from './npm-package.ts';
import { versionProblem } from './semantic-version.ts';
import { previewVersion, readSources, type Sources, writeSourceArchive } from './sources.ts';
import { readRecord, recordProblems } from './surface-record.ts';

const run = promisify(execFile);
/** The files that are copied into a release, by name; VERSION in them is replaced. */
const FILES = {
  'INSTALL.md': 'docs/install.md',
  'compose.yml': 'scripts/release/files/compose.yml',
  'linkgate-drop-tables.sql': 'deploy/drop-tables.sql',
} as const;

/** The options of a release. */
export interface ReleaseOptions {
  /** Builds a release that isn't to be published, even if there are problems. */
  readonly preview: boolean;
  readonly image: boolean;
  /** Absolute path; `.local/release/<version>` by default. Emptied first. */
  readonly folder?: string;
  /** Signs the checksums. */
  readonly key?: KeyObject;
  readonly log: (line: string) => void;
}

/** A release that was built. */
export interface Release {
  readonly version: string;
  readonly folder: string;
  /** The names of the files in the folder. */
  readonly files: readonly string[];
  /** The optional parts that are missing, and why. */
  readonly omitted: readonly string[];
  /** In PEM, for verifying the signature. */
  readonly publicKey?: string;
}

/** @throws Failure with all problems that prevent a release, unless it is a preview */
export async function buildRelease({ preview, image, folder, key, log }: ReleaseOptions): Promise<Release> {
  const sources = await readSources();
  const { version: released } = await readProject();
  const problems = preview ? [] : await releaseProblems(released, sources);
  if (problems.length > 0)
    throw new Failure(
      `${released} can't be released (--preview builds one that isn't to be published):`,
      problems,
    );
  const name = preview ? previewVersion(released, sources) : released;
  const target = folder ?? localPath('release', name);
  const workplace = localPath('release-work', String(process.pid));
  await requireReplaceableFolder(target);
  const staging = path.join(workplace, 'files');
  await mkdir(staging, { recursive: true });
  const staged = (file: string) => path.join(staging, file);
  try {
    log('the plugin…');
    const jar = staged(`linkgate-${name}.jar`);
    await cp(await buildPlugin({ log, by: 'maven' }), jar);
    const inJar = await pluginParts();
    await writeMavenFiles(jar, name);

    log('the commands…');
    const tarball = staged(`linkgate-${name}.tgz`);
    const inPackage = await buildNpmPackage(tarball, name, path.join(workplace, 'package'));

    log('sources, bills of materials, licences…');
    await writeRealmFiles(UNTRACKED_FILES);
    const archive = staged(`linkgate-${name}-sources.tar.gz`);
    await writeSourceArchive(archive, `linkgate-${name}`, sources, UNTRACKED_FILES);
    await writeBillsOfMaterials({ name, jar, inJar, tarball, inPackage, sources });
    const parts = withoutDuplicates([...inJar, ...inPackage]);
    await writeFile(staged('LICENCES.txt'), await licencesText('Everything here', parts));
    await writeFile(staged('CHANGES.md'), await changes(name));
    await cp(path.join(ROOT, REALM_FILE), staged(path.basename(REALM_FILE)));
    for (const [file, from] of Object.entries(FILES)) {
      const text = await readFile(path.join(ROOT, from), 'utf8');
      await writeFile(staged(file), text.replaceAll(/\bVERSION\b/g, name));
    }

    const omitted: string[] = [];
    const architecture = image ? await dockerArchitecture() : undefined;
    if (architecture === undefined)
      omitted.push(`the image: ${image ? 'no Docker daemon is running' : '--no-image'}`);
    else {
      log('the image…');
      const tag = await buildImage(jar, { ...sources, version: name }, path.join(workplace, 'image'));
      await saveImage(tag, staged(`linkgate-${name}-image-${architecture}.tar.gz`));
    }
    if (key === undefined) omitted.push("the signature: LINKGATE_SIGNING_KEY isn't set");

    await writeChecksums(staging);
    const publicKey = key && (await signChecksums(staging, key));
    // Copied at the end, so that the folder never contains an incomplete release.
    await rm(target, { recursive: true, force: true });
    await cp(staging, target, { recursive: true });
    const files = (await readdir(target)).sort();
    return { version: name, folder: target, files, omitted, ...(publicKey && { publicKey }) };
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

/** @throws Failure if emptying the folder would delete anything other than a release */
async function requireReplaceableFolder(folder: string): Promise<void> {
  const files: string[] = await readdir(folder).catch(() => []);
  if (files.length > 0 && !files.includes(CHECKSUMS))
    throw new Failure(`${folder}: isn't empty and isn't a release; name another folder`);
}

/** All problems that prevent releasing the sources as this version. */
async function releaseProblems(released: string, { changed }: Sources): Promise<string[]> {
  const [newest] = await readChangelog();
  const { changes } = await readRecord();
  const versioned = versionProblem(released, changes);
  const unnamed = unnamedVersion(await readFile(path.join(ROOT, PROOF_FILE), 'utf8'), await newestVersion());
  return [
    ...(changed.length > 0 ? [`not committed: ${changed.join(', ')}`] : []),
    ...(newest?.name === released && newest.date !== undefined
      ? []
      : [`CHANGELOG.md: its newest section is "${newest?.name}", and must be "${released} (YYYY-MM-DD)"`]),
    ...(versioned === undefined ? [] : [versioned]),
    ...(unnamed === undefined ? [] : [unnamed]),
    ...(await recordProblems()),
    ...((await differsFromDeclarations())
      ? [`${REALM_FILE}: differs from realm-config/; node scripts/run.mjs realm-file.ts`]
      : []),
  ];
}

/** The changelog's section for the version, or for a preview the newest one. */
async function changes(name: string): Promise<string> {
  const sections = await readChangelog();
  const section = sections.find((one) => one.name === name) ?? sections[0];
  const title = section?.name === UNRELEASED ? `${name}: not released` : `${name} (${section?.date})`;
  const about = 'The documents named here are in the sources.';
  return `# Linkgate ${title}\n\n${withoutLinks(section?.text ?? '')}\n\n${about}\n`;
}

async function writeBillsOfMaterials({
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
  const metadata = {
    created: sources.date,
    buildInfo: {
      commit: sources.commit,
      keycloak: TESTED_VERSIONS.join(' '),
      'compiled-against': COMPILED_AGAINST,
      jdk: await jdkVersion(),
      node: process.versions.node,
    },
  };
  const subject = async (file: string): Promise<Pick<Subject, 'name' | 'version' | 'sha256'>> => ({
    name: 'linkgate',
    version: name,
    sha256: sha256(await readFile(file)),
  });
  const plugin = { ...(await subject(jar)), ecosystem: 'maven', group: COORDINATES.group } as const;
  const program = { ...(await subject(tarball)), ecosystem: 'npm' } as const;
  await writeBillOfMaterials(
    `${jar}.cdx.json`,
    { ...plugin, description: 'Plugin for Keycloak' },
    inJar,
    metadata,
  );
  await writeBillOfMaterials(
    `${tarball}.cdx.json`,
    { ...program, description: 'Commands for administrators' },
    inPackage,
    metadata,
  );
}

/** The compiler's version, since another one may produce different bytes. */
async function jdkVersion(): Promise<string> {
  const home = process.env.JAVA_HOME;
  const { stdout } = await run(home ? path.join(home, 'bin', 'javac') : 'javac', ['-version']);
  return stdout.trim().replace(/^javac /, '');
}
