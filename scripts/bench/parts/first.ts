/** The cost of the first sign-ins after a start, while the server still compiles its code. */
import type { Series } from '../finding.ts';
import { cpuMillisEach, type Load, type LoadResult, measureLoad } from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { passwordLoad, signInLoad } from '../servers/loads.ts';
import type { BenchServer } from '../servers/server.ts';
import { median } from '../statistics.ts';

const SLICES = 10;
/** Each round restarts the server, and the figure has no goal. */
const MAX_ROUNDS = 2;

export const firstPart: Part = async (context) => {
  const { rounds, signIns, clients } = context.options;
  const server = await context.start('first');
  await server.makePlainRealm();
  await server.makeLinkgateRealm(context.users(signIns * MAX_ROUNDS));
  const each = Math.ceil(signIns / SLICES);
  const links: number[][] = [];
  const forms: number[][] = [];
  for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round += 1) {
    links.push(await slices(server, () => signInLoad(server, each, clients)));
    forms.push(await slices(server, () => passwordLoad(server, each, clients)));
    context.log(
      `first sign-ins, round ${round}: ${links
        .at(-1)
        ?.map((value) => value.toFixed(0))
        .join(', ')} ms`,
    );
  }
  return [
    {
      row: 'first-thousand',
      rounds: links.map(mean),
      beside: [
        { name: "with the plain realm's password form", unit: 'ms', values: forms.map(mean) },
        { name: 'the last tenth', unit: 'ms', values: links.map((values) => values.at(-1) ?? Number.NaN) },
        {
          name: "the last tenth with the plain realm's password form",
          unit: 'ms',
          values: forms.map((values) => values.at(-1) ?? Number.NaN),
        },
      ],
      course: [
        course('sign-ins by tenths', links),
        course("the plain realm's password form by tenths", forms),
      ],
      notes: [
        `${each * SLICES} sign-ins by ${clients} clients, after a fresh start each time; the mean of all.`,
      ],
    },
  ];
};

/** Restarts the server, and returns the processor time per sign-in for each slice. */
async function slices(server: BenchServer, load: () => Load): Promise<number[]> {
  await server.stop();
  await server.restart();
  const results: LoadResult[] = [];
  for (let slice = 0; slice < SLICES; slice += 1) results.push(await measureLoad(server.pid, load()));
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
