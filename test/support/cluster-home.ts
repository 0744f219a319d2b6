/**
 * The server home of the nodes on PostgreSQL and of all other nodes beside them: one build, which isn't replaced while they run.
 */
import { buildPlugin } from '../../scripts/build/plugin.ts';
import type { Home } from '../../scripts/server/home.ts';
import { prepareWatchedHome } from './connection-watch.ts';

/** Its folder under `.local`. */
export const CLUSTER_HOME = 'test-cluster';

/** Builds it if it is missing. */
export async function clusterHome(log: (line: string) => void = () => {}): Promise<Home> {
  const jar = await buildPlugin({ log });
  return await prepareWatchedHome({ name: CLUSTER_HOME, jar, database: 'postgres', log });
}
