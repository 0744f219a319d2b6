/** What the plugin keeps in memory after long and wide loads, beside a server without it. */
import type { Finding } from '../finding.ts';
import { type Load, runLoad } from '../load/closed-loop.ts';
import { caller, signInLoad } from '../load/loads.ts';
import { person } from '../load/people.ts';
import { passwordSignIn, tokenForClient } from '../load/plain-realm.ts';
import type { Part } from '../part.ts';
import { liveHeapBytes, residentBytes } from '../servers/process.ts';
import type { BenchServer } from '../servers/server.ts';
import type { Workplace } from '../workplace.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;
const WIDE_CLIENTS = 64;
/** Collections leave a little more or less behind. */
const SAMPLES = 3;
/** Keycloak's caches hold this many sessions and accounts: after that a plain server's heap doesn't grow. */
const FULL_CACHES = 12_000;
const CHUNK = 500;

export const memoryPart: Part = async (workplace) => {
  const plain = await plainAfterLoad(workplace);
  const server = await workplace.warm();
  const ours = await afterSignIns(workplace, server);
  const wide = await growth(workplace, server);
  const added: Finding = {
    row: 'heap-added',
    rounds: ours.heap.map((mebibytes, sample) => mebibytes - (plain.heap[sample] ?? Number.NaN)),
    beside: [
      { name: 'live heap with Linkgate', unit: 'MiB', values: ours.heap },
      { name: 'live heap of Keycloak alone', unit: 'MiB', values: plain.heap },
    ],
    notes: [
      `After ${ours.signIns} sign-ins with Linkgate and ${plain.signIns} by password form (with a hash that costs nothing) on Keycloak alone, whose caches of sessions and accounts are full then where it is ${FULL_CACHES}; each figure after a whole collection.`,
    ],
  };
  const resident: Finding = {
    row: 'resident-added',
    rounds: ours.resident.map((mebibytes, sample) => mebibytes - (plain.resident[sample] ?? Number.NaN)),
    beside: [
      { name: 'resident with Linkgate', unit: 'MiB', values: ours.resident },
      { name: 'resident, Keycloak alone', unit: 'MiB', values: plain.resident },
    ],
    notes: ['At the end of the loads of `heap-added`, before a collection is asked for.'],
  };
  return [added, wide, resident];
};

/** Memory after a load. */
interface Filled {
  signIns: number;
  /** MiB, a sample each. */
  heap: number[];
  resident: number[];
}

/** Sign-ins until there were so many since the start, or the run's time is over. */
async function afterSignIns(workplace: Workplace, server: BenchServer): Promise<Filled> {
  const { endurance, warmUp, clients } = workplace.options;
  workplace.log(`memory: up to ${endurance} sign-ins…`);
  const done = await inChunks(Math.max(0, endurance - warmUp), workplace.deadline, (count) =>
    signInLoad(server, count, clients),
  );
  return await filled(server, warmUp + done);
}

/** As many sign-ins by form on a server without the plugin as fill its caches. */
async function plainAfterLoad(workplace: Workplace): Promise<Filled> {
  const { endurance, clients, calls } = workplace.options;
  const people = workplace.people(endurance);
  const server = await workplace.start('memory-plain', { plugin: 'none' });
  await server.makePlainRealm({ people, isCheap: true });
  const count = Math.min(endurance, FULL_CACHES);
  workplace.log(`memory: ${count} sign-ins on Keycloak alone…`);
  let next = 0;
  const done = await inChunks(count, workplace.deadline, (chunk) => ({
    count: chunk,
    clients,
    work: () => passwordSignIn(server.plain, person(next++ % people)),
  }));
  await runLoad(wideLoad(server, 'plain', Math.min(calls, done)));
  const result = await filled(server, done);
  await server.stop();
  return result;
}

async function inChunks(count: number, deadline: number, load: (count: number) => Load): Promise<number> {
  let done = 0;
  while (done < count && Date.now() < deadline) {
    const chunk = Math.min(CHUNK, count - done);
    await runLoad(load(chunk));
    done += chunk;
  }
  return done;
}

async function filled(server: BenchServer, signIns: number): Promise<Filled> {
  const resident: number[] = [];
  const heap: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1)
    resident.push((await residentBytes(server.pid)) / BYTES_PER_MEBIBYTE);
  for (let sample = 0; sample < SAMPLES; sample += 1) heap.push(await liveMebibytes(server));
  return { signIns, heap, resident };
}

/** What a second as large load by many clients adds to what a first left behind. */
async function growth(workplace: Workplace, server: BenchServer): Promise<Finding> {
  const { calls } = workplace.options;
  workplace.log(`memory: twice ${calls} calls by ${WIDE_CLIENTS} clients…`);
  await runLoad(wideLoad(server, 'linkgate', calls));
  const before = await liveMebibytes(server);
  await runLoad(wideLoad(server, 'linkgate', calls));
  const after = await liveMebibytes(server);
  return {
    row: 'heap-growth',
    rounds: [after - before],
    beside: [
      { name: 'live heap before', unit: 'MiB', values: [before] },
      { name: 'live heap after', unit: 'MiB', values: [after] },
    ],
    notes: [
      `${calls} client-credentials requests at the contract's path by ${WIDE_CLIENTS} clients, after as many.`,
    ],
  };
}

function wideLoad(server: BenchServer, realm: 'linkgate' | 'plain', count: number): Load {
  const { connections } = server;
  const isOurs = realm === 'linkgate';
  const path = isOurs
    ? `${server.linkgate.path}/token`
    : `${server.plain.path}/protocol/openid-connect/token`;
  const client = isOurs ? server.linkgate.service : server.plain.client;
  return {
    count,
    clients: WIDE_CLIENTS,
    work: (number) => tokenForClient(connections, path, client, caller(number)),
  };
}

async function liveMebibytes({ pid }: BenchServer): Promise<number> {
  return (await liveHeapBytes(pid)) / BYTES_PER_MEBIBYTE;
}
