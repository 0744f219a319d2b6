/** An AOT cache of the server (JEP 483, 514, 515): classes, loaded and linked, and the profiles of methods, from a training run. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { keycloakEnvironment } from '../server/environment.ts';
import { localPath } from '../server/local-folder.ts';
import { heapOptions } from '../server/node.ts';
import type { BenchContext } from './bench-context.ts';
import { runLoad } from './load/closed-loop.ts';
import { signInLoad } from './servers/loads.ts';

/** Java assembles the cache in a space as large as its space for classes, which `kc.sh` makes too small for it. */
const SPACE = '-XX:MaxMetaspaceSize=1g -XX:CompressedClassSpaceSize=512m';

/**
 * Makes one with as many sign-ins as warm a server up. Needs Java 25.
 *
 * @returns the cache's file
 */
export async function makeAotCache(context: BenchContext): Promise<string> {
  const { warmUp, clients } = context.options;
  const cache = localPath('bench', 'server.aot');
  const recorded = `${cache}.config`;
  for (const file of [cache, recorded]) await rm(file, { force: true });
  const server = await context.start('training', {
    env: { JAVA_OPTS_APPEND: `${SPACE} -XX:AOTMode=record -XX:AOTConfiguration=${recorded}` },
  });
  await server.makeLinkgateRealm(context.users(warmUp));
  context.log(`training: ${warmUp} sign-ins…`);
  await runLoad(signInLoad(server, warmUp, clients));
  await server.stop();
  // Java makes the cache in place of starting the server.
  const { directory } = await context.home('own');
  const { code, tail } = await runChild({
    command: 'sh',
    args: [path.join(directory, 'bin', 'kc.sh'), 'start', '--optimized'],
    env: keycloakEnvironment({
      JAVA_OPTS_KC_HEAP: heapOptions(),
      JAVA_OPTS_APPEND: `${SPACE} -XX:AOTMode=create -XX:AOTConfiguration=${recorded} -XX:AOTCache=${cache}`,
    }),
    output: () => {},
  });
  if (code !== 0) throw new Failure('the AOT cache was not made; it needs Java 25 (--java):', tail);
  return cache;
}
