/** One user after another on an otherwise idle server: how long a user waits. */
import type { Finding } from '../finding.ts';
import { type SignedIn, signIn } from '../load/sign-in.ts';
import type { Part } from '../part.ts';
import type { BenchServer } from '../servers/server.ts';
import { median } from '../statistics.ts';

const SIGN_INS_OF_A_ROUND = 0.2;
const STEPS = {
  '`/request-magic-link` until the email is there': 'requestedMillis',
  '`/verify-email`': 'openedMillis',
  '`/token`': 'redeemedMillis',
} as const satisfies Record<string, keyof SignedIn>;

export const quietPart: Part = async (workplace) => {
  const { rounds, signIns } = workplace.options;
  const server = await workplace.warm();
  const each = Math.ceil(signIns * SIGN_INS_OF_A_ROUND);
  return [await oneByOne('quiet-latency', server, { rounds, each, log: workplace.log })];
};

/** Rounds of sign-ins one by one, and the p50 of each round, also of the steps. */
export async function oneByOne(
  row: Finding['row'],
  server: BenchServer,
  { rounds, each, log }: { rounds: number; each: number; log: (line: string) => void },
): Promise<Finding> {
  // Earlier load leaves idle threads and closed connections.
  await signInOneByOne(server, each);
  const measured: SignedIn[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    measured.push(await signInOneByOne(server, each));
    log(`${row}, round ${round}: p50 ${measured.slice(-1).map(p50Whole)[0]?.toFixed(1)} ms`);
  }
  return {
    row,
    rounds: measured.map(p50Whole),
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

function p50Whole(round: readonly SignedIn[]): number {
  return median(round.map((one) => one.requestedMillis + one.openedMillis + one.redeemedMillis));
}
