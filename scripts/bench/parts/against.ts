/** Whole sign-ins on this checkout's JAR and on another one of the plugin, alternating, to measure the effect of a change. */
import type { BenchContext } from '../bench-context.ts';
import { credentialsLoad, signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { alternate, type Comparison, type Side } from './alternate.ts';

/** Returns the table and the figures of each round. */
export async function compareJars(context: BenchContext, jar: string): Promise<Comparison> {
  const own = await sideOf(context, await context.start('own'));
  const against = await sideOf(context, await context.start('against', { plugin: { jar } }));
  return await alternate(context, { own, against });
}

async function sideOf(context: BenchContext, server: BenchServer): Promise<Side> {
  const { warmUp, rounds, signIns, clients } = context.options;
  await server.makeStockRealm({ users: 0 });
  await server.makeLinkgateRealm(context.users(warmUp + rounds * signIns));
  return {
    server,
    load: (count) => signInLoad(server, count, clients),
    credentials: (count) => credentialsLoad(server, count, clients),
  };
}
