/** The Kubernetes objects match each other, Keycloak, the release and the documents. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { readProject } from '../../scripts/build/project.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { DEPLOYED_FILE, realmFiles } from '../../scripts/realm-file/file.ts';
import { IMAGE } from '../../scripts/release/image.ts';
import { obtainDistribution } from '../../scripts/server/distribution.ts';
import { KEYCLOAK_VERSION } from '../../scripts/server/version.ts';
import { readText, sectionOf, tableOf } from '../support/documents.ts';
import {
  BASE,
  environmentOfPod,
  type KeycloakResource,
  type NetworkPolicy,
  OPERATOR,
  objectOf,
  placedIn,
  type RealmImport,
  type SecretKey,
  type Selecting,
  type Service,
  type StatefulSet,
} from '../support/kubernetes.ts';

const run = promisify(execFile);
const guide = readText('docs/kubernetes.md');
const { spec } = objectOf<StatefulSet>(BASE, 'StatefulSet');
const { metadata, spec: pod } = spec.template;
const [container] = pod.containers;
const { spec: keycloak } = objectOf<KeycloakResource>(OPERATOR, 'Keycloak');
const { spec: realmImport } = objectOf<RealmImport>(OPERATOR, 'KeycloakRealmImport');
const environment = environmentOfPod();

/** Seconds, in the form of Keycloak's options: `15s`. */
function seconds(text: string | undefined): number {
  return Number(/^(\d+)s$/.exec(text ?? '')?.[1]);
}

/** The Operator's options, by name. */
const options = Object.fromEntries(keycloak.additionalOptions.map(({ name, value }) => [name, value]));

describe('the image', () => {
  test('is that of the release, by name and version', async () => {
    const released = `${IMAGE}:${(await readProject()).version}`;
    expect([container.image, keycloak.image]).toEqual([released, released]);
  });

  test('is started without a rebuild, for the Operator’s version of Keycloak', () => {
    expect(container.args.slice(0, 2)).toEqual(['start', '--optimized']);
    expect(readText('Dockerfile')).toContain(`ARG KEYCLOAK_VERSION=${KEYCLOAK_VERSION}\n`);
    expect(guide).toContain(`Keycloak ${KEYCLOAK_VERSION}`);
  });
});

