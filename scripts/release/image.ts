/**
 * The container image of a release: built from the Dockerfile's last stage, with the released JAR instead of another build of it.
 */
import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';

const run = promisify(execFile);

/** The image's name without its tag, also used in docker-compose.yml and in deploy/kubernetes. */
export const IMAGE = 'linkgate-keycloak';
/** The JAR's name in the build context. */
const JAR = 'linkgate.jar';

/** The image's labels (OCI annotation keys). */
interface Labels {
  readonly version: string;
  readonly revision: string;
  readonly created: Date;
}

/** The architecture that Docker builds for, such as `amd64`; undefined without Docker. */
export async function dockerArchitecture(): Promise<string | undefined> {
  return await run('docker', ['version', '--format', '{{.Server.Arch}}']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** A Dockerfile's last stage alone, which copies the JAR from the build context instead of from an earlier stage. */
export function lastStage(dockerfile: string): string {
  const stages = dockerfile.split(/^(?=FROM )/m);
  const [head = '', last = ''] = [stages[0], stages.at(-1)];
  const stage = last.replace(/^COPY --from=\S+ \S+\.jar /gm, `COPY ${JAR} `);
  if (stages.length < 2 || stage === last || stage.includes('--from='))
    throw new Error('Dockerfile: its last stage copies something other than the JAR from an earlier stage');
  return head + stage;
}

/**
 * Builds the image.
 * @param jar the absolute path of the plugin
 * @param workplace a folder for the build context, emptied first
 * @returns the image's name with its tag
 * @throws Failure with the end of Docker's output
 */
export async function buildImage(jar: string, labels: Labels, workplace: string): Promise<string> {
  const { version, revision, created } = labels;
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true });
  await cp(jar, path.join(workplace, JAR));
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  await writeFile(path.join(workplace, 'Dockerfile'), lastStage(dockerfile));
  const tag = `${IMAGE}:${version}`;
  const labelValues = { title: 'Linkgate on Keycloak', version, revision, created: created.toISOString() };
  const { code, tail } = await runChild({
    command: 'docker',
    args: [
      'build',
      `--tag=${tag}`,
      ...Object.entries(labelValues).map(([key, text]) => `--label=org.opencontainers.image.${key}=${text}`),
      workplace,
    ],
    output: () => {},
  });
  if (code !== 0) throw new Failure('The image was not built:', tail);
  return tag;
}

/** Writes an image as a compressed archive for `docker load`. */
export async function saveImage(tag: string, file: string): Promise<void> {
  const child = spawn('docker', ['save', tag], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exitCode = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  await pipeline(child.stdout, createGzip(), createWriteStream(file));
  if ((await exitCode) !== 0) throw new Failure(`docker save ${tag} failed`);
}
