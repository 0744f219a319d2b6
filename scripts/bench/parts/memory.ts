/** What the plugin retains in memory after long and wide loads, compared with a server without it under the same load. */
import type { Finding, Series } from '../finding.ts';
import { type Load, runLoad } from '../load/closed-loop.ts';
import { passwordSignIn, tokenForClient } from '../load/plain-realm.ts';
import { liveHeapBytes, machineBytes, residentBytes } from '../load/process.ts';
import { user } from '../load/users.ts';
import type { Part } from '../part.ts';
import { caller, signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import type { Workplace } from '../workplace.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const WIDE_CLIENTS = 64;
/** Collections leave a little more or less behind. */
const SAMPLES = 3;
/** Keycloak's caches hold 10,000 sessions and as many accounts: from then on a plain server's heap doesn't grow. */
const FULL_CACHES = 12_000;
/** Resident memory is measured after each of these. */
const SIGN_INS_BETWEEN_LOOKS = 500;

export const memoryPart: Part = async (workplace) => {
  const plain = await plainAfterSignIns(workplace);
  const { endurance, clients } = workplace.options;
  const server = await workplace.start('memory-own');
  await server.makeLinkgateRealm(workplace.users(endurance));
  workplace.log(`memory: ${endurance} sign-ins…`);
  const ours = await fill(workplace, server, endurance, (count) => signInLoad(server, count, clients));
  const wide = await growth(workplace, server);
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
    wide,
    {
      row: 'resident-added',
      sizes: { endurance: ours.signIns },
      rounds: differences(ours.resident, plain.resident),
      beside: [
        { name: 'resident with Linkgate', unit: 'MiB', values: ours.resident },
        { name: 'resident, Keycloak alone', unit: 'MiB', values: plain.resident },
        ...holdings(ours, 'with Linkgate'),
        ...holdings(plain, 'Keycloak alone'),
      ],
      notes: [...notes, `Sampled ${SAMPLES} times at the end, ${SIGN_INS_BETWEEN_LOOKS} sign-ins apart.`],
    },
  ];
};

/** Memory after a load, MiB, some samples. */
interface Filled {
  signIns: number;
  heap: number[];
  resident: number[];
  /** The virtual machine's memory by purpose. */
  machine: Awaited<ReturnType<typeof machineBytes>>;
}

/** What resident memory consists of; heap includes garbage that wasn't collected yet. */
function holdings({ machine }: Filled, which: string): Series[] {
  const named = { heap: 'heap, garbage included', metaspace: 'classes', code: 'compiled code' } as const;
  return (['heap', 'metaspace', 'code'] as const).map((kind) => ({
    name: `${named[kind]}, ${which}`,
    unit: 'MiB',
    values: [machine[kind] / BYTES_PER_MEBIBYTE],
  }));
}

/** As many sign-ins by form on a server without the plugin as fill its caches. */
async function plainAfterSignIns(workplace: Workplace): Promise<Filled> {
  const { endurance, clients } = workplace.options;
  const users = workplace.users(endurance);
  const server = await workplace.start('memory-plain', { plugin: 'none' });
  await server.makePlainRealm({ users, isCheap: true });
  const count = Math.min(endurance, FULL_CACHES);
  workplace.log(`memory: ${count} sign-ins on Keycloak alone…`);
  let next = 0;
  const work = () => passwordSignIn(server.plain, user(next++ % users));
  const filled = await fill(workplace, server, count, (some) => ({ count: some, clients, work }));
  await server.stop();
  return filled;
}

/** Signs users in until this number is reached, or the run's time is up. */
async function fill(
  { deadline }: Workplace,
  server: BenchServer,
  count: number,
  load: (count: number) => Load,
): Promise<Filled> {
  const resident: number[] = [];
  let signIns = 0;
  while (signIns < count && (Date.now() < deadline || resident.length < SAMPLES)) {
    const some = Math.min(SIGN_INS_BETWEEN_LOOKS, Math.ceil(count / SAMPLES), count - signIns);
    await runLoad(load(some));
    signIns += some;
    resident.push((await residentBytes(server.pid)) / BYTES_PER_MEBIBYTE);
  }
  const machine = await machineBytes(server.pid);
  const heap: number[] = [];
  while (heap.length < SAMPLES) heap.push(await liveMebibytes(server));
  return { signIns, heap, resident: resident.slice(-SAMPLES), machine };
}

/** What each further large load by many clients adds to the memory that the first one left in use. */
async function growth(workplace: Workplace, server: BenchServer): Promise<Finding> {
  const { calls: count } = workplace.options;
  const { connections, linkgate } = server;
  const work = (number: number) =>
    tokenForClient(connections, `${linkgate.path}/token`, linkgate.service, caller(number));
  const live: number[] = [];
  for (let look = 0; look < SAMPLES; look += 1) {
    workplace.log(`memory: ${count} calls by ${WIDE_CLIENTS} clients…`);
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