describe('the pods’ environment', () => {
  /** Keycloak's options; those of the build are `true`. */
  let known: Map<string, boolean>;
  beforeAll(async () => {
    const libraries = path.join(await obtainDistribution(console.log), 'lib', 'lib');
    const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
    const classes = ['main', 'boot'].map((folder) => path.join(libraries, folder, '*')).join(path.delimiter);
    const probe = path.join(ROOT, 'test', 'host', 'OptionsProbe.java');
    const declared = path.join(libraries, 'main', `org.keycloak.keycloak-config-api-${KEYCLOAK_VERSION}.jar`);
    const { stdout } = await run(java, ['-cp', classes, probe, declared]);
    const lines = stdout.trim().split('\n');
    known = new Map(lines.map((line) => [line.replace(/ build$/, ''), line.endsWith(' build')]));
  });

  test('has options that Keycloak knows, and that a built server still accepts', () => {
    const named = Object.keys(environment).flatMap((name) =>
      name.startsWith('KC_') ? [name.slice(3).toLowerCase().replaceAll('_', '-')] : [],
    );
    expect(named.length).toBeGreaterThan(10);
    expect([...named, ...Object.keys(options)].filter((name) => known.get(name) !== false)).toEqual([]);
    expect([known.get('health-enabled'), known.get('no-such-option')]).toEqual([true, undefined]);
  });

  test('has otherwise only the values of the realm’s placeholders', async () => {
    const others = Object.keys(environment).filter((name) => !name.startsWith('KC_'));
    const realm = (await realmFiles()).get(DEPLOYED_FILE) ?? '';
    const placeholders = new Set([...realm.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name));
    expect(others.sort()).toEqual([...placeholders].sort());
  });

  test('keeps a hanging database from holding up users, as docs/operate.md says, in both ways', () => {
    const { KC_DB_CONNECT_TIMEOUT: connect, KC_TRANSACTION_DEFAULT_TIMEOUT: transaction } = environment;
    expect(readText('docs/operate.md')).toContain(
      `--db-connect-timeout=${connect} --transaction-default-timeout=${transaction}`,
    );
    expect(options).toMatchObject({
      'db-connect-timeout': connect,
      'transaction-default-timeout': transaction,
      'cache-stack': environment.KC_CACHE_STACK,
    });
    expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(seconds(connect));
  });

  test('bounds threads and connections as docs/operate.md says, in both ways', () => {
    const { KC_HTTP_POOL_MAX_THREADS: threads, KC_DB_POOL_MAX_SIZE: connections } = environment;
    expect(readText('docs/operate.md')).toContain(
      `--http-pool-max-threads=${threads} --db-pool-max-size=${connections}`,
    );
    expect(options['http-pool-max-threads']).toBe(threads);
    expect(String(keycloak.db.poolMaxSize)).toBe(connections);
    // PostgreSQL's default maximum without its three reserved connections, while one pod is added to the existing ones.
    expect((keycloak.instances + 1) * keycloak.db.poolMaxSize).toBeLessThanOrEqual(97);
  });

  test('believes forwarded headers from named networks only, the same in both ways, as the guide says', () => {
    const { KC_PROXY_TRUSTED_ADDRESSES: trusted } = environment;
    expect(trusted).toMatch(/^[\da-f.:]+\/\d+(,[\da-f.:]+\/\d+)*$/);
    expect(options['proxy-trusted-addresses']).toBe(trusted);
    expect(guide).toContain('`KC_PROXY_TRUSTED_ADDRESSES`');
  });

  test('allows a graceful shutdown before they are killed', () => {
    const shutdownSeconds = seconds(environment.KC_SHUTDOWN_DELAY) + seconds(environment.KC_SHUTDOWN_TIMEOUT);
    expect(shutdownSeconds).toBeLessThan(pod.terminationGracePeriodSeconds);
    // The Operator's default.
    expect(seconds(options['shutdown-delay']) + seconds(options['shutdown-timeout'])).toBeLessThan(30);
    // An email may take 10 s.
    expect(seconds(environment.KC_SHUTDOWN_TIMEOUT)).toBeGreaterThan(10);
    expect(seconds(options['shutdown-timeout'])).toBeGreaterThan(10);
  });
});

describe('the ports', () => {
  const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));

  test('are those that Keycloak listens on; its nodes monitor each other on the cluster port plus 50,000', () => {
    expect(ports).toEqual({
      http: Number(environment.KC_HTTP_PORT),
      management: Number(environment.KC_HTTP_MANAGEMENT_PORT),
      cluster: Number(environment.KC_CACHE_EMBEDDED_NETWORK_BIND_PORT),
      'cluster-watch': Number(environment.KC_CACHE_EMBEDDED_NETWORK_BIND_PORT) + 50_000,
    });
    expect([keycloak.http.httpPort, keycloak.httpManagement.port]).toEqual([ports.http, ports.management]);
    expect(metadata.annotations['prometheus.io/port']).toBe(String(ports.management));
  });

  test.each(['linkgate', 'linkgate-discovery'])('of the service %s are those of pods', (name) => {
    const service = objectOf<Service>(BASE, 'Service', name).spec;
    for (const { port, targetPort } of service.ports) expect(port).toBe(ports[targetPort]);
    expect(metadata.labels).toMatchObject(service.selector);
  });

  test('of the nodes have a headless service that resolves to the pods', () => {
    const { spec: headless } = objectOf<Service>(BASE, 'Service', spec.serviceName);
    expect(headless.clusterIP).toBe('None');
    expect(headless.ports.map(({ port }) => port)).toEqual([ports.cluster, ports['cluster-watch']]);
  });

  test('are all allowed by the policy, those of the nodes from nodes only, and none from everywhere', () => {
    const { ingress, egress } = objectOf<NetworkPolicy>(BASE, 'NetworkPolicy').spec;
    const numbers = (rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port);
    expect(ingress.flatMap(numbers).sort()).toEqual(Object.values(ports).sort());
    for (const rule of ingress) expect(rule.from).toHaveLength(1);
    const nodes = [{ podSelector: { matchLabels: metadata.labels } }];
    const cluster = [ports.cluster, ports['cluster-watch']];
    expect(ingress.find((rule) => rule.ports[0]?.port === ports.cluster)).toMatchObject({ from: nodes });
    expect(egress.find(({ to }) => to !== undefined)).toMatchObject({
      to: nodes,
      ports: cluster.map((port) => ({ port, protocol: 'TCP' })),
    });
  });

  test.each([
    ['startupProbe', '/health/started'],
    ['livenessProbe', '/health/live'],
    ['readinessProbe', '/health/ready'],
  ] as const)('%s requests %s at the management port', (probe, probePath) => {
    expect(container[probe].httpGet).toEqual({ path: probePath, port: 'management' });
  });
});

