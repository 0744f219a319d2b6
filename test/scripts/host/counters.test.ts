/** The host's counters, which hold the limits by IP: exact under concurrency, and bounded in memory. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';

const run = promisify(execFile);

const PROBE = path.join(ROOT, 'test', 'host', 'CountersProbe.java');
const MAX_MILLIS = 600_000;
const CALLERS = 1_000_000;
/** Four callers share a place on average. */
const MAX_SHARING = 30;
/** A place takes about a hundred bytes. */
const MAX_HEAP_BYTES = 64 * 1024 ** 2;

test('a million callers fit into bounded memory, a busy one among them stays limited, and threads never count past a limit', {
  timeout: MAX_MILLIS,
}, async () => {
  const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
  const libraries = path.join(server, 'lib', 'lib', 'main', '*');
  const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const { stdout } = await run(java, ['-Xmx256m', '-cp', [jar, libraries].join(path.delimiter), PROBE]);
  expect(JSON.parse(stdout)).toEqual({
    // The few that share the busy one's place are refused with it.
    grantedToNewCallers: expect.toSatisfy((granted: number) => granted > CALLERS - MAX_SHARING),
    busyGranted: false,
    heapBytes: expect.toSatisfy((bytes: number) => bytes < MAX_HEAP_BYTES),
    parallelGranted: 100,
  });
});
