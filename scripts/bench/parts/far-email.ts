/** Latency of a sign-in as in `quiet.ts`, with a distant mail server that requires STARTTLS and a password. */
import type { SignedIn } from '../load/sign-in.ts';
import type { Part } from '../part.ts';
import { ROUND_TRIP_MILLIS, startFarMailServer } from '../servers/far-mail-server.ts';
import { LINKGATE_REALM } from '../servers/realms.ts';
import { p50OfWhole, signInOneByOne, stepSeries } from './quiet.ts';

const SHARE_OF_SIGN_INS = 0.1;

export const farEmailPart: Part = async (context) => {
  const { rounds, signIns } = context.options;
  const server = await context.warm();
  const far = await startFarMailServer(await context.certificate());
  const restoreEmail = await server.useMailServer(LINKGATE_REALM, far.server, {
    host: 'localhost',
    port: String(far.port),
    starttls: 'true',
    auth: 'true',
    user: far.user,
    password: far.password,
  });
  try {
    const each = Math.ceil(signIns * SHARE_OF_SIGN_INS);
    // Opens the connections.
    await signInOneByOne(server, each);
    const measured: SignedIn[][] = [];
    for (let round = 1; round <= rounds; round += 1) {
      measured.push(await signInOneByOne(server, each));
      context.log(`far email, round ${round}: p50 ${p50OfWhole(measured.at(-1) ?? []).toFixed(1)} ms`);
    }
    const emails = (rounds + 1) * each;
    return [
      {
        row: 'far-email-latency',
        rounds: measured.map(p50OfWhole),
        beside: stepSeries(measured),
        notes: [
          `${each} sign-ins a round, one after another; existing accounts that have consented.`,
          `Every response of the mail server arrives after ${ROUND_TRIP_MILLIS} ms; ${far.server.connections} connections for ${emails} emails.`,
        ],
      },
    ];
  } finally {
    await restoreEmail();
    await far.close();
  }
};
