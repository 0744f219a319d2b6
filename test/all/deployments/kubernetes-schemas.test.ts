/** The Kubernetes objects, and those in the guide, are valid by the schemas of Kubernetes and of Keycloak's Operator. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readText } from '../../support/documents.ts';
import {
  BASE,
  type Check,
  checkByDefinitions,
  checkBySchemas,
  type KubernetesObject,
  nameOf,
  OPERATOR,
  objectOf,
  objectsIn,
  type Placed,
  placedIn,
  yamlBlocks,
} from '../../support/kubernetes.ts';
import { hasPython, pythonPackage, pythonWith } from '../../support/python.ts';

const GUIDE = 'docs/kubernetes.md';
const REQUIREMENTS = path.join(import.meta.dirname, 'requirements.txt');

const shown = yamlBlocks(readText(GUIDE))
  .flatMap(objectsIn)
  .filter(({ kind }) => kind !== 'Kustomization')
  .map((object) => ({ file: GUIDE, name: nameOf(object), object }));
const all = [...placedIn(BASE), ...placedIn(OPERATOR), ...shown];
const isOperators = ({ object }: Placed) => object.apiVersion.startsWith('k8s.keycloak.org/');
const operators = all.filter(isOperators);
const kubernetes = all.filter((placed) => !isOperators(placed));

const python = await hasPython();
if (!python) console.warn('no python3 on this machine: Kubernetes’ schemas are skipped');

// In CI a missing Python is a failure.
describe.skipIf(!python && !process.env.CI)('Kubernetes’ own schemas', () => {
  let check: Check;
  beforeAll(async () => {
    const packages = await pythonWith('kubernetes-schemas', REQUIREMENTS);
    const folder = path.join(await pythonPackage(packages, 'kubernetes_validate'), 'kubernetes-json-schema');
    check = checkBySchemas(path.join(folder, newest(readdirSync(folder))));
  });

  test.each(kubernetes)('accept $name of $file', ({ object }) => {
    expect(check(object)).toEqual([]);
  });

  test('notice a field that doesn’t exist, is missing, or has another type', () => {
    const budget = objectOf<KubernetesObject>(BASE, 'PodDisruptionBudget');
    const problems = (spec: object) => check({ ...budget, spec } as KubernetesObject).join();
    expect(problems({ maxUnavailable: 1 })).toBe('');
    expect(problems({ maxUnavailabel: 1 })).toContain('maxUnavailabel');
    expect(problems({ selector: 'all' })).toContain('/spec/selector');
    const service = objectOf<KubernetesObject>(BASE, 'Service', 'linkgate');
    expect(check({ ...service, spec: { ports: [{ name: 'http' }] } } as KubernetesObject).join()).toContain(
      'port',
    );
  });
});

/** Of the schema folders, the strict one for the newest Kubernetes. */
function newest(folders: string[]): string {
  const minor = (name: string) => Number(/^v1\.(\d+)/.exec(name)?.[1]);
  const strict = folders.filter((name) => name.endsWith('-strict'));
  return strict.sort((one, other) => minor(other) - minor(one))[0] ?? '';
}

/** A folder with the Operator's CustomResourceDefinitions, for the image's version of Keycloak. */
const definitions = process.env.LINKGATE_OPERATOR_CRDS;
if (definitions === undefined)
  console.warn('LINKGATE_OPERATOR_CRDS names no folder: the schemas of Keycloak’s Operator are skipped');

describe.skipIf(definitions === undefined)('the Operator’s definitions', () => {
  let check: Check;
  beforeAll(() => {
    check = checkByDefinitions(definitions ?? '');
  });

  test.each(operators)('accept $name of $file', ({ object }) => {
    expect(check(object)).toEqual([]);
  });

  test('notice a field that doesn’t exist', () => {
    const keycloak = objectOf<KubernetesObject>(OPERATOR, 'Keycloak');
    expect(check({ ...keycloak, spec: { instance: 2 } } as KubernetesObject).join()).toContain('instance');
  });
});
