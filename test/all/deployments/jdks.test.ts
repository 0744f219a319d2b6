/** The server on every installed version of Java, from 17 on. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAddress } from '../../support/email.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { signInAt } from '../../support/sign-in-at.ts';
import { startVariant, variantHome } from '../../support/variant.ts';

const JVMS = '/usr/lib/jvm';
const OLDEST = 17;

/** One home for each major version, oldest first. */
function installedJdks(): [major: number, home: string][] {
  const folders = existsSync(JVMS) ? readdirSync(JVMS).map((name) => path.join(JVMS, name)) : [];
  const homes = [process.env.JAVA_HOME ?? '', ...folders].filter((home) =>
    ['bin/java', 'release'].every((file) => existsSync(path.join(home, file))),
  );
  const found = new Map(homes.map((home) => [majorOf(home), home]));
  return [...found].filter(([major]) => major >= OLDEST).sort(([a], [b]) => a - b);
}

function majorOf(home: string): number {
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(path.join(home, 'release'), 'utf8'))?.[1]);
}

const JDKS = installedJdks();

describe('the server', () => {
  let site: OwnSite;
  beforeAll(async () => {
    site = await openOwnSite();
  });
  afterAll(() => site.inbox.close());

  // A later version continues with the previous one's data, as after an update.
  test.each(JDKS)('signs users in on Java %i', async (_, home) => {
    const node = await startVariant(await variantHome('jdk', {}), 'jdk', {
      env: { JAVA_HOME: home },
      keepsData: home !== JDKS[0]?.[1],
    });
    try {
      await site.seed(node.url);
      const email = newAddress();
      expect((await signInAt(site.at(node.url), site.client, email)).email).toBe(email);
    } finally {
      await node.stop();
    }
  });
});
