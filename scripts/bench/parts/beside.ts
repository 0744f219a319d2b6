/** Whole sign-ins on this checkout's server and on one with any other JAR, whose sign-ins a module describes. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../../failure.ts';
import type { BenchContext } from '../bench-context.ts';
import type { BenchOptions } from '../options.ts';
import { signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { alternate, type Comparison } from './alternate.ts';

/**
 * What a module exports as its default: prepares a server that has just started, without realms, and returns what does one whole sign-in there,
 * until the client has its tokens. Each number is used once.
 */
export type BesideScript = (server: BenchServer) => Promise<(number: number) => Promise<unknown>>;

/** Returns the table and the figures of each round. */
export async function compareBeside(
  context: BenchContext,
  { jar, script }: NonNullable<BenchOptions['beside']>,
): Promise<Comparison> {
  const prepare = await loadScript(script);
  const { warmUp, rounds, signIns, clients } = context.options;
  const own = await context.start('own');
  await own.makeLinkgateRealm(context.users(warmUp + rounds * signIns));
  const other = await context.start('beside', { plugin: { jar } });
  const work = await prepare(other);
  let next = 0;
  return await alternate(context, {
    own: { server: own, load: (count) => signInLoad(own, count, clients) },
    beside: { server: other, load: (count) => ({ count, clients, work: () => work(next++) }) },
  });
}

async function loadScript(script: string): Promise<BesideScript> {
  const { default: prepare } = (await import(pathToFileURL(path.resolve(script)).href)) as {
    default?: unknown;
  };
  if (typeof prepare !== 'function')
    throw new Failure(`--script: ${script} has no function as its default export`);
  return prepare as BesideScript;
}
