/** A Keycloak server without the plugin. */
import { rm } from 'node:fs/promises';
import { prepareHome } from '../../../scripts/server/home.ts';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { OWN_THEMES } from '../installation/own-themes.ts';
import { TEST_JVM } from '../jvm.ts';
import { workerPath } from '../part.ts';
import { VARIANT_ADMIN } from '../variant.ts';

/** Starts it with the tests' themes, on separate ports and data. Its administrator is `VARIANT_ADMIN`. */
export async function startStockServer(): Promise<RunningNode & { url: string }> {
  const home = await prepareHome({
    name: 'stock-server',
    jar: undefined,
    database: 'dev-file',
    log: () => {},
  });
  const httpPort = await freePort();
  const url = `http://localhost:${httpPort}`;
  const dataDir = workerPath('stock', 'data');
  await rm(dataDir, { recursive: true, force: true });
  const node = await startNode({
    home,
    httpPort,
    managementPort: await freePort(),
    hostname: url,
    dataDir,
    adminUsername: VARIANT_ADMIN.username,
    adminPassword: VARIANT_ADMIN.password,
    extraArgs: [`--spi-theme--folder--dir=${OWN_THEMES}`],
    env: TEST_JVM,
    logFile: workerPath('stock', 'keycloak.log'),
  });
  return { ...node, url };
}
