/** The places to send emails on a node: a realm whose routes hang leaves some to others. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';

const run = promisify(execFile);

const PROBE = path.join(ROOT, 'test', 'host', 'MailQueueProbe.java');
const MAX_MILLIS = 1_800_000;
/** A quarter of them sends emails. */
const HTTP_THREADS = 48;
const PLACES = 12;

describe('emails of a realm whose servers hang', () => {
  let classes: string;
  beforeAll(async () => {
    const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
    const libraries = ['main', 'boot'].map((folder) => path.join(server, 'lib', 'lib', folder, '*'));
    classes = [jar, ...libraries].join(path.delimiter);
  }, MAX_MILLIS);

  test.each([
    ['one route', 1, PLACES / 2],
    ['two routes', 2, (PLACES * 3) / 4],
    ['four routes', 4, (PLACES * 3) / 4],
  ])(
    'by %s leave places to another realm',
    async (_, routes, expected) => {
      const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
      const threads = `-Dquarkus.thread-pool.max-threads=${HTTP_THREADS}`;
      const { stdout } = await run(java, [threads, '-cp', classes, PROBE, String(routes), '10']);
      const seen = JSON.parse(stdout) as Record<'hanging' | 'waiting' | 'other', number>;
      expect(seen).toMatchObject({ hanging: expected, other: 1 });
      expect(seen.waiting).toBeGreaterThan(0);
    },
    MAX_MILLIS,
  );
});
