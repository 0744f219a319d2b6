/** Latency of a sign-in: one user after another on an otherwise idle server. */
import type { Finding } from '../finding.ts';
import { type SignedIn, signIn } from '../load/sign-in.ts';
import type { Part } from '../part.ts';
import type { BenchServer } from '../servers/server.ts';
import { median } from '../statistics.ts';

const SHARE_OF_SIGN_INS = 0.2;
const STEPS = {
  '`/request-magic-link` until the email is there': 'requestedMillis',
  '`/verify-email`': 'openedMillis',
  '`/token`': 'redeemedMillis',
} as const satisfies Record<string, keyof SignedIn>;

export const quietPart: Part = async (context) => {
  const { rounds, signIns } = context.options;
  const server = await context.warm();
  const each = Math.ceil(signIns * SHARE_OF_SIGN_INS);
  return [await measureOneByOne('quiet-latency', server, { rounds, each, log: context.log })];
};

/** Measures rounds of sequential sign-ins: p50 of the whole sign-in and of its steps. */
export async function measureOneByOne(
  row: Finding['row'],
  server: BenchServer,
  { rounds, each, log }: { rounds: number; each: number; log: (line: string) => void },
): Promise<Finding> {
  // Earlier load leaves idle threads and closed connections.
  await signInOneByOne(server, each);
  const measured: SignedIn[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    measured.push(await signInOneByOne(server, each));
    log(`${row}, round ${round}: p50 ${measured.slice(-1).map(p50OfWhole)[0]?.toFixed(1)} ms`);
  }
  return {
    row,
    rounds: measured.map(p50OfWhole),
    beside: Object.entries(STEPS).map(([name, step]) => ({
      name: `p50 of ${name}`,
      unit: 'ms',
      values: measured.map((round) => median(round.map((one) => one[step]))),
    })),
    notes: [`${each} sign-ins a round, one after another; existing accounts that have consented.`],
  };
}

async function signInOneByOne(server: BenchServer, count: number): Promise<SignedIn[]> {
  const all: SignedIn[] = [];
  for (let i = 0; i < count; i += 1) all.push(await signIn(server.linkgate, server.nextUser()));
  return all;
}

function p50OfWhole(round: readonly SignedIn[]): number {
  return median(round.map((one) => one.requestedMillis + one.openedMillis + one.redeemedMillis));
}
