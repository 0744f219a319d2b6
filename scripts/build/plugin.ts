/** Builds the plugin: one JAR with the bundled scripts, the Java factories, the theme and the tables. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMPATIBILITY, DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { Failure } from '../failure.ts';
import { oneAtATime } from '../server/one-at-a-time.ts';
import { COMPILED_AGAINST, NEWEST_VERSION, TESTED_VERSIONS } from '../server/version.ts';
import { adminPages } from './admin-pages.ts';
import { bundle } from './bundle.ts';
import { domainLists } from './domain-lists.ts';
import { emailResources } from './email-styles.ts';
import { obtainEngine } from './engine.ts';
import { HOST, runHostMaven } from './host.ts';
import { javaProperties } from './java-properties.ts';
import { constantMethods, REFERENCES } from './java-types.ts';
import { licencesText } from './parts.ts';
import { pluginParts, SCRIPT_ENTRY } from './plugin-parts.ts';
import { readProject } from './project.ts';
import { ROOT } from './root.ts';
import { buildByServer, SERVER_TARGET } from './server-build.ts';
import { generatedShells } from './shells.ts';
import { shieldWidget } from './shield-widget.ts';
import { themeResources } from './theme-resources.ts';

/** How the JAR is built, with the same content: with a server's JARs, or by Maven, which needs no server. */
type Way = 'server' | 'maven';

/** What each way makes, in a folder of its own. */
const TARGETS = { server: SERVER_TARGET, maven: path.join(HOST, 'target') } as const;
const JAR = 'linkgate.jar';
/** Identifies the inputs of a completed build; written last. */
const STAMP = 'linkgate-inputs.sha256';

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
 * @param options.by `npm run build` and a release need no server
 * @returns its absolute path
 * @throws Failure with the compiler's error
 */
export async function buildPlugin({
  log,
  by = 'server',
}: {
  log: (line: string) => void;
  by?: Way;
}): Promise<string> {
  return await oneAtATime('plugin-build', () => build(log, by));
}

async function build(log: (line: string) => void, by: Way): Promise<string> {
  const target = TARGETS[by];
  const [jar, stampFile] = [path.join(target, JAR), path.join(target, STAMP)];
  const stamp = await digestOfInputs();
  if (existsSync(jar) && existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return jar;
  log('plugin: building…');
  await rm(target, { recursive: true, force: true });
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
    const generated = path.join(target, 'generated', file);
    await mkdir(path.dirname(generated), { recursive: true });
    await writeFile(generated, content);
  }
  if (by === 'maven') await buildByMaven();
  else await buildByServer(jar, log);
  await writeFile(stampFile, stamp);
  return jar;
}

/** Maven's engine must be the reviewed one, as `obtainEngine`'s is. */
async function buildByMaven(): Promise<void> {
  await runHostMaven(['package'], "The plugin's Java part wasn't built");
  const reviewed = await readFile(await obtainEngine());
  if (!reviewed.equals(await readFile(path.join(TARGETS.maven, 'rhino.jar'))))
    throw new Failure("Maven's engine isn't the one in scripts/server/checksums.json");
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
  const hash = createHash('sha256').update([COMPILED_AGAINST, NEWEST_VERSION, ...TESTED_VERSIONS].join(' '));
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
