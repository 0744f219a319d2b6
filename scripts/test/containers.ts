/**
 * Runs the tests on containers: pulls and builds the images, runs the integration tests selected in vitest.config.ts against a
 * server in a container, and the tests of docker-compose.yml. Removes their containers afterwards, even after a crash.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RUN_LABEL } from '../../test/support/images.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { localPath } from '../server/local-folder.ts';
import { runTests } from './run-tests.ts';

const RUN = String(process.pid);

/** If images can't be pulled, a program next to the clone may start Docker and build stand-ins (docs/decisions/project.md). */
const IMAGES_TOOL =
  process.env.LINKGATE_IMAGES_TOOL ?? path.join(ROOT, '..', 'shared', 'tools', 'container-images');
/** The image that this program provides for building others. */
const STAND_IN = 'standin-base:trixie';
const BUILD_IMAGE = 'linkgate-build-base';
/** Longer than any of these commands takes; a request to an unreachable registry may hang. */
const DOCKER_MILLIS = 60_000;
const CERTIFICATES = '/usr/local/share/ca-certificates';

/**
 * Runs all of them; arguments are passed to vitest.
 * @throws Failure if Docker isn't available, an image can't be built, or a test failed
 */
export async function runOnContainers(args: readonly string[]): Promise<void> {
  const environment = await prepareImages();
  requireDocker();
  process.on('exit', removeContainers);
  const { code, tail } = await runChild({
    command: 'docker',
    args: ['compose', 'build'],
    cwd: ROOT,
    env: { ...process.env, ...environment },
    output: console.log,
  });
  if (code !== 0) throw new Failure('The images were not built:', tail);
  await runTests('containers', ['--project=integration', '--project=containers', ...args], {
    ...environment,
    LINKGATE_TEST_ON: 'containers',
    LINKGATE_TEST_RUN: RUN,
  });
}

/** Runs the program for images if it exists. Returns the environment variables that the tests then need. */
async function prepareImages(): Promise<Record<string, string>> {
  if (!existsSync(IMAGES_TOOL)) return {};
  const KEYCLOAK_VERSION = await dockerfileArgument('KEYCLOAK_VERSION');
  const { code, tail } = await runChild({
    command: IMAGES_TOOL,
    args: [],
    env: { ...process.env, KEYCLOAK_VERSION },
    output: console.log,
  });
  if (code !== 0) throw new Failure(`${IMAGES_TOOL} exited with code ${code}:`, tail);
  // Its last line is for a shell: `export NAME=value …`.
  const variables = Object.fromEntries(
    [...(tail.at(-1) ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, variable, value]) => [variable, value]),
  );
  const buildImage = await dockerfileArgument('BUILD_IMAGE');
  const found = docker('image', 'inspect', buildImage) ?? docker('pull', '--quiet', buildImage);
  if (found !== undefined || docker('image', 'inspect', STAND_IN) === undefined) return variables;
  return { ...variables, BUILD_IMAGE: await createBuildImage() };
}

/** The default of an argument of the Dockerfile. */
async function dockerfileArgument(name: string): Promise<string> {
  const text = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  return new RegExp(`^ARG ${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
}

/** Builds the image in which the plugin is built: the stand-in, with this machine's certificate authorities. */
async function createBuildImage(): Promise<string> {
  const folder = localPath('build-base');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(CERTIFICATES, path.join(folder, 'ca-certificates'), { recursive: true });
  const lines = [
    `FROM ${STAND_IN}`,
    `COPY ca-certificates ${CERTIFICATES}`,
    'RUN update-ca-certificates',
    'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
  ];
  await writeFile(path.join(folder, 'Dockerfile'), `${lines.join('\n')}\n`);
  const { code, tail } = await runChild({
    command: 'docker',
    args: ['build', '-t', BUILD_IMAGE, folder],
    output: console.log,
  });
  if (code !== 0) throw new Failure('The image for building was not built:', tail);
  return BUILD_IMAGE;
}

/** @throws Failure of one line that names what is missing */
function requireDocker(): void {
  if (docker('version') === undefined)
    throw new Failure('No Docker: the container tests need a Docker daemon that `docker version` can reach.');
  if (docker('compose', 'version') === undefined)
    throw new Failure('No Docker Compose: the container tests need `docker compose` (version 2).');
}

/** Runs when the process exits, even after Ctrl-C, so it must be synchronous. */
function removeContainers(): void {
  const containers = docker('ps', '--all', '--quiet', '--filter', `label=${RUN_LABEL}=${RUN}`);
  for (const container of containers?.split('\n') ?? [])
    if (container !== '') docker('rm', '--force', '--volumes', container);
  docker('compose', '--project-name', `linkgate-test-${RUN}`, 'down', '--volumes', '--remove-orphans');
}

/** Docker's output; undefined if it fails, isn't installed, or takes more than a minute. */
function docker(...args: string[]): string | undefined {
  try {
    return execFileSync('docker', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: DOCKER_MILLIS,
    });
  } catch {
    return undefined;
  }
}
