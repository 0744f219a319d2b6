/** One node and two on the same database: the gain of a second machine. */

import { freePort } from '../../server/ports.ts';
import {
  databaseCpuMillisEach,
  type Load,
  type LoadResult,
  measureLoad,
  perSecond,
  runLoad,
} from '../load/closed-loop.ts';
import { Connections } from '../load/http.ts';
import { cpuMillis } from '../load/process.ts';
import { signIn } from '../load/sign-in.ts';
import type { Part } from '../part.ts';
import { signInLoad } from '../servers/loads.ts';
import { ratios } from '../statistics.ts';

/** A round, with the processor time of all processes involved. */
interface Round {
  results: LoadResult;
  /** Of both nodes together, per sign-in. */
  nodesCpuMillis: number;
}

export const nodesPart: Part = async (context) => {
  const { rounds, signIns, clients, warmUp } = context.options;
  const database = await context.newDatabase();
  if (database === undefined) {
    context.log('nodes: skipped, an embedded database supports one node');
    return [];
  }
  const warm = Math.ceil(warmUp / 4);
  const first = await context.start('first-node', { database, clusterPort: await freePort(2) });
  await first.makeLinkgateRealm(context.users(2 * warm + 2 * rounds * signIns));
  const second = await context.start('second-node', {
    database,
    clusterPort: await freePort(2),
    publicOrigin: first.origin,
  });
  const both = new Connections([first.origin, second.origin]);
  const onOne = (count: number) => signInLoad(first, count, clients);
  const onBoth = (count: number): Load => ({
    count,
    clients,
    work: () => signIn({ ...first.linkgate, connections: both }, first.nextUser()),
  });
  const measure = async (load: Load): Promise<Round> => {
    const before = await cpuMillis(second.pid);
    const results = await measureLoad(first, load);
    const ofSecond = (await cpuMillis(second.pid)) - before;
    return { results, nodesCpuMillis: (results.cpuMillis + ofSecond) / load.count };
  };
  await runLoad(onOne(warm));
  await runLoad(onBoth(warm));
  const one: Round[] = [];
  const two: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    one.push(await measure(onOne(signIns)));
    two.push(await measure(onBoth(signIns)));
    const shown = [one, two].map((all) => all.at(-1)?.nodesCpuMillis.toFixed(1));
    context.log(`nodes, round ${round}: processor time ${shown.join(' and ')} ms`);
  }
  both.close();
  const nodesCpu = (all: readonly Round[]) => all.map(({ nodesCpuMillis }) => nodesCpuMillis);
  const databaseCpu = (all: readonly Round[]) => all.map(({ results }) => databaseCpuMillisEach(results));
  return [
    {
      row: 'two-nodes',
      rounds: ratios(nodesCpu(one), nodesCpu(two)).map((ratio) => 2 * ratio),
      beside: [
        { name: 'processor time of a sign-in, one node', unit: 'ms', values: nodesCpu(one) },
        { name: 'processor time of a sign-in, both nodes', unit: 'ms', values: nodesCpu(two) },
        { name: "the database's processor time, one node", unit: 'ms', values: databaseCpu(one) },
        { name: "the database's processor time, both nodes", unit: 'ms', values: databaseCpu(two) },
        {
          name: 'sign-ins on this machine, one node',
          unit: '/s',
          values: one.map(({ results }) => perSecond(results)),
        },
        {
          name: 'sign-ins on this machine, both nodes',
          unit: '/s',
          values: two.map(({ results }) => perSecond(results)),
        },
      ],
      notes: [
        'Computed, since both nodes share this machine: two machines have twice the processor time, if the database isn’t the bottleneck.',
        'Each request is sent to the next node: the link is requested at one and opened at the other.',
      ],
    },
  ];
};
