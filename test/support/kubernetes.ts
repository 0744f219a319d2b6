/** The objects of `deploy/kubernetes` as far as tests read them, and Kubernetes' own schemas for them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { realmFiles } from '../../scripts/realm-file/file.ts';
import { readText } from './documents.ts';

/** The files that git ignores, as the build makes them. */
const made = await realmFiles();

export const BASE = 'deploy/kubernetes/base';
export const OPERATOR = 'deploy/kubernetes/operator';
/** The fields that a folder's schemas share. */
const DEFINITIONS = '_definitions.json';

/** Any Kubernetes object, with the common fields. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/** An object and its file. */
export interface Placed {
  file: string;
  /** Such as `StatefulSet linkgate`. */
  name: string;
  object: KubernetesObject;
}

/** The fields of a folder's `kustomization.yaml`. */
export function placedIn(folder: string): Placed[] {
  const { resources } = parse(readText(`${folder}/kustomization.yaml`)) as { resources: string[] };
  return resources.flatMap((resource) => {
    const file = `${folder}/${resource}`;
    return objectsIn(made.get(file) ?? readText(file)).map((object) => ({
      file,
      name: nameOf(object),
      object,
    }));
  });
}

/** The objects of a YAML text; JSON is YAML, too. */
export function objectsIn(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return document.toJS() as KubernetesObject;
  });
}

export function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}

/** The only object of a kind in a folder; `name` selects one if there are several. */
export function objectOf<T>(folder: string, kind: string, name?: string): T {
  const found = placedIn(folder).filter(
    ({ object }) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );
  if (found.length !== 1) throw new Error(`${folder} has ${found.length} of ${kind} ${name ?? ''}`);
  return found[0]?.object as unknown as T;
}

/** A reference to a key of a secret. */
export interface SecretKey {
  name: string;
  key: string;
}

interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: SecretKey; fieldRef?: { fieldPath: string } };
}

interface HttpProbe {
  httpGet: { path: string; port: string };
  timeoutSeconds?: number;
}

type Resources = Record<'requests' | 'limits', { cpu: string; memory: string }>;

interface Container {
  image: string;
  args: string[];
  env: EnvironmentVariable[];
  envFrom: { configMapRef: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: HttpProbe;
  livenessProbe: HttpProbe;
  readinessProbe: HttpProbe;
  resources: Resources;
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

type Labels = Record<string, string>;

export interface StatefulSet {
  spec: {
    serviceName: string;
    replicas: number;
    selector: { matchLabels: Labels };
    template: {
      metadata: { labels: Labels; annotations: Labels };
      spec: {
        serviceAccountName: string;
        securityContext: Record<string, unknown>;
        terminationGracePeriodSeconds: number;
        containers: [Container];
        volumes: { name: string; emptyDir?: object; configMap?: { name: string } }[];
      };
    };
  };
}

export interface Service {
  metadata: { name: string };
  spec: {
    clusterIP?: string;
    selector: Labels;
    ports: { name: string; port: number; targetPort: string }[];
  };
}

export interface Selecting {
  spec: { selector: { matchLabels: Labels }; podSelector: { matchLabels: Labels } };
}

interface NetworkRule {
  from?: object[];
  to?: object[];
  ports: { port: number; protocol: string }[];
}

export interface NetworkPolicy {
  spec: { podSelector: { matchLabels: Labels }; ingress: NetworkRule[]; egress: NetworkRule[] };
}

/** The Operator's custom resource, as far as tests read it. */
export interface KeycloakResource {
  spec: {
    instances: number;
    image: string;
    http: { httpPort: number };
    httpManagement: { port: number };
    hostname: { hostname: string };
    db: { usernameSecret: SecretKey; passwordSecret: SecretKey; poolMaxSize: number };
    bootstrapAdmin: { user: { secret: string } };
    additionalOptions: { name: string; value: string }[];
    resources: Resources;
  };
}

export interface RealmImport {
  spec: { keycloakCRName: string; placeholders: Record<string, { secret: SecretKey }> };
}

interface Kustomization {
  configMapGenerator: { name: string; literals?: string[] }[];
}

/** The environment of the base's pod, from its ConfigMap and its own entries; without values from a secret or from Kubernetes. */
export function environmentOfPod(): Record<string, string | undefined> {
  const { configMapGenerator } = parse(readText(`${BASE}/kustomization.yaml`)) as Kustomization;
  const literals = configMapGenerator.flatMap(({ literals = [] }) => literals);
  const [container] = objectOf<StatefulSet>(BASE, 'StatefulSet').spec.template.spec.containers;
  return {
    ...Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s).slice(0, 2))),
    ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
  };
}

/** The content of a guide's YAML blocks. */
export function yamlBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
}

/** Validates an object against schemas: returns the errors, or nothing. */
export type Check = (object: KubernetesObject) => string[];

/** The file of a kind's schema, as kubeconform and the schema packages name it: `statefulset-apps-v1.json`. */
function schemaFile({ apiVersion, kind }: KubernetesObject): string {
  const [version, group] = apiVersion.split('/').reverse();
  const parts = [kind.toLowerCase(), ...(group === undefined ? [] : [group.split('.')[0]]), version];
  return `${parts.join('-')}.json`;
}

/** Validates against a folder of Kubernetes' schemas in their strict form, which allow no unknown fields. */
export function checkBySchemas(folder: string): Check {
  const read = (file: string) => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Schema;
    return schema;
  };
  const ajv = newAjv().addSchema(read(DEFINITIONS));
  const compiled = new Map<string, ValidateFunction>();
  return (object) => {
    const file = schemaFile(object);
    const validate = compiled.get(file) ?? ajv.compile(read(file));
    compiled.set(file, validate);
    return problemsOf(validate, object);
  };
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  [keyword: string]: unknown;
}

interface Definition {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
  };
}

/** Validates against the CustomResourceDefinitions in a folder, likewise. */
export function checkByDefinitions(folder: string): Check {
  const definitions = readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => objectsIn(readFileSync(path.join(folder, file), 'utf8')))
    .filter(({ kind }) => kind === 'CustomResourceDefinition') as unknown as Definition[];
  return (object) => {
    const [group, version] = object.apiVersion.split('/');
    const schema = definitions
      .find(({ spec }) => spec.group === group && spec.names.kind === object.kind)
      ?.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema;
    if (schema === undefined) return [`no definition of ${object.apiVersion} ${object.kind}`];
    const properties = { apiVersion: {}, kind: {}, metadata: {}, ...schema.properties };
    return problemsOf(newAjv().compile(closed({ ...schema, properties })), object);
  };
}

/** Kubernetes drops fields that a definition doesn't have; here they are errors. */
function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema;
  const open = additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...schema,
    ...(items && { items: closed(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: closed(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
      ...(!open && { additionalProperties: false }),
    }),
  };
}

function newAjv(): Ajv {
  return new Ajv({ strict: false, allErrors: true, validateFormats: false });
}

function problemsOf(validate: ValidateFunction, object: KubernetesObject): string[] {
  if (validate(object)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}
