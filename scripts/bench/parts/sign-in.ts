/** Whole sign-ins on a warm server, compared with the password form of a warm stock server. */
import {
  collectingMillisEach,
  compilingMillisEach,
  cpuMillisEach,
  databaseCpuMillisEach,
  type LoadResult,
  perSecond,
} from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { passwordLoad, signInLoad } from '../servers/loads.ts';
import { median, ratios } from '../statistics.ts';
import { inTurn } from './in-turn.ts';

/** Fewer, because Argon2 makes them slow. */
const PASSWORDS_PER_SIGN_IN = 0.4;
const BYTES_PER_MEBIBYTE = 1024 * 1024;

export const signInPart: Part = async (context) => {
  const { signIns, clients, warmUp } = context.options;
  const [server, stock] = [await context.warm(), await context.stock()];
  const passwords = Math.ceil(signIns * PASSWORDS_PER_SIGN_IN);
  const { links, stockForms, forms } = await inTurn(context, {
    links: { server, ...signInLoad(server, signIns, clients) },
    stockForms: { server: stock, ...passwordLoad(stock, passwords, clients) },
    forms: { server, ...passwordLoad(server, passwords, clients) },
  });
  const after = `After ${warmUp} sign-ins on each server; ${clients} clients; existing accounts that have consented; limits on.`;
  const ms = (name: string, results: readonly LoadResult[], of: (result: LoadResult) => number) => ({
    name,
    unit: 'ms',
    values: results.map(of),
  });
  return [
    {
      row: 'sign-in-cpu',
      rounds: ratios(links.map(cpuMillisEach), stockForms.map(cpuMillisEach)),
      beside: [
        ms('of a sign-in', links, cpuMillisEach),
        ms('of that, compiling code', links, compilingMillisEach),
        ms('of that, collecting garbage', links, collectingMillisEach),
        ms("of a stock server's password form", stockForms, cpuMillisEach),
        ms('of PostgreSQL, for a sign-in', links, databaseCpuMillisEach),
        ms("of PostgreSQL, for a stock server's password form", stockForms, databaseCpuMillisEach),
        ms('of the load itself, for a sign-in', links, ownCpuMillisEach),
        { name: 'resident memory of the server', unit: 'MiB', values: links.map(residentMebibytes) },
        {
          name: 'resident memory of the stock server',
          unit: 'MiB',
          values: stockForms.map(residentMebibytes),
        },
      ],
      notes: [after],
    },
    {
      row: 'sign-in-rate',
      rounds: ratios(links.map(perSecond), stockForms.map(perSecond)),
      beside: [
        { name: 'whole sign-ins', unit: '/s', values: links.map(perSecond) },
        ms('p50 of one', links, ({ latenciesMillis }) => median(latenciesMillis)),
        { name: "with a stock server's password form", unit: '/s', values: stockForms.map(perSecond) },
        ms('p50 of one of these', stockForms, ({ latenciesMillis }) => median(latenciesMillis)),
      ],
      notes: [after],
    },
    {
      row: 'password-cpu',
      rounds: ratios(forms.map(cpuMillisEach), stockForms.map(cpuMillisEach)),
      beside: [
        ms('of it', forms, cpuMillisEach),
        ms("of a stock server's", stockForms, cpuMillisEach),
        ms('of PostgreSQL', forms, databaseCpuMillisEach),
      ],
      notes: [after],
    },
  ];
};

function ownCpuMillisEach({ ownCpuMillis, count }: LoadResult): number {
  return ownCpuMillis / count;
}

function residentMebibytes({ residentBytes }: LoadResult): number {
  return residentBytes / BYTES_PER_MEBIBYTE;
}
