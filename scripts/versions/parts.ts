/** A server of a version whose distribution Maven doesn't have: the JARs of that version that it has, and all others of another server. */
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { quickMaven } from '../server/environment.ts';
import { copyServer } from '../server/home.ts';
import { localPath } from '../server/local-folder.ts';

/** The host's dependencies: with what scripts use. */
const POM = path.join(ROOT, 'provider-scripts', 'host', 'pom.xml');
const ARTIFACT = /<groupId>org\.keycloak<\/groupId><artifactId>(keycloak-[\w-]+)<\/artifactId>/g;
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy';

/** The artifact that is asked for the newest version. */
const CORE = 'keycloak-core';

/** A folder with a server's libraries, and the names of the version's own. */
export interface ServerOfParts {
  server: string;
  parts: string[];
}

/**
 * Returns the newest version of which Maven has a part, snapshots included.
 * @throws Failure if it can't be reached
 */
export async function newestVersion(): Promise<string> {
  const folder = localPath('newest');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await download(CORE, 'LATEST', folder);
  const [file = ''] = await readdir(folder);
  if (file === '') throw new Failure(`Maven couldn't download ${CORE}, which names the newest version.`);
  return path.basename(file.slice(`${CORE}-`.length), '.jar');
}

/** Makes the server from the one in `base`; without parts if Maven has none. */
export async function serverOfParts(version: string, base: string): Promise<ServerOfParts> {
  const server = localPath(`parts-${version}`);
  await rm(server, { recursive: true, force: true });
  await copyServer(base, server);
  const libraries = path.join(server, 'lib', 'lib', 'main');
  const installed = await readdir(libraries);
  const parts: string[] = [];
  for (const artifact of hostArtifacts(await readFile(POM, 'utf8'))) {
    const file = `${artifact}-${version}.jar`;
    if (!(await download(artifact, version, server))) continue;
    const old = new RegExp(`^org\\.keycloak\\.${artifact}-\\d`);
    for (const name of installed.filter((one) => old.test(one))) await rm(path.join(libraries, name));
    await copyFile(path.join(server, file), path.join(libraries, `org.keycloak.${file}`));
    parts.push(artifact);
  }
  return { server, parts };
}

/** The names of Keycloak's artifacts in a POM. */
export function hostArtifacts(pom: string): string[] {
  return [...pom.matchAll(ARTIFACT)].map(([, name = '']) => name);
}

async function download(artifact: string, version: string, folder: string): Promise<boolean> {
  const { code } = await runChild({
    command: 'mvn',
    args: ['-q', '-B', COPY, `-Dartifact=org.keycloak:${artifact}:${version}`, `-DoutputDirectory=${folder}`],
    // The plugin writes marker files to the working folder.
    cwd: folder,
    env: quickMaven(),
    output: () => {},
  });
  return code === 0;
}
