/** Kustomize builds the right objects from the base, and from the files that the guide shows. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/build/root.ts';
import { UNTRACKED_FILES, writeRealmFiles } from '../../scripts/realm-file/file.ts';
import { readText } from '../support/documents.ts';
import {
  BASE,
  type KubernetesObject,
  nameOf,
  OPERATOR,
  objectsIn,
  placedIn,
  type StatefulSet,
  yamlBlocks,
} from '../support/kubernetes.ts';
import { partPath } from '../support/part.ts';

const run = promisify(execFile);
const mine = partPath('kustomize');

/** The program and its first arguments; undefined if it is missing. */
const program = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
].find(([name = '', ...words]) => {
  try {
    execFileSync(name, [...words, '--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

async function built(folder: string): Promise<KubernetesObject[]> {
  const [name = '', ...words] = program ?? [];
  const { stdout } = await run(name, [...words, folder]);
  return objectsIn(stdout);
}

/** Builds what the guide shows for one of the two ways, in a separate folder. */
async function shownFor(folder: string): Promise<KubernetesObject[]> {
  const shown = yamlBlocks(readText('docs/kubernetes.md')).find((text) =>
    text.includes(`linkgate/${folder}\n`),
  );
  await mkdir(mine, { recursive: true });
  const there = path.relative(mine, path.join(ROOT, folder));
  await writeFile(
    path.join(mine, 'kustomization.yaml'),
    (shown ?? '').replace(`../linkgate/${folder}`, there),
  );
  return await built(mine);
}

if (program === undefined)
  console.warn('no kustomize and no kubectl on this machine: building the objects is skipped');

describe.skipIf(program === undefined)('Kustomize', () => {
  beforeAll(() => writeRealmFiles(UNTRACKED_FILES));
  afterAll(() => rm(mine, { recursive: true, force: true }));

  test.each([BASE, OPERATOR])('has all objects of %s unchanged', async (folder) => {
    const names = (await built(path.join(ROOT, folder))).map(nameOf);
    expect(names).toEqual(expect.arrayContaining(placedIn(folder).map(({ name }) => name)));
  });

  test('of the guide’s base has image, namespace, hostname and realm in their places', async () => {
    const objects = await shownFor(BASE);
    expect(objects.every(({ metadata }) => 'namespace' in metadata)).toBe(true);
    const { spec } = objects.find(({ kind }) => kind === 'StatefulSet') as unknown as StatefulSet;
    const [container] = spec.template.spec.containers;
    expect(container.image).toMatch(/^registry\.example\.com\/linkgate-keycloak:\d+\.\d+\.\d+$/);
    // Each map's name contains its digest, and the pods use that name.
    const maps = objects.filter(({ kind }) => kind === 'ConfigMap') as (KubernetesObject & {
      data: Record<string, string>;
    })[];
    const map = (name: string | undefined) => maps.find(({ metadata }) => metadata.name === name)?.data;
    expect(map(container.envFrom[0]?.configMapRef.name)).toEqual({
      KC_HOSTNAME: 'https://id.example.com',
      KC_DB_URL_HOST: 'postgres.databases.svc',
      KC_DB_URL_DATABASE: 'keycloak',
    });
    const realm = spec.template.spec.volumes.find(({ configMap }) => configMap)?.configMap?.name;
    expect(parse(map(realm)?.['linkgate-realm.json'] ?? '')).toMatchObject({ realm: 'linkgate' });
    expect(JSON.stringify(objects.find(({ kind }) => kind === 'NetworkPolicy'))).toMatch(
      /"traefik".*"prometheus"/,
    );
  });

  test('of the guide’s resources for the Operator has image, hostname and database in their places', async () => {
    const keycloak = (await shownFor(OPERATOR)).find(({ kind }) => kind === 'Keycloak');
    expect(keycloak).toMatchObject({
      spec: {
        image: 'registry.example.com/linkgate-keycloak:VERSION',
        hostname: { hostname: 'https://id.example.com' },
        db: { vendor: 'postgres', host: 'postgres.databases.svc', usernameSecret: { key: 'username' } },
      },
    });
  });
});
