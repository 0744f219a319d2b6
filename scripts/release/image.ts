/** The container image of a release: the Dockerfile's, with the JAR that is released instead of one that is built once more. */
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

/** The image's name without its tag, also in docker-compose.yml and in deploy/kubernetes. */
export const IMAGE = 'linkgate-keycloak';
/** The file in the folder that is sent to Docker. */
const JAR = 'linkgate.jar';

/** What is written on the image (the OCI's annotation keys). */
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

/** A Dockerfile's last stage alone, with the JAR from beside it: what comes before the stage is there to build that JAR. */
export function lastStage(dockerfile: string): string {
  const stages = dockerfile.split(/^(?=FROM )/m);
  const [head = '', last = ''] = [stages[0], stages.at(-1)];
  const stage = last.replace(/^COPY --from=\S+ \S+\.jar /gm, `COPY ${JAR} `);
  if (stages.length < 2 || stage === last || stage.includes('--from='))
    throw new Error('Dockerfile: its last stage takes something other than the JAR from a stage before');
  return head + stage;
}

/**
 * Builds the image.
 * @param jar the plugin, absolute
 * @param workplace a folder for what Docker is sent, emptied first
 * @returns its name with its tag
 * @throws Failure with Docker's words
 */
export async function buildImage(jar: string, labels: Labels, workplace: string): Promise<string> {
  const { version, revision, created } = labels;
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true });
  await cp(jar, path.join(workplace, JAR));
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  await writeFile(path.join(workplace, 'Dockerfile'), lastStage(dockerfile));
  const tag = `${IMAGE}:${version}`;
  const written = { title: 'Linkgate on Keycloak', version, revision, created: created.toISOString() };
  const { code, tail } = await runChild({
    command: 'docker',
    args: [
      'build',
      `--tag=${tag}`,
      ...Object.entries(written).map(([key, text]) => `--label=org.opencontainers.image.${key}=${text}`),
      workplace,
    ],
    output: () => {},
  });
  if (code !== 0) throw new Failure('The image was not built:', tail);
  return tag;
}

/** Writes an image as `docker load` takes it, compressed. */
export async function saveImage(tag: string, file: string): Promise<void> {
  const child = spawn('docker', ['save', tag], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  await pipeline(child.stdout, createGzip(), createWriteStream(file));
  if ((await ended) !== 0) throw new Failure(`docker save ${tag} failed`);
}
