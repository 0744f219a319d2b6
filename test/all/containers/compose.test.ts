/** `docker compose up` in a fresh copy of the project: one command starts everything, also the second time. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import type { RunFile } from '../../../scripts/run-file.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { newAddress } from '../../support/email.ts';
import { runId } from '../../support/images.ts';
import { partPath } from '../../support/part.ts';
import { signInAt } from '../../support/sign-in-at.ts';
import type { SiteClient } from '../../support/site.ts';

const run = promisify(execFile);
const copy = partPath('compose');
const ports = {
  KEYCLOAK_PORT: String(await freePort()),
  KEYCLOAK_MANAGEMENT_PORT: String(await freePort()),
  INBOX_PORT: String(await freePort()),
  DEMO_PORT: String(await freePort()),
};

async function compose(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', ['compose', '--project-name', `linkgate-test-${runId()}`, ...args], {
    cwd: copy,
    env: { ...process.env, ...ports },
  });
  return stdout;
}

/** Runs `docker compose up` until the end of the seeding; returns the seeding's output. */
async function up(): Promise<string> {
  await compose('up', '--detach');
  // It exits with the service's exit code.
  await compose('wait', 'seed').catch(async (error: unknown) => {
    throw new Error(`${await compose('logs', '--tail=50')}`, { cause: error });
  });
  return await compose('logs', '--no-log-prefix', 'seed');
}

async function readRunFile(): Promise<RunFile> {
  return JSON.parse(await readFile(path.join(copy, '.local', 'run.json'), 'utf8')) as RunFile;
}

const web = ({ clients }: RunFile) => clients.web as SiteClient;

describe('docker compose up', () => {
  beforeAll(async () => {
    await rm(copy, { recursive: true, force: true });
    const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
    });
    for (const file of stdout.trimEnd().split('\n')) {
      await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
      await cp(path.join(ROOT, file), path.join(copy, file));
    }
  });
  afterAll(async () => {
    await compose('down', '--volumes', '--remove-orphans');
    await rm(copy, { recursive: true, force: true });
  });

  const email = newAddress();
  let first: RunFile;
  let sub = '';

  test('starts everything in the run file, and users sign in', async () => {
    await up();
    first = await readRunFile();
    expect(first.server_url).toBe(`http://localhost:${ports.KEYCLOAK_PORT}`);
    for (const url of [
      `${first.inbox_url}/api/healthz`,
      first.demo_url,
      `${first.beta.base_url}/.well-known/jwks.json`,
    ])
      expect((await fetch(url)).status, url).toBe(200);
    ({ sub } = await signInAt(first, web(first), email));
    expect(sub).toBeTruthy();
  });

  test('has Linkgate’s readiness check, and its meters', async () => {
    const management = `http://localhost:${ports.KEYCLOAK_MANAGEMENT_PORT}`;
    const { checks } = (await (await fetch(`${management}/health/ready`)).json()) as { checks: unknown[] };
    expect(checks).toContainEqual({ name: 'Linkgate', status: 'UP' });
    expect(await (await fetch(`${management}/metrics`)).text()).toMatch(/^linkgate_links_sent_total 1\.0$/m);
  });

  test('has no predictable secret', async () => {
    const text = JSON.stringify(first);
    expect(first.admin.password).toMatch(/^[0-9a-f]{48}$/);
    const { stdout } = await run('git', ['grep', '--fixed-strings', first.admin.password], {
      cwd: ROOT,
    }).catch(() => ({ stdout: '' }));
    expect(stdout).toBe('');
    expect(text.match(/"client_secret":"[0-9a-f]{48}"/g)).toHaveLength(5);
  });

  test('a second time changes nothing: same secrets, same accounts', async () => {
    await compose('down');
    const output = await up();
    expect(output).toContain('(0 changes)');
    expect(output).toContain('docker compose down stops everything');
    expect(output).not.toContain(first.beta.referral_code);
    expect(await readRunFile()).toEqual(first);
    expect((await signInAt(first, web(first), email)).sub).toBe(sub);
  });
});
