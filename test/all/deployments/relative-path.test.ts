/** A Keycloak that is served below a path of its host (`--http-relative-path`). */
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { buildServer, copyServer } from '../../../scripts/server/home.ts';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { post } from '../../support/form.ts';
import { TEST_JVM } from '../../support/jvm.ts';
import { partPath } from '../../support/part.ts';
import { connectTo, postHead } from '../../support/raw-connection.ts';
import { VARIANT_ADMIN } from '../../support/variant.ts';

const quiet = () => {};
const server = partPath('relative-path');
const httpPort = await freePort();
const url = `http://localhost:${httpPort}/id`;
const token = `${url}/realms/master/protocol/openid-connect/token`;
const SENDERS = 100;

let node: RunningNode | undefined;

beforeAll(async () => {
  await rm(server, { recursive: true, force: true });
  await copyServer(await obtainDistribution(quiet), server);
  await copyFile(await buildPlugin({ log: quiet }), path.join(server, 'providers', 'linkgate.jar'));
  await buildServer(server, [
    '--db=dev-file',
    '--health-enabled=true',
    '--http-relative-path=/id',
    '--http-management-relative-path=/',
  ]);
  node = await startNode({
    home: { directory: server, database: 'dev-file' },
    httpPort,
    managementPort: await freePort(),
    hostname: url,
    adminUsername: VARIANT_ADMIN.username,
    adminPassword: VARIANT_ADMIN.password,
    env: TEST_JVM,
    logFile: partPath('variant', 'relative-path.log'),
  });
});
afterAll(async () => {
  await node?.stop();
  await rm(server, { recursive: true, force: true });
});

test('slow senders delay no other client, and get 408', async () => {
  const begin = async () => {
    const sender = await connectTo(url);
    sender.send(`${postHead(token, { 'Content-Length': 500 })}grant_type=`);
    return sender;
  };
  const senders = await Promise.all(Array.from({ length: SENDERS }, begin));
  const response = await post(token, { grant_type: 'password', client_id: 'admin-cli', ...VARIANT_ADMIN });
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ access_token: expect.any(String) }),
  ]);
  for (const sender of senders) expect(await sender.closed()).toMatch(/^HTTP\/1\.1 408 /);
});
