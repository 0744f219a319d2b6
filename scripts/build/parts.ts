/** The third-party components of a release: npm packages in esbuild's bundles, and the script engine. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { Failure } from '../failure.ts';
import { ROOT } from './root.ts';

/** How scripts for browsers are bundled, so that their packages are known. */
export const FOR_BROWSERS = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  absWorkingDir: ROOT,
  format: 'iife',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** A component with its licence, for licence texts and bills of materials. */
export interface Part {
  readonly ecosystem: 'npm' | 'maven';
  /** An npm scope with its `@`, or a Maven group. */
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier or expression. */
  readonly licence: string;
  /** The licence text that is shipped with it. */
  readonly text: string;
  /** The URL of its source. */
  readonly source: string;
  /** SHA-512 of the package in its registry, in hexadecimal. */
  readonly sha512?: string;
}

/** The fields of an npm package's manifest that are used here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;
/** Matches up to the innermost package's name. */
const PACKAGE_FOLDER = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//;
const POM = path.join(ROOT, 'provider-scripts', 'host', 'pom.xml');
/** Linkgate's own licence, and its text. */
export const OWN_LICENCE = 'Apache-2.0';
const OWN_TEXT = path.join(ROOT, 'LICENSE');
/** Licence texts that neither a package nor a JAR contains. */
const TEXTS = path.join(import.meta.dirname, 'licences');

/** The packages with code in the outputs, sorted by name. */
export async function bundledPackages({ outputs }: Metafile): Promise<Part[]> {
  const folders = new Set<string>();
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [, folder] = PACKAGE_FOLDER.exec(file) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  return withoutDuplicates(await Promise.all([...folders].map(npmPart)));
}

/** Removes duplicates and sorts, so that builds are reproducible. */
export function withoutDuplicates(parts: readonly Part[]): Part[] {
  const byName = new Map(parts.map((part) => [coordinates(part), part]));
  return [...byName.keys()].sort().flatMap((key) => byName.get(key) ?? []);
}

/** A part's name and version, for users. */
function coordinates({ ecosystem, group, name, version }: Part): string {
  return `${[group, name].filter(Boolean).join(ecosystem === 'npm' ? '/' : ':')} ${version}`;
}

/**
 * Describes an installed npm package.
 * @param folder relative to the project's folder
 * @throws Failure if it has no licence field or no licence text
 */
export async function npmPart(folder: string): Promise<Part> {
  const file = path.join(ROOT, folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const { name, version, license: licence } = manifest;
  if (!licence) throw new Failure(`${folder}/package.json: has no licence, so it can't be shipped`);
  const [scope, own = scope] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const sha512 = await lockedHash(folder);
  return {
    ecosystem: 'npm',
    ...(scope !== undefined && { group: scope }),
    name: own ?? name,
    version,
    licence,
    text: await licenceText(folder, manifest, licence),
    source: sourceOf(manifest),
    ...(sha512 !== undefined && { sha512 }),
  };
}

/** The script engine, which the JAR contains under another package name; its version is the build's. */
export async function enginePart(): Promise<Part> {
  const pom = await readFile(POM, 'utf8');
  const version = /<rhino\.version>([\w.-]+)</.exec(pom)?.[1];
  if (version === undefined) throw new Failure(`${POM}: rhino.version not found`);
  const source = 'https://github.com/mozilla/rhino';
  const notice =
    `Mozilla Rhino ${version}, unchanged except for the name of its packages: org.mozilla became org.linkgate.rhino.\n` +
    `Source: ${source}\n\n`;
  return {
    ecosystem: 'maven',
    group: 'org.mozilla',
    name: 'rhino',
    version,
    licence: 'MPL-2.0',
    text: notice + (await readFile(path.join(TEXTS, 'MPL-2.0.txt'), 'utf8')).trim(),
    source,
  };
}

/** All licences for users to read: ours first, then each part with its text. */
export async function licencesText(what: string, parts: readonly Part[]): Promise<string> {
  const own = (await readFile(OWN_TEXT, 'utf8')).trim();
  const listed = parts.map((part) => `- ${coordinates(part)}: ${part.licence}`);
  return [
    `${what} is part of Linkgate, under the Apache License 2.0 below. It contains third-party parts:`,
    listed.join('\n') || '(none)',
    heading(`Linkgate: ${OWN_LICENCE}`),
    own,
    ...parts.flatMap((part) => [
      heading(`${coordinates(part)}: ${part.licence}`),
      `${part.source}\n\n${part.text}`,
    ]),
    '',
  ].join('\n\n');
}

function heading(text: string): string {
  return `${'='.repeat(text.length)}\n${text}\n${'='.repeat(text.length)}`;
}

async function licenceText(folder: string, { name, author }: Manifest, licence: string): Promise<string> {
  const files = (await readdir(path.join(ROOT, folder))).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(ROOT, folder, file), 'utf8')));
  if (texts.length > 0) return texts.map((text) => text.trim().replaceAll('\r\n', '\n')).join('\n\n');
  // Some packages name a licence without its text.
  const standardText = licence === OWN_LICENCE ? OWN_TEXT : path.join(TEXTS, `${licence}.txt`);
  if (!existsSync(standardText)) throw new Failure(`${name}: has no text of its licence, ${licence}`);
  const authorName = typeof author === 'object' ? author.name : author;
  return `Copyright (c) ${authorName ?? `the authors of ${name}`}\n\n${(await readFile(standardText, 'utf8')).trim()}`;
}

function sourceOf({ name, homepage, repository }: Manifest): string {
  const address = homepage ?? (typeof repository === 'object' ? repository.url : repository) ?? name;
  return address.replace(/^git\+/, '').replace(/\.git$/, '');
}

let lock: Promise<Record<string, { integrity?: string }>> | undefined;

async function lockedHash(folder: string): Promise<string | undefined> {
  lock ??= readFile(path.join(ROOT, 'package-lock.json'), 'utf8').then(
    (text) => (JSON.parse(text) as { packages: Record<string, { integrity?: string }> }).packages,
  );
  const integrity = (await lock)[folder]?.integrity ?? '';
  const [, base64] = /^sha512-([\w+/=]+)$/.exec(integrity) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex');
}
