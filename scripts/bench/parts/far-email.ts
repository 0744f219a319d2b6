/** Like `quiet.ts`, with a distant mail server that requires STARTTLS and a password. */
import type { Part } from '../part.ts';
import { ROUND_TRIP_MILLIS, startFarMailServer } from '../servers/far-mail-server.ts';
import { LINKGATE_REALM } from '../servers/realms.ts';
import { measureOneByOne } from './quiet.ts';

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
    const finding = await measureOneByOne('far-email-latency', server, { rounds, each, log: context.log });
    const emails = (rounds + 1) * each;
    const notes = [
      ...finding.notes,
      `Every response of the mail server arrives after ${ROUND_TRIP_MILLIS} ms; ${far.server.connections} connections for ${emails} emails.`,
    ];
    return [{ ...finding, notes }];
  } finally {
    await restoreEmail();
    await far.close();
  }
};
