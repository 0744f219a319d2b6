/** A third node with the environment of the pods of `deploy/kubernetes`, except for its ports. */

import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { DEPLOYED_FILE, realmFiles } from '../../../scripts/realm-file/file.ts';
import { type Child, startChild } from '../../../scripts/server/child.ts';
import { keycloakEnvironment } from '../../../scripts/server/environment.ts';
import { localPath } from '../../../scripts/server/local-folder.ts';
import { FAILURE_DETECTION } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { respondsWithin } from '../../../scripts/server/responds-within.ts';
import { untilTwoMembers } from '../../support/cluster.ts';
import { CLUSTER_HOME } from '../../support/cluster-home.ts';
import { TEST_JVM } from '../../support/jvm.ts';
import { BASE, environmentOfPod, objectOf, type StatefulSet } from '../../support/kubernetes.ts';
import { partPath } from '../../support/part.ts';

const READY_SECONDS = 360;
const LOOK_MILLIS = 200;
const REALM = 'linkgate-pod';

const { database, nodes } = inject('cluster');
const { admin } = inject('site');
const [container] = objectOf<StatefulSet>(BASE, 'StatefulSet').spec.template.spec.containers;
const home = localPath(CLUSTER_HOME);
const imports = path.join(home, 'data', 'import');
const logFile = partPath('cluster', 'pod.log');

/** Without values from secrets and from Kubernetes. */
const podEnvironment = Object.fromEntries(
  Object.entries(environmentOfPod()).filter((entry): entry is [string, string] => entry[1] !== undefined),
);
const email = {
  SMTP_HOST: 'mail.example.com',
  SMTP_PORT: '587',
  EMAIL_FROM: 'signin@example.com',
  SMTP_USERNAME: 'linkgate',
  SMTP_PASSWORD: 'secret',
};

describe('a node with the configuration of a pod', () => {
  let node: Child;
  let url = '';
  let management = '';
  let begun = 0;

  beforeAll(async () => {
    const [http, managed, cluster] = [await freePort(), await freePort(), await freePort(2)];
    url = `http://localhost:${http}`;
    management = `http://localhost:${managed}/health`;
    begun = Date.now();
    await mkdir(imports, { recursive: true });
    const realm = JSON.parse((await realmFiles()).get(DEPLOYED_FILE) ?? '') as object;
    await writeFile(path.join(imports, `${REALM}-realm.json`), JSON.stringify({ ...realm, realm: REALM }));
    node = startChild({
      command: 'sh',
      args: [path.join(home, 'bin', 'kc.sh'), ...container.args],
      env: keycloakEnvironment({
        ...podEnvironment,
        ...email,
        KC_HOSTNAME: nodes[0]?.url ?? '',
        KC_HTTP_PORT: String(http),
        KC_HTTP_MANAGEMENT_PORT: String(managed),
        KC_CACHE_EMBEDDED_NETWORK_BIND_ADDRESS: '127.0.0.1',
        KC_CACHE_EMBEDDED_NETWORK_BIND_PORT: String(cluster),
        KC_DB_URL_HOST: '127.0.0.1',
        KC_DB_URL_PORT: String(database.port),
        KC_DB_URL_DATABASE: database.name,
        KC_DB_USERNAME: database.username,
        KC_DB_PASSWORD: database.password,
        KC_SHUTDOWN_DELAY: '3s',
        JAVA_OPTS_APPEND: `${TEST_JVM.JAVA_OPTS_APPEND} ${FAILURE_DETECTION}`,
      }),
      output: { file: logFile },
    });
    const ready = await respondsWithin(`${management}/ready`, READY_SECONDS);
    expect(ready, await readFile(logFile, 'utf8')).toBe(true);
  });
  afterAll(async () => {
    await node.stop();
    await rm(imports, { recursive: true });
    const api = await connectAdmin({ serverUrl: nodes[0]?.url ?? '', ...admin });
    await api.realms.del({ realm: REALM });
    await untilTwoMembers();
  });

  test('joins the others', async () => {
    expect(await readFile(logFile, 'utf8')).toMatch(/ISPN00009[34]: .*?\|\d+\] \(3\)/);
  });

  test.each(['startupProbe', 'livenessProbe', 'readinessProbe'] as const)(
    'responds to the %s',
    async (probe) => {
      const { path: probePath } = container[probe].httpGet;
      const response = await fetch(`${management}${probePath.replace(/^\/health/, '')}`);
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ status: 'UP' }),
      ]);
    },
  );

  test('has imported the realm, with the mail server that the secret names', async () => {
    const api = await connectAdmin({ serverUrl: url, ...admin });
    expect(await api.realms.findOne({ realm: REALM })).toMatchObject({
      enabled: true,
      attributes: { 'linkgate.enabled': 'true' },
      smtpServer: {
        host: email.SMTP_HOST,
        port: email.SMTP_PORT,
        from: email.EMAIL_FROM,
        user: email.SMTP_USERNAME,
        auth: 'true',
        starttls: 'true',
      },
    });
    expect((await api.clients.find({ realm: REALM, clientId: 'linkgate-admin' })).length).toBe(1);
  });

  test('writes only to the folders that pods may write to', async () => {
    // Pages' resources are stored compressed.
    const page = await (await fetch(`${url}/admin/master/console/`)).text();
    const [resource = ''] = /\/resources\/[^"']+\.css/.exec(page) ?? [];
    expect((await fetch(`${url}${resource}`)).status).toBe(200);
    const allowed: string[] = [];
    const elsewhere: string[] = [];
    for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(home, file);
      if ((await stat(file)).mtimeMs < begun) continue;
      (name.split(path.sep)[0] === 'data' ? allowed : elsewhere).push(name);
    }
    expect(allowed.filter((name) => name.startsWith(path.join('data', 'tmp')))).not.toEqual([]);
    expect(elsewhere).toEqual([]);
  });

  test('keeps serving but is not ready, while proxies learn that it shuts down', async () => {
    const ended = node.stop();
    await vi.waitFor(async () => expect((await fetch(`${management}/ready`)).status).toBe(503), {
      timeout: READY_SECONDS * 1000,
      interval: LOOK_MILLIS,
    });
    expect((await fetch(`${url}/realms/linkgate/.well-known/openid-configuration`)).status).toBe(200);
    await ended;
  });
});
