/** A mail server as installations have one: in another place, with STARTTLS and a password. */
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { MailServer } from '../load/mail-server.ts';
import type { Certificate } from './certificate.ts';

/** Between a command and its response, TLS handshakes included. */
export const ROUND_TRIP_MILLIS = 10;
const USER = 'linkgate';

/** Where a realm finds it and how it signs in there. */
export interface FarMailServer {
  server: MailServer;
  port: number;
  user: string;
  password: string;
  close(): Promise<void>;
}

export async function startFarMailServer({ pfx, passphrase }: Certificate): Promise<FarMailServer> {
  const password = randomBytes(16).toString('hex');
  const server = new MailServer({
    pfx,
    passphrase,
    onAuth: ({ username, password: given }, _, done) => {
      const isGood = username === USER && given === password;
      done(isGood ? null : new Error('wrong password'), isGood ? { user: USER } : undefined);
    },
  });
  const far = await startDistance(await server.listen());
  return {
    server,
    port: (far.address() as AddressInfo).port,
    user: USER,
    password,
    close: async () => {
      far.close();
      await server.close();
    },
  };
}

/** Forwards everything to that port; responses arrive a round trip later. */
async function startDistance(port: number): Promise<Server> {
  const distance = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    near.pipe(far);
    far.on('data', (data) => setTimeout(() => near.write(data), ROUND_TRIP_MILLIS));
    far.on('close', () => setTimeout(() => near.destroy(), ROUND_TRIP_MILLIS));
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => distance.listen(0, '127.0.0.1', resolve));
  return distance;
}
