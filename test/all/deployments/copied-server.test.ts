/** A server folder that was copied, or whose JAR was rewritten, is rebuilt and starts. */
import { cp, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { prepareHome } from '../../../scripts/server/home.ts';
import { localPath } from '../../../scripts/server/local-folder.ts';
import { partHome } from '../../support/part.ts';
import { startVariant } from '../../support/variant.ts';

const ORIGINAL = partHome('unchanged-server');
const COPY = partHome('copied-server');

const lines: string[] = [];
const prepare = async (name: string) =>
  await prepareHome({
    name,
    jar: await buildPlugin({ log: () => {} }),
    database: 'dev-file',
    log: (line) => lines.push(line),
  });

afterAll(() => rm(localPath(COPY), { recursive: true, force: true }));

/** Keycloak exits at once if its JAR is newer than its build. */
async function starts(name: string): Promise<void> {
  const home = await prepare(name);
  const node = await startVariant(home, 'copied');
  await node.stop();
}

test('a copy starts', async () => {
  const { directory } = await prepare(ORIGINAL);
  await rm(localPath(COPY), { recursive: true, force: true });
  await cp(directory, localPath(COPY), { recursive: true });
  await starts(COPY);
});

test('a server whose JAR has a newer time starts', async () => {
  const { directory } = await prepare(COPY);
  const now = new Date();
  await utimes(path.join(directory, 'providers', 'linkgate.jar'), now, now);
  await starts(COPY);
});

test('an unchanged server is not built again', async () => {
  await prepare(COPY);
  lines.length = 0;
  const jar = path.join((await prepare(COPY)).directory, 'providers', 'linkgate.jar');
  expect([lines, path.basename(jar)]).toEqual([[], 'linkgate.jar']);
});
