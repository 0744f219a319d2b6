/** The first sign-ins after a start, while the server still compiles its code, compared with a stock server's by password form. */
import type { Series } from '../finding.ts';
import { cpuMillisEach, type Load, type LoadResult, measureLoad } from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { passwordLoad, signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { median, ratios } from '../statistics.ts';

const SLICES = 10;
/** Each round restarts both servers. */
const MAX_ROUNDS = 2;

export const firstPart: Part = async (context) => {
  const { rounds, signIns, clients } = context.options;
  const server = await context.start('first');
  await server.makeLinkgateRealm(context.users(signIns * MAX_ROUNDS));
  await server.stop();
  const stock = await context.start('first-stock', { plugin: 'none' });
  await stock.makeStockRealm();
  await stock.stop();
  const each = Math.ceil(signIns / SLICES);
  const links: number[][] = [];
  const forms: number[][] = [];
  for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round += 1) {
    links.push(await slices(server, () => signInLoad(server, each, clients)));
    forms.push(await slices(stock, () => passwordLoad(stock, each, clients)));
    const shown = [links, forms].map((all) => mean(all.at(-1) ?? []).toFixed(1));
    context.log(`first sign-ins, round ${round}: ${shown.join(' ms, stock ')} ms`);
  }
  const last = (values: readonly number[]) => values.at(-1) ?? Number.NaN;
  return [
    {
      row: 'first-thousand',
      rounds: ratios(links.map(mean), forms.map(mean)),
      beside: [
        { name: 'of a sign-in', unit: 'ms', values: links.map(mean) },
        { name: "of a stock server's password form", unit: 'ms', values: forms.map(mean) },
        { name: 'the last tenth', unit: 'ms', values: links.map(last) },
        { name: "the last tenth of a stock server's password form", unit: 'ms', values: forms.map(last) },
      ],
      course: [
        course('sign-ins by tenths', links),
        course("a stock server's password form by tenths", forms),
      ],
      notes: [
        `${each * SLICES} sign-ins by ${clients} clients, after a fresh start each time; the mean of all.`,
      ],
    },
  ];
};

/** Starts the server, measures the processor time per sign-in for each slice, and stops it: only one server runs at a time. */
async function slices(server: BenchServer, load: () => Load): Promise<number[]> {
  await server.restart();
  const results: LoadResult[] = [];
  for (let slice = 0; slice < SLICES; slice += 1) results.push(await measureLoad(server, load()));
  await server.stop();
  return results.map(cpuMillisEach);
}

function course(name: string, rounds: readonly number[][]): Series {
  const values = Array.from({ length: SLICES }, (_, slice) =>
    median(rounds.map((round) => round[slice] ?? Number.NaN)),
  );
  return { name, unit: 'ms', values };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
