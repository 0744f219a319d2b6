/**
 * The container image of a release: built from the Dockerfile's last stage, with the released JAR instead of another build of it.
 */
import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { type Project, readProject, repositoryOf } from '../build/project.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';

const run = promisify(execFile);

/** The image's name without its tag, also used in docker-compose.yml and in deploy/kubernetes. */
export const IMAGE = 'linkgate-keycloak';
/**
 * The JAR's layer in the build context: an archive of its path from the root on, since Docker gives a file that it copies, and the
 * folder that it copies to, other times.
 */
const LAYER = 'linkgate.tar';
/** The account `keycloak` of Keycloak's image, and its group: the folder's owner there. */
const [OWNER, GROUP] = [1000, 0];
const [FOLDER_MODE, FILE_MODE] = [0o775, 0o644];

/** The released sources. */
interface Released {
  readonly version: string;
  /** The commit's hash. */
  readonly commit: string;
  /** The commit's time. */
  readonly date: Date;
}

/** The image's labels: the annotations of the OCI image specification, 1.1.1, without their common prefix. */
export function labelsOf(
  project: Project,
  { version, commit, date }: Released,
  dockerfile: string,
): Record<string, string> {
  const { description, license, homepage, author } = project;
  return {
    title: 'Linkgate on Keycloak',
    description: `${description}. Keycloak in production mode, for PostgreSQL.`,
    version,
    revision: commit,
    created: date.toISOString(),
    licenses: license,
    authors: author.name,
    vendor: author.name,
    url: homepage,
    documentation: homepage,
    source: repositoryOf(project),
    'base.name': baseOf(dockerfile),
  };
}

/** The image that a Dockerfile's last stage begins with. */
function baseOf(dockerfile: string): string {
  const [, image = ''] = [...dockerfile.matchAll(/^FROM (\S+)/gm)].at(-1) ?? [];
  return image.replace(
    /\$\{(\w+)\}/g,
    (_, name: string) => new RegExp(`^ARG ${name}=(\\S+)$`, 'm').exec(dockerfile)?.[1] ?? '',
  );
}

/** The architecture that Docker builds for, such as `amd64`; undefined without Docker. */
export async function dockerArchitecture(): Promise<string | undefined> {
  return await run('docker', ['version', '--format', '{{.Server.Arch}}']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** The JAR in the image, and the stage of the Dockerfile that copies it. */
const COPIED_JAR = /^COPY --from=\S+ \S+\.jar \/(\S+\.jar)$/gm;

/** A Dockerfile's last stage alone, which unpacks the JAR's layer from the build context instead of copying the JAR from an earlier stage. */
export function lastStage(dockerfile: string): { stage: string; jar: string } {
  const stages = dockerfile.split(/^(?=FROM )/m);
  const [head = '', last = ''] = [stages[0], stages.at(-1)];
  const [, jar = ''] = [...last.matchAll(COPIED_JAR)][0] ?? [];
  const stage = last.replace(COPIED_JAR, `ADD ${LAYER} /`);
  if (stages.length < 2 || jar === '' || stage.includes('--from='))
    throw new Error('Dockerfile: its last stage copies something other than the JAR from an earlier stage');
  return { stage: head + stage, jar };
}

/**
 * Builds the image.
 * @param jar the absolute path of the plugin
 * @param workplace a folder for the build context, emptied first
 * @returns the image's name with its tag
 * @throws Failure with the end of Docker's output
 */
export async function buildImage(jar: string, released: Released, workplace: string): Promise<string> {
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true });
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const last = lastStage(dockerfile);
  await writeFile(path.join(workplace, 'Dockerfile'), last.stage);
  await writeLayer(path.join(workplace, LAYER), last.jar, await readFile(jar), released.date);
  const tag = `${IMAGE}:${released.version}`;
  const labels = labelsOf(await readProject(), released, dockerfile);
  const { code, tail } = await runChild({
    command: 'docker',
    args: [
      'build',
      '--no-cache',
      `--tag=${tag}`,
      ...Object.entries(labels).map(([key, text]) => `--label=org.opencontainers.image.${key}=${text}`),
      workplace,
    ],
    output: () => {},
  });
  if (code !== 0) throw new Failure('The image was not built:', tail);
  return tag;
}

/** Writes the archive of a file and its folder; the same content and time give the same bytes. */
async function writeLayer(file: string, name: string, content: Buffer, mtime: Date): Promise<void> {
  const archive = pack();
  const folder = `${path.posix.dirname(name)}/`;
  archive.entry({ name: folder, type: 'directory', mode: FOLDER_MODE, uid: OWNER, gid: GROUP, mtime });
  archive.entry({ name, mode: FILE_MODE, uid: 0, gid: 0, mtime }, content);
  archive.finalize();
  await pipeline(archive, createWriteStream(file));
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
