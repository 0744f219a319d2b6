/** The same as `quiet.ts` with a mail server in another place, which wants STARTTLS and a password. */
import type { Part } from '../part.ts';
import { ROUND_TRIP_MILLIS, startFarMailServer } from '../servers/far-mail-server.ts';
import { LINKGATE_REALM } from '../servers/realms.ts';
import { oneByOne } from './quiet.ts';

const SIGN_INS_OF_A_ROUND = 0.1;

export const farEmailPart: Part = async (workplace) => {
  const { rounds, signIns } = workplace.options;
  const server = await workplace.warm();
  const far = await startFarMailServer(await workplace.certificate());
  const near = await server.sendEmailBy(LINKGATE_REALM, far.server, {
    host: 'localhost',
    port: String(far.port),
    starttls: 'true',
    auth: 'true',
    user: far.user,
    password: far.password,
  });
  try {
    const each = Math.ceil(signIns * SIGN_INS_OF_A_ROUND);
    const finding = await oneByOne('far-email-latency', server, { rounds, each, log: workplace.log });
    const emails = (rounds + 1) * each;
    const notes = [
      ...finding.notes,
      `Every response of the mail server arrives after ${ROUND_TRIP_MILLIS} ms; ${far.server.connections} connections for ${emails} emails.`,
    ];
    return [{ ...finding, notes }];
  } finally {
    await near();
    await far.close();
  }
};
