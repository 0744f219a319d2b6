/** The health check reports what Linkgate lacks, on the queried node, by its current state. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { onDatabase } from '../support/cluster.ts';

const { nodes } = inject('cluster');
const READY_MILLIS = 120_000;

interface Health {
  status: number;
  /** Linkgate's own line. */
  linkgate: unknown;
}

/** The response to each node's probe. */
async function health(): Promise<Health[]> {
  return await Promise.all(
    nodes.map(async ({ managementUrl }) => {
      const response = await fetch(`${managementUrl}/health/ready`);
      const { checks } = (await response.json()) as { checks: { name: string }[] };
      return { status: response.status, linkgate: checks.find(({ name }) => name === 'Linkgate') };
    }),
  );
}

async function rename(from: string, to: string): Promise<void> {
  await onDatabase(async (client) => {
    await client.query(`ALTER TABLE IF EXISTS ${from} RENAME TO ${to}`);
  });
}

describe('the health check', () => {
  afterEach(async () => {
    await rename('DEVICE_ELSEWHERE', 'LINKGATE_DEVICE');
  });

  test('is down and names the table that is missing, and up once it is back', async () => {
    const up = { status: 200, linkgate: { name: 'Linkgate', status: 'UP' } };
    // Nodes that another test restarted may take a moment.
    await expect.poll(health, { timeout: READY_MILLIS }).toEqual([up, up]);
    await rename('LINKGATE_DEVICE', 'DEVICE_ELSEWHERE');
    const data = { problem: "the table LINKGATE_DEVICE can't be read" };
    const down = { status: 503, linkgate: { name: 'Linkgate', status: 'DOWN', data } };
    expect(await health()).toEqual([down, down]);
    await rename('DEVICE_ELSEWHERE', 'LINKGATE_DEVICE');
    expect(await health()).toEqual([up, up]);
  });
});
