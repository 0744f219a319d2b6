/** The image of a release, and the file that starts it. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { sha256 } from '../../../scripts/release/checksums.ts';
import { buildImage } from '../../../scripts/release/image.ts';
import { IMAGES, RUN_LABEL, runId } from '../../support/images.ts';
import { partPath } from '../../support/part.ts';

const run = promisify(execFile);
const docker = async (...args: string[]) => (await run('docker', args)).stdout.trim();

const VERSION = `0.0.0-test.${runId()}`;
const REVISION = '0123456789abcdef0123456789abcdef01234567';
const RELEASED = { version: VERSION, commit: REVISION, date: new Date(0) };
const folder = partPath('release-image');

let jar = '';
let tag = '';
beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  jar = await buildPlugin({ log: () => {} });
  tag = await buildImage(jar, RELEASED, path.join(folder, 'work'));
});
afterAll(async () => {
  await docker('image', 'rm', tag);
  await rm(folder, { recursive: true });
});

test('the image has the JAR that is released, byte for byte', async () => {
  const container = await docker('create', `--label=${RUN_LABEL}=${runId()}`, tag);
  const copy = path.join(folder, 'copy.jar');
  await docker('cp', `${container}:/opt/keycloak/providers/linkgate.jar`, copy);
  await docker('rm', container);
  expect(sha256(await readFile(copy))).toBe(sha256(await readFile(jar)));
});

test('built again elsewhere, its own layer with the JAR is the same', async () => {
  const layersOf = async (image: string) =>
    JSON.parse(await docker('image', 'inspect', '--format={{json .RootFS.Layers}}', image)) as string[];
  const before = await layersOf(tag);
  await buildImage(jar, RELEASED, path.join(folder, 'elsewhere'));
  // The last one is what `kc.sh build` generates.
  expect((await layersOf(tag)).slice(0, -1)).toEqual(before.slice(0, -1));
});

test('the image has its labels, and starts like the one of docker-compose.yml', async () => {
  interface Inspected {
    Config: { Labels: object; Entrypoint: string[]; Cmd: string[]; Env: string[] };
  }
  const [own, other] = JSON.parse(await docker('image', 'inspect', tag, IMAGES.keycloak)) as Inspected[];
  expect(own?.Config.Labels).toMatchObject({
    'org.opencontainers.image.version': VERSION,
    'org.opencontainers.image.revision': REVISION,
    'org.opencontainers.image.created': '1970-01-01T00:00:00.000Z',
  });
  for (const field of ['Entrypoint', 'Cmd', 'Env'] as const)
    expect(own?.Config[field]).toEqual(other?.Config[field]);
});

test('the release’s compose file is valid, and needs the secrets that its guide creates', async () => {
  await cp(path.join(ROOT, 'scripts', 'release', 'files', 'compose.yml'), path.join(folder, 'compose.yml'));
  const guide = await readFile(path.join(ROOT, 'docs', 'install.md'), 'utf8');
  const variables = /<<END\n([\s\S]*?)\nEND\n/.exec(guide)?.[1]?.replaceAll(/\$\(.*\)/g, 'secret') ?? '';
  await writeFile(path.join(folder, 'linkgate.env'), variables);
  const config = ['compose', '--file', path.join(folder, 'compose.yml'), 'config', '--format=json'];
  const shown = await docker('compose', '--env-file', path.join(folder, 'linkgate.env'), ...config.slice(1));
  const { services } = JSON.parse(shown) as { services: { keycloak: { environment: object } } };
  expect(services.keycloak.environment).toMatchObject({
    KC_DB_PASSWORD: 'secret',
    KC_BOOTSTRAP_ADMIN_PASSWORD: 'secret',
    DEMO_WEB_SECRET: 'secret',
    SMTP_HOST: 'maildev',
  });
  await expect(docker(...config)).rejects.toThrow('DATABASE_PASSWORD');
});
