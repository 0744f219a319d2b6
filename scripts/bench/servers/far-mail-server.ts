/** A mail server like those of real installations: at a distance, with STARTTLS and a password. */
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { MailServer } from '../load/mail-server.ts';
import type { Certificate } from './certificate.ts';

/** Delay of each response, TLS handshakes included. */
export const ROUND_TRIP_MILLIS = 10;
const USER = 'linkgate';

/** The server, with the port and credentials for a realm's configuration. */
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
    onAuth: ({ username, password: presented }, _, done) => {
      const isGood = username === USER && presented === password;
      done(isGood ? null : new Error('wrong password'), isGood ? { user: USER } : undefined);
    },
  });
  const far = await startDelayingProxy(await server.listen());
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

/** Forwards connections to that port, and delays responses by a round trip. */
async function startDelayingProxy(port: number): Promise<Server> {
  const proxy = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    near.pipe(far);
    far.on('data', (data) => setTimeout(() => near.write(data), ROUND_TRIP_MILLIS));
    far.on('close', () => setTimeout(() => near.destroy(), ROUND_TRIP_MILLIS));
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}
