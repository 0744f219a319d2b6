/** A Keycloak server without the plugin. */
import { rm } from 'node:fs/promises';
import { prepareHome } from '../../../scripts/server/home.ts';
import { OWN_THEMES } from '../installation/own-themes.ts';
import { workerPath } from '../part.ts';
import { type OwnNode, startOwnNode } from '../variant.ts';
import { WITH_VAULT } from '../vault.ts';

/** Starts it with the tests' themes, on separate ports and data. Its administrator is `VARIANT_ADMIN`. */
export async function startStockServer(): Promise<OwnNode> {
  const home = await prepareHome({
    name: 'stock-server',
    jar: undefined,
    more: WITH_VAULT,
    database: 'dev-file',
    log: () => {},
  });
  const dataDir = workerPath('stock', 'data');
  await rm(dataDir, { recursive: true, force: true });
  return await startOwnNode({
    home,
    dataDir,
    extraArgs: [`--spi-theme--folder--dir=${OWN_THEMES}`],
    logFile: workerPath('stock', 'keycloak.log'),
  });
}
