/** Start-up time that the plugin adds, and latency of the first request. */
import { expectStatus } from '../load/http.ts';
import { clientCredentials, tokenForClient } from '../load/plain-realm.ts';
import type { Part } from '../part.ts';
import { caller } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { median } from '../statistics.ts';

const MILLIS_PER_SECOND = 1000;
/** Each round's figures are medians of this many starts, because starts vary by as much as the plugin adds. */
const STARTS_PER_ROUND = 3;

export const startPart: Part = async (context) => {
  const own = await context.start('start-own');
  await own.makePlainRealm();
  await own.makeLinkgateRealm(1);
  const plain = await context.start('start-plain', { plugin: 'none' });
  await plain.makePlainRealm();
  await own.stop();
  await plain.stop();
  const starts: Record<'own' | 'plain', Started[]> = { own: [], plain: [] };
  for (let round = 1; round <= context.options.rounds; round += 1) {
    const results: typeof starts = { own: [], plain: [] };
    for (let start = 1; start <= STARTS_PER_ROUND; start += 1) {
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
    context.log(`start, round ${round}: ${seconds.join(' s, plain ')} s`);
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
        `Each round is the median of ${STARTS_PER_ROUND} starts.`,
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

/** Starts the server, makes two calls, and stops it: only one server runs at a time. */
async function startOnce(server: BenchServer, call: () => Promise<unknown>): Promise<Started> {
  const readySeconds = (await server.restart()) / MILLIS_PER_SECOND;
  // Opens the connection, which isn't part of the measured call.
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
