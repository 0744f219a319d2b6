/** A server home with a stand-in for the previous release of Linkgate, and Keycloak's own check for rolling updates. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildPlugin, scriptResources } from '../../scripts/build/plugin.ts';
import { SCRIPT_ENTRY } from '../../scripts/build/plugin-parts.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { runChild } from '../../scripts/server/child.ts';
import { keycloakEnvironment } from '../../scripts/server/environment.ts';
import { copyServer, prepareHome } from '../../scripts/server/home.ts';
import { clusterHome } from './cluster-home.ts';
import { TEST_JVM } from './jvm.ts';
import { partHome, partPath } from './part.ts';
import { changeJar } from './variant.ts';

const DECLARED = 'linkgate/providers.json';
const TEXTS = 'theme/linkgate/login/messages/messages_en.properties';
const TITLE = 'linkgateEmailTitle=';
const JAR = path.join('providers', 'linkgate.jar');
const quiet = () => {};

/** A release, as it can be recognised on a node. */
export interface ShownRelease {
  version: string;
  /** The start of the sign-in page's title. */
  title: string;
}

/** A release and its server home: an absolute path. */
export interface Release extends ShownRelease {
  directory: string;
}

/**
 * The nodes' own server home, and another one with a stand-in for the previous release: today's build with another version and
 * another text on a page; on the version of Keycloak in `LINKGATE_ROLL_FROM`, if that is set.
 */
export async function makeReleases(): Promise<{ current: Release; previous: Release }> {
  const jar = await buildPlugin({ log: quiet });
  const { directory: current } = await clusterHome();
  const [previous, files] = [partPath('previous-release'), partPath('previous-release-files')];
  await Promise.all([previous, files].map((folder) => rm(folder, { recursive: true, force: true })));
  const base = await baseOf(current, jar);
  await copyServer(base, previous);
  const { [`resources/${DECLARED}`]: text = '' } = await scriptResources(SCRIPT_ENTRY);
  const declared = JSON.parse(text) as { version: string };
  const version = `${declared.version}-previous`;
  const texts = await readFile(path.join(ROOT, 'theme', TEXTS), 'utf8');
  for (const [file, content] of [
    [DECLARED, JSON.stringify({ ...declared, version })],
    [TEXTS, texts.replace(TITLE, `${TITLE}Previous: `)],
  ] as const) {
    await mkdir(path.dirname(path.join(files, file)), { recursive: true });
    await writeFile(path.join(files, file), content);
  }
  const { mtimeMs } = await stat(path.join(base, JAR));
  await changeJar(path.join(previous, JAR), files, ['linkgate', 'theme'], mtimeMs);
  return {
    current: { directory: current, version: declared.version, title: 'Sign in to ' },
    previous: { directory: previous, version, title: 'Previous: Sign in to ' },
  };
}

async function baseOf(current: string, jar: string): Promise<string> {
  const version = process.env.LINKGATE_ROLL_FROM;
  if (!version) return current;
  const home = {
    name: partHome(`roll-from-${version}`),
    jar,
    database: 'postgres',
    version,
    log: quiet,
  } as const;
  return (await prepareHome(home)).directory;
}

/** Runs Keycloak's own check for rolling updates in a server home. */
export async function updateCompatibility(
  directory: string,
  action: 'metadata' | 'check',
  file: string,
): Promise<{ code: number; output: string }> {
  const { code, tail } = await runChild({
    command: 'sh',
    args: [
      path.join(directory, 'bin', 'kc.sh'),
      ...['update-compatibility', action, `--file=${file}`, '--optimized'],
    ],
    env: keycloakEnvironment(TEST_JVM),
    output: () => {},
  });
  return { code, output: tail.join('\n') };
}
