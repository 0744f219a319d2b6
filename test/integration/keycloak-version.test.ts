/** Linkgate on a minor version of Keycloak that it wasn't tested with, and that has all that it uses. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { connectAdmin } from '../../scripts/admin/connect.ts';
import { KEYCLOAK_VERSION } from '../../scripts/server/version.ts';
import { homeTestedWith, startVariant, VARIANT_ADMIN } from '../support/variant.ts';

test('is served, and log, health, overview and the server’s own information say so', async () => {
  const node = await startVariant(await homeTestedWith('25.0.6', 'untested'), 'untested');
  const untested = `Linkgate was tested with Keycloak 25.0.6, and this is ${KEYCLOAK_VERSION}: all classes and members that it uses are there`;
  try {
    const admin = await connectAdmin({ serverUrl: node.url, ...VARIANT_ADMIN });
    await admin.realms.create({
      realm: 'links',
      enabled: true,
      attributes: { 'linkgate.enabled': 'true' },
    });
    const response = await fetch(`${node.url}/realms/links/request-magic-link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
    const health = await fetch(`${node.managementUrl}/health/ready`);
    expect([health.status, await health.text()]).toEqual([200, expect.stringContaining(untested)]);
    const found = await fetch(`${node.url}/admin/realms/links/linkgate/problems`, {
      headers: { Authorization: `Bearer ${admin.accessToken}` },
    });
    const { problems } = (await found.json()) as { problems: { id: string; message: string }[] };
    expect(problems.find(({ id }) => id === 'keycloak-version')?.message).toContain(untested);
    const { providers } = await admin.serverInfo.find();
    expect(providers?.authenticator?.providers['linkgate-email']?.operationalInfo?.untested).toContain(
      untested,
    );
  } finally {
    await node.stop();
  }
  const log = await readFile(node.logFile, 'utf8');
  expect(log.split('\n').filter((line) => line.includes(untested))).toHaveLength(1);
});