describe('the pods', () => {
  test.each(['PodDisruptionBudget', 'StatefulSet'])('are those that the %s selects', (kind) => {
    const { selector } = objectOf<Selecting>(BASE, kind).spec;
    expect(metadata.labels).toMatchObject(selector.matchLabels);
  });

  test('request what the document on sizing says, in both ways', () => {
    const rows = tableOf(sectionOf(readText('docs/performance.md'), 'A pod'));
    for (const { requests, limits } of [container.resources, keycloak.resources])
      expect(rows).toEqual([
        ['`cpu`', requests.cpu, limits.cpu],
        ['`memory`', requests.memory, limits.memory],
      ]);
  });

  test('are two, of which a disruption may stop one', () => {
    expect([spec.replicas, keycloak.instances]).toEqual([2, 2]);
    for (const folder of [BASE, OPERATOR])
      expect(objectOf(folder, 'PodDisruptionBudget')).toMatchObject({ spec: { maxUnavailable: 1 } });
  });

  test('run without privileges, and write to two empty folders only', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const written = container.volumeMounts.filter(({ readOnly }) => readOnly !== true);
    expect(written.map(({ mountPath }) => mountPath)).toEqual(['/opt/keycloak/data', '/tmp']);
    for (const { name } of written)
      expect(pod.volumes.find((volume) => volume.name === name)).toHaveProperty('emptyDir');
  });

  test('have the account, the maps and the volumes that they name', () => {
    const names = placedIn(BASE).map(({ name }) => name);
    expect(names).toContain(`ServiceAccount ${pod.serviceAccountName}`);
    const generated = [...readText(`${BASE}/kustomization.yaml`).matchAll(/^ {2}- name: (\S+)$/gm)].map(
      ([, name]) => name,
    );
    const maps = pod.volumes.flatMap(({ configMap }) => (configMap ? [configMap.name] : []));
    expect(generated.sort()).toEqual([
      ...container.envFrom.map(({ configMapRef }) => configMapRef.name),
      ...maps,
    ]);
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
  });
});

describe('the secrets', () => {
  /** `name/key`, each once. */
  const keysIn = (references: readonly SecretKey[]) => [
    ...new Set(references.map(({ name, key }) => `${name}/${key}`)),
  ];
  const base = keysIn(
    container.env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [valueFrom.secretKeyRef] : [])),
  );
  const operator = keysIn([
    keycloak.db.usernameSecret,
    keycloak.db.passwordSecret,
    ...['username', 'password'].map((key) => ({ name: keycloak.bootstrapAdmin.user.secret, key })),
    ...Object.values(realmImport.placeholders).map(({ secret }) => secret),
  ]);
  /** The secrets that the guide creates: `kubectl … create secret generic name --from-literal=key=…`. */
  const made = [...guide.matchAll(/create secret generic (\S+)((?:\s+\\?\s*--from-literal=\S+)+)/g)].flatMap(
    ([, name, literals = '']) =>
      [...literals.matchAll(/--from-literal=(\w+)=/g)].map(([, key]) => `${name}/${key}`),
  );

  test('are those that the guide creates, in both ways', () => {
    expect(made.length).toBeGreaterThan(5);
    expect(base.sort()).toEqual(made.sort());
    expect(operator.sort()).toEqual(made.sort());
  });

  test('are referred to, never contained', () => {
    const secret = /PASSWORD|USERNAME|SMTP_|EMAIL_/;
    for (const { name, value } of container.env) if (secret.test(name)) expect(value).toBeUndefined();
    for (const folder of [BASE, OPERATOR])
      expect(placedIn(folder).filter(({ object }) => object.kind === 'Secret')).toEqual([]);
  });
});
