/** Latency of a sign-in: one user after another on an otherwise idle server, compared with a stock server's password form. */
import type { Series } from '../finding.ts';
import { type SignedIn, signIn } from '../load/sign-in.ts';
import { passwordSignIn } from '../load/stock-realm.ts';
import type { Part } from '../part.ts';
import { userWithPassword } from '../servers/realms.ts';
import type { BenchServer } from '../servers/server.ts';
import { median, ratios } from '../statistics.ts';

const SHARE_OF_SIGN_INS = 0.2;
const STEPS = {
  '`/request-magic-link` until the email is there': 'requestedMillis',
  '`/verify-email`': 'openedMillis',
  '`/token`': 'redeemedMillis',
} as const satisfies Record<string, keyof SignedIn>;

export const quietPart: Part = async (context) => {
  const { rounds, signIns } = context.options;
  const [server, stock] = [await context.warm(), await context.stock()];
  const each = Math.ceil(signIns * SHARE_OF_SIGN_INS);
  // Earlier load leaves idle threads and closed connections.
  await signInOneByOne(server, each);
  await passwordsOneByOne(stock, each);
  const links: SignedIn[][] = [];
  const forms: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    links.push(await signInOneByOne(server, each));
    forms.push(median(await passwordsOneByOne(stock, each)));
    context.log(
      `quiet, round ${round}: p50 ${p50OfWhole(links.at(-1) ?? []).toFixed(1)}, stock ${forms.at(-1)?.toFixed(1)} ms`,
    );
  }
  const wholes = links.map(p50OfWhole);
  return [
    {
      row: 'quiet-latency',
      rounds: ratios(wholes, forms),
      beside: [
        { name: 'p50 of a sign-in', unit: 'ms', values: wholes },
        ...stepSeries(links),
        { name: "p50 of a stock server's password form", unit: 'ms', values: forms },
      ],
      notes: [`${each} sign-ins a round, one after another; existing accounts that have consented.`],
    },
  ];
};

/** Signs users in one after another. */
export async function signInOneByOne(server: BenchServer, count: number): Promise<SignedIn[]> {
  const all: SignedIn[] = [];
  for (let i = 0; i < count; i += 1) all.push(await signIn(server.linkgate, server.nextUser()));
  return all;
}

async function passwordsOneByOne(stock: BenchServer, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const startedAt = performance.now();
    await passwordSignIn(stock.stockRealm, userWithPassword(i));
    all.push(performance.now() - startedAt);
  }
  return all;
}

export function p50OfWhole(round: readonly SignedIn[]): number {
  return median(round.map((one) => one.requestedMillis + one.openedMillis + one.redeemedMillis));
}

/** The medians of a sign-in's steps, by rounds. */
export function stepSeries(rounds: readonly (readonly SignedIn[])[]): Series[] {
  return Object.entries(STEPS).map(([name, step]) => ({
    name: `p50 of ${name}`,
    unit: 'ms',
    values: rounds.map((round) => median(round.map((one) => one[step]))),
  }));
}
