/** The server that the nodes on PostgreSQL run, and every other node beside them: one build, which nobody replaces while they run. */
import { buildPlugin } from '../../scripts/build/plugin.ts';
import type { Home } from '../../scripts/server/home.ts';
import { prepareWatchedHome } from './connection-watch.ts';

/** Its folder under `.local`. */
export const CLUSTER_HOME = 'test-cluster';

/** Makes it, unless it is there. */
export async function clusterHome(log: (line: string) => void = () => {}): Promise<Home> {
  const jar = await buildPlugin({ log });
  return await prepareWatchedHome({ name: CLUSTER_HOME, jar, database: 'postgres', log });
}
