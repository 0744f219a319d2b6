/** Memory that the plugin adds after many sign-ins and under many concurrent clients, compared with a server without it under the same load. */

import type { BenchContext } from '../bench-context.ts';
import type { Finding, Series } from '../finding.ts';
import { type Load, runLoad } from '../load/closed-loop.ts';
import {
  type ClassObjects,
  jvmMemoryBytes,
  liveHeapBytes,
  liveObjects,
  residentBytes,
} from '../load/process.ts';
import { passwordSignIn, tokenForClient } from '../load/stock-realm.ts';
import { user } from '../load/users.ts';
import type { Part } from '../part.ts';
import { caller, signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const WIDE_CLIENTS = 64;
/** Several, because each collection leaves a little more or less garbage. */
const SAMPLES = 3;
/** Keycloak's caches hold 10,000 sessions and as many accounts: from then on a plain server's heap doesn't grow. */
const FULL_CACHES = 12_000;
/** Resident memory is sampled after this many sign-ins. */
const SIGN_INS_PER_SAMPLE = 500;
/** The classes of Linkgate's host, script and engine. */
const OWN = /^(\[+L)?org\.linkgate\./;
const LISTED = 12;
const LISTED_OWN = 5;

export const memoryPart: Part = async (context) => {
  const plain = await measurePlainServer(context);
  const { endurance, clients } = context.options;
  const server = await context.start('memory-own');
  await server.makeLinkgateRealm(context.users(endurance));
  context.log(`memory: ${endurance} sign-ins…`);
  const ours = await fill(context, server, endurance, (count) => signInLoad(server, count, clients));
  const wide = await growth(context, server);
  const notes = [
    `${ours.signIns} sign-ins with Linkgate; on Keycloak alone ${plain.signIns} by password form with a free hash (its caches are full from 10,000 on).`,
  ];
  return [
    {
      row: 'heap-added',
      sizes: { endurance: ours.signIns },
      rounds: differences(ours.heap, plain.heap),
      beside: [
        { name: 'live heap with Linkgate', unit: 'MiB', values: ours.heap },
        { name: 'live heap of Keycloak alone', unit: 'MiB', values: plain.heap },
      ],
      notes: [...notes, 'Each figure follows a full collection.'],
    },
    objectsAdded(ours),
    wide,
    {
      row: 'resident-added',
      sizes: { endurance: ours.signIns },
      rounds: differences(ours.resident, plain.resident),
      beside: [
        { name: 'resident with Linkgate', unit: 'MiB', values: ours.resident },
        { name: 'resident, Keycloak alone', unit: 'MiB', values: plain.resident },
        ...memoryBreakdown(ours, 'with Linkgate'),
        ...memoryBreakdown(plain, 'Keycloak alone'),
      ],
      notes: [...notes, `Sampled ${SAMPLES} times at the end, ${SIGN_INS_PER_SAMPLE} sign-ins apart.`],
    },
  ];
};

/** Samples of memory after a load, in MiB. */
interface MemoryAfterLoad {
  signIns: number;
  heap: number[];
  resident: number[];
  /** The JVM's memory by purpose. */
  jvm: Awaited<ReturnType<typeof jvmMemoryBytes>>;
  /** The heap's objects after about half of the sign-ins, and after all. */
  objects: Record<'half' | 'all', { signIns: number; classes: Map<string, ClassObjects> }>;
}

/** How many objects of Linkgate's own classes the later sign-ins have added; and whose objects have grown most. */
function objectsAdded({ objects: { half, all } }: MemoryAfterLoad): Finding {
  const signIns = all.signIns - half.signIns;
  const countIn = ({ classes }: typeof all, name: string) => classes.get(name)?.count ?? 0;
  const own = [...new Set([...half.classes.keys(), ...all.classes.keys()])]
    .filter((name) => OWN.test(name))
    .map((name) => ({ name, added: countIn(all, name) - countIn(half, name) }))
    .toSorted((a, b) => b.added - a.added);
  const grown = [...all.classes]
    .map(([name, { bytes }]) => ({ name, bytes: bytes - (half.classes.get(name)?.bytes ?? 0) }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, LISTED);
  return {
    row: 'objects-added',
    sizes: { endurance: all.signIns },
    rounds: [own.reduce((sum, { added }) => sum + added, 0) / signIns],
    beside: own
      .slice(0, LISTED_OWN)
      .map(({ name, added }) => ({ name: `of \`${name}\``, unit: '', values: [added / signIns] })),
    course: grown.map(({ name, bytes }) => ({
      name: `\`${name}\``,
      unit: 'MiB',
      values: [bytes / BYTES_PER_MEBIBYTE],
    })),
    notes: [
      `From ${half.signIns} to ${all.signIns} sign-ins, after full collections. Whose objects have grown most, of all classes:`,
    ],
  };
}

/** Resident memory by purpose; the heap includes uncollected garbage. */
function memoryBreakdown({ jvm }: MemoryAfterLoad, which: string): Series[] {
  const named = { heap: 'heap, garbage included', metaspace: 'classes', code: 'compiled code' } as const;
  return (['heap', 'metaspace', 'code'] as const).map((kind) => ({
    name: `${named[kind]}, ${which}`,
    unit: 'MiB',
    values: [jvm[kind] / BYTES_PER_MEBIBYTE],
  }));
}

/** Measures a server without the plugin, after enough sign-ins by password form to fill its caches. */
async function measurePlainServer(context: BenchContext): Promise<MemoryAfterLoad> {
  const { endurance, clients } = context.options;
  const users = context.users(endurance);
  const server = await context.start('memory-stock', { plugin: 'none' });
  await server.makeStockRealm({ users, isCheap: true });
  const count = Math.min(endurance, FULL_CACHES);
  context.log(`memory: ${count} sign-ins on Keycloak alone…`);
  let next = 0;
  const work = () => passwordSignIn(server.stockRealm, user(next++ % users));
  const filled = await fill(context, server, count, (batch) => ({ count: batch, clients, work }));
  await server.stop();
  return filled;
}

/** Signs users in, in batches, until this number is reached or the run's time is up. */
async function fill(
  { deadline }: BenchContext,
  server: BenchServer,
  count: number,
  load: (count: number) => Load,
): Promise<MemoryAfterLoad> {
  const resident: number[] = [];
  let half: MemoryAfterLoad['objects']['half'] | undefined;
  let signIns = 0;
  while (signIns < count && (Date.now() < deadline || resident.length < SAMPLES)) {
    const batch = Math.min(SIGN_INS_PER_SAMPLE, Math.ceil(count / SAMPLES), count - signIns);
    await runLoad(load(batch));
    signIns += batch;
    resident.push((await residentBytes(server.pid)) / BYTES_PER_MEBIBYTE);
    if (signIns >= count / 2) half ??= { signIns, classes: await liveObjects(server.pid) };
  }
  const jvm = await jvmMemoryBytes(server.pid);
  const heap: number[] = [];
  while (heap.length < SAMPLES) heap.push(await liveMebibytes(server));
  const all = { signIns, classes: await liveObjects(server.pid) };
  return { signIns, heap, resident: resident.slice(-SAMPLES), jvm, objects: { half: half ?? all, all } };
}

/** Heap growth after each further load by many clients. */
async function growth(context: BenchContext, server: BenchServer): Promise<Finding> {
  const { calls: count } = context.options;
  const { connections, linkgate } = server;
  const work = (number: number) =>
    tokenForClient(connections, `${linkgate.path}/token`, linkgate.service, caller(number));
  const live: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    context.log(`memory: ${count} calls by ${WIDE_CLIENTS} clients…`);
    await runLoad({ count, clients: WIDE_CLIENTS, work });
    live.push(await liveMebibytes(server));
  }
  return {
    row: 'heap-growth',
    rounds: differences(live.slice(1), live.slice(0, -1)),
    beside: [{ name: 'live heap after each', unit: 'MiB', values: live }],
    notes: [
      `${count} client-credentials requests at the contract's path by ${WIDE_CLIENTS} clients, after as many.`,
    ],
  };
}

function differences(of: readonly number[], to: readonly number[]): number[] {
  return of.map((value, index) => value - (to[index] ?? Number.NaN));
}

async function liveMebibytes({ pid }: BenchServer): Promise<number> {
  return (await liveHeapBytes(pid)) / BYTES_PER_MEBIBYTE;
}
