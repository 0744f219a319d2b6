/** Prometheus accepts the rules, and each alert fires when it should. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { alerts, MONITORING } from '../support/monitoring.ts';

const run = promisify(execFile);
const PROMTOOL = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  .map((folder) => `${folder}/promtool`)
  .find(existsSync);
const inMonitoring = { cwd: path.join(ROOT, MONITORING) };

// From Debian's package `prometheus`.
describe.skipIf(PROMTOOL === undefined && !process.env.CI)('promtool', () => {
  test('accepts the rules', async () => {
    const { stdout } = await run(
      PROMTOOL ?? 'promtool',
      ['check', 'rules', 'prometheus-rules.yml'],
      inMonitoring,
    );
    expect(stdout).toContain(`SUCCESS: ${alerts().length} rules found`);
  });

  test('fires each alert when it should, and none on an ordinary day', async () => {
    const { stdout } = await run(
      PROMTOOL ?? 'promtool',
      ['test', 'rules', 'prometheus-rules.test.yml'],
      inMonitoring,
    );
    expect(stdout).toContain('SUCCESS');
  });
});
