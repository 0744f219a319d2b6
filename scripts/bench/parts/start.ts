/** Start-up time and the latency of the first request, compared with a stock server's. */
import { expectStatus } from '../load/http.ts';
import { cpuMillis, residentBytes } from '../load/process.ts';
import { clientCredentials, tokenForClient } from '../load/stock-realm.ts';
import type { Part } from '../part.ts';
import { caller } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { median, ratios } from '../statistics.ts';

const MILLIS_PER_SECOND = 1000;
const BYTES_PER_MEBIBYTE = 1024 * 1024;
/** Each round's figures are medians of this many starts, because starts vary by as much as the plugin adds. */
const STARTS_PER_ROUND = 3;

export const startPart: Part = async (context) => {
  const own = await context.start('start-own');
  await own.makeLinkgateRealm(1);
  await own.stop();
  const stock = await context.start('start-stock', { plugin: 'none' });
  await stock.makeStockRealm();
  await stock.stop();
  const starts: Record<'own' | 'stock', Started[]> = { own: [], stock: [] };
  for (let round = 1; round <= context.options.rounds; round += 1) {
    const results: typeof starts = { own: [], stock: [] };
    for (let start = 1; start <= STARTS_PER_ROUND; start += 1) {
      results.own.push(
        await startOnce(own, () =>
          tokenForClient(own.connections, `${own.linkgate.path}/token`, own.linkgate.service, caller(0)),
        ),
      );
      results.stock.push(await startOnce(stock, () => clientCredentials(stock.stockRealm, caller(0))));
    }
    starts.own.push(medianOf(results.own));
    starts.stock.push(medianOf(results.stock));
    const seconds = [starts.own, starts.stock].map((all) => all.at(-1)?.readySeconds.toFixed(2));
    context.log(`start, round ${round}: ${seconds.join(' s, stock ')} s`);
  }
  const cpu = (all: readonly Started[]) => all.map(({ readyCpuSeconds }) => readyCpuSeconds);
  const ready = (all: readonly Started[]) => all.map(({ readySeconds }) => readySeconds);
  const resident = (all: readonly Started[]) => all.map(({ residentMebibytes }) => residentMebibytes);
  const first = (all: readonly Started[]) => all.map(({ firstCallMillis }) => firstCallMillis);
  return [
    {
      row: 'start',
      rounds: ratios(ready(starts.own), ready(starts.stock)),
      beside: [
        { name: 'until ready, with Linkgate', unit: 's', values: ready(starts.own) },
        { name: 'until ready, stock server', unit: 's', values: ready(starts.stock) },
        { name: 'processor time until ready, with Linkgate', unit: 's', values: cpu(starts.own) },
        { name: 'processor time until ready, stock server', unit: 's', values: cpu(starts.stock) },
        {
          name: 'resident memory after two requests, with Linkgate',
          unit: 'MiB',
          values: resident(starts.own),
        },
        {
          name: 'resident memory after two requests, stock server',
          unit: 'MiB',
          values: resident(starts.stock),
        },
      ],
      notes: [
        'From the command until `/health/ready` succeeds; realms and tables exist already.',
        `Each round is the median of ${STARTS_PER_ROUND} starts.`,
      ],
    },
    {
      row: 'first-call',
      rounds: ratios(first(starts.own), first(starts.stock)),
      beside: [
        { name: 'with Linkgate', unit: 'ms', values: first(starts.own) },
        { name: "on a stock server, on Keycloak's own path", unit: 'ms', values: first(starts.stock) },
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
  readyCpuSeconds: number;
  firstCallMillis: number;
  secondCallMillis: number;
  residentMebibytes: number;
}

function medianOf(starts: readonly Started[]): Started {
  const of = (name: keyof Started) => median(starts.map((start) => start[name]));
  return {
    readySeconds: of('readySeconds'),
    readyCpuSeconds: of('readyCpuSeconds'),
    firstCallMillis: of('firstCallMillis'),
    secondCallMillis: of('secondCallMillis'),
    residentMebibytes: of('residentMebibytes'),
  };
}

/** Starts the server, makes two calls, and stops it: only one server runs at a time. */
async function startOnce(server: BenchServer, call: () => Promise<unknown>): Promise<Started> {
  const readySeconds = (await server.restart()) / MILLIS_PER_SECOND;
  const readyCpuSeconds = (await cpuMillis(server.pid)) / MILLIS_PER_SECOND;
  // Opens the connection, which isn't part of the measured call.
  expectStatus(await server.connections.send('GET', '/'), 302, '/');
  const firstCallMillis = await timed(call);
  const secondCallMillis = await timed(call);
  const residentMebibytes = (await residentBytes(server.pid)) / BYTES_PER_MEBIBYTE;
  await server.stop();
  return { readySeconds, readyCpuSeconds, firstCallMillis, secondCallMillis, residentMebibytes };
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}
