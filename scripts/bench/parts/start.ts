/** What the plugin adds to a server's start, and how long the first caller then waits. */
import { expectStatus } from '../load/http.ts';
import { clientCredentials, tokenForClient } from '../load/plain-realm.ts';
import type { Part } from '../part.ts';
import { caller } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { median } from '../statistics.ts';

const MILLIS_PER_SECOND = 1000;
/** Starts vary by as much as the plugin adds: a round's figures are medians of this many. */
const STARTS_OF_A_ROUND = 3;

export const startPart: Part = async (workplace) => {
  const own = await workplace.start('start-own');
  await own.makePlainRealm();
  await own.makeLinkgateRealm(1);
  const plain = await workplace.start('start-plain', { plugin: 'none' });
  await plain.makePlainRealm();
  await own.stop();
  await plain.stop();
  const starts: Record<'own' | 'plain', Started[]> = { own: [], plain: [] };
  for (let round = 1; round <= workplace.options.rounds; round += 1) {
    const results: typeof starts = { own: [], plain: [] };
    for (let start = 1; start <= STARTS_OF_A_ROUND; start += 1) {
      results.own.push(
        await startOnce(own, () =>
          tokenForClient(own.connections, `${own.linkgate.path}/token`, own.linkgate.service, caller(0)),
        ),
      );
      results.plain.push(await startOnce(plain, () => clientCredentials(plain.plain, caller(0))));
    }
    starts.own.push(medianOf(results.own));
    starts.plain.push(medianOf(results.plain));
    const seconds = [starts.own, starts.plain].map((all) => all.at(-1)?.readySeconds.toFixed(2));
    workplace.log(`start, round ${round}: ${seconds.join(' s, plain ')} s`);
  }
  const ready = (all: readonly Started[]) => all.map(({ readySeconds }) => readySeconds);
  const first = (all: readonly Started[]) => all.map(({ firstCallMillis }) => firstCallMillis);
  return [
    {
      row: 'start-added',
      rounds: ready(starts.own).map((seconds, round) => seconds - (ready(starts.plain)[round] ?? Number.NaN)),
      beside: [
        { name: 'until ready, with Linkgate', unit: 's', values: ready(starts.own) },
        { name: 'until ready, Keycloak alone', unit: 's', values: ready(starts.plain) },
      ],
      notes: [
        'From the command until `/health/ready` succeeds; realms and tables exist already.',
        `Each round is the median of ${STARTS_OF_A_ROUND} starts.`,
      ],
    },
    {
      row: 'first-call',
      rounds: first(starts.own),
      beside: [
        { name: 'on Keycloak alone, on its own path', unit: 'ms', values: first(starts.plain) },
        {
          name: 'a second call, with Linkgate',
          unit: 'ms',
          values: starts.own.map(({ secondCallMillis }) => secondCallMillis),
        },
      ],
      notes: ['A client-credentials request, the realm’s first request.'],
    },
  ];
};

interface Started {
  readySeconds: number;
  firstCallMillis: number;
  secondCallMillis: number;
}

function medianOf(starts: readonly Started[]): Started {
  const of = (name: keyof Started) => median(starts.map((start) => start[name]));
  return {
    readySeconds: of('readySeconds'),
    firstCallMillis: of('firstCallMillis'),
    secondCallMillis: of('secondCallMillis'),
  };
}

/** A start, two calls, an end: only one server runs at a time. */
async function startOnce(server: BenchServer, call: () => Promise<unknown>): Promise<Started> {
  const readySeconds = (await server.restart()) / MILLIS_PER_SECOND;
  // The first connection is the load's own business.
  expectStatus(await server.connections.send('GET', '/'), 302, '/');
  const firstCallMillis = await timed(call);
  const secondCallMillis = await timed(call);
  await server.stop();
  return { readySeconds, firstCallMillis, secondCallMillis };
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}
