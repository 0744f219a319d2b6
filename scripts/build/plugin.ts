/** Builds the plugin: one JAR with the bundled scripts, the Java factories, the theme and the tables. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMPATIBILITY, DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { Failure } from '../failure.ts';
import { oneAtATime } from '../server/one-at-a-time.ts';
import { awaitProcess } from '../server/process-id.ts';
import { COMPILED_AGAINST, TESTED_VERSIONS } from '../server/version.ts';
import { adminPages } from './admin-pages.ts';
import { bundle } from './bundle.ts';
import { domainLists } from './domain-lists.ts';
import { emailResources } from './email-styles.ts';
import { HOST, runHostMaven } from './host.ts';
import { javaProperties } from './java-properties.ts';
import { constantMethods, REFERENCES } from './java-types.ts';
import { enginePart, licencesText } from './parts.ts';
import { pluginParts, SCRIPT_ENTRY } from './plugin-parts.ts';
import { readProject } from './project.ts';
import { ROOT } from './root.ts';
import { generatedShells } from './shells.ts';
import { shieldWidget } from './shield-widget.ts';
import { themeResources } from './theme-resources.ts';

const GENERATED = path.join(HOST, 'target', 'generated');
const JAR = path.join(HOST, 'target', 'linkgate.jar');
/** SHA-256 of Maven's downloads, by file name. */
const CHECKSUMS = path.join(ROOT, 'scripts', 'server', 'checksums.json');
/** Identifies the inputs of a completed build; written last. */
const STAMP = path.join(HOST, 'target', 'linkgate-inputs.sha256');

/** All parts of the JAR. */
const INPUTS = [
  'provider-scripts/types/references.txt',
  'provider-scripts/src',
  'provider-scripts/types/java-classes.txt',
  'realm-config/client.json',
  'provider-scripts/host/src',
  'provider-scripts/host/pom.xml',
  'theme',
  'admin-pages/src',
  'scripts/build',
  'scripts/server/checksums.json',
  'package-lock.json',
  'LICENSE',
];

/**
 * Builds the JAR, unless its inputs haven't changed since the last time; waits for another process that is building it.
 *
 * @returns its absolute path
 * @throws Failure with the compiler's error
 */
export async function buildPlugin({ log }: { log: (line: string) => void }): Promise<string> {
  return await oneAtATime('plugin-build', () => build(log));
}

async function build(log: (line: string) => void): Promise<string> {
  const stamp = await digestOfInputs();
  if (existsSync(JAR) && existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp) return JAR;
  log('plugin: building…');
  await rm(path.join(HOST, 'target'), { recursive: true, force: true });
  for (const [file, content] of Object.entries({
    ...(await scriptResources(SCRIPT_ENTRY)),
    'resources/META-INF/linkgate-licences.txt': await licencesText('This JAR', await pluginParts()),
    ...(await adminPages()).files,
    ...(await shieldWidget()).files,
    ...domainLists(),
    ...(await emailResources(path.join(ROOT, 'theme'))),
    ...(await themeResources(path.join(ROOT, 'theme'))),
    ...generatedShells(DECLARATIONS.providers),
  })) {
    const target = path.join(GENERATED, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  // Avoids downloading the same files twice.
  await awaitProcess('LINKGATE_RESOLVING');
  await runHostMaven(['package'], "The plugin's Java part wasn't built");
  await verifyEngine();
  await writeFile(STAMP, stamp);
  return JAR;
}

/** Checks that the engine in the JAR is the reviewed one, whatever a mirror delivers. */
async function verifyEngine(): Promise<void> {
  const { version: engine } = await enginePart();
  const name = `rhino-${engine}.jar`;
  const checksums = JSON.parse(await readFile(CHECKSUMS, 'utf8')) as Record<string, string>;
  const digest = createHash('sha256').update(await readFile(path.join(HOST, 'target', 'rhino.jar')));
  if (digest.digest('hex') !== checksums[name])
    throw new Failure(`${name} doesn't have the SHA-256 in scripts/server/checksums.json`);
}

/** The files that an entry script is built to, by their paths in `generated/`. */
export async function scriptResources(entry: string): Promise<Record<string, string>> {
  const { define } = await adminPages();
  const { code, positions } = await bundle(entry, ROOT, { define });
  return {
    'linkgate.js': code,
    'resources/linkgate/positions.json': JSON.stringify(positions),
    'resources/linkgate/providers.json': JSON.stringify(
      { version: (await readProject()).version, constants: await constantMethods(), ...DECLARATIONS },
      null,
      2,
    ),
    'resources/linkgate/compatibility.properties': javaProperties({
      tested: TESTED_VERSIONS.join(' '),
      ...COMPATIBILITY,
    }),
    'resources/linkgate/references.txt': await readFile(REFERENCES, 'utf8'),
  };
}

async function digestOfInputs(): Promise<string> {
  const hash = createHash('sha256').update(COMPILED_AGAINST).update(TESTED_VERSIONS.join(' '));
  for (const input of INPUTS) {
    for (const file of await filesOf(path.join(ROOT, input)))
      hash.update(file.slice(ROOT.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesOf(input: string): Promise<string[]> {
  if ((await stat(input)).isFile()) return [input];
  const entries = await readdir(input, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
