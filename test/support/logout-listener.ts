/** A relying party that is notified of sign-outs (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { serveLocally } from './local-server.ts';
import { PATIENCE_MILLIS } from './patience.ts';

const POLL_MILLIS = 50;
const DRIP_MILLIS = 500;

/** Its URL and the notifications that it received. */
export interface LogoutListener {
  url: string;
  /** Waits for a number of logout tokens, or of other bodies, and returns all that arrived. */
  tokens(count: number): Promise<string[]>;
  /** The notifications so far. */
  received: readonly string[];
  close(): Promise<void>;
}

/** How a relying party responds to notifications. */
export interface Behaviour {
  /** The statuses of its responses, one after the other; 200 from then on. */
  statuses?: number[];
  /** The target of a redirect. */
  location?: string;
  /** Never finishes a response: sends another header from time to time, so that no idle timeout ends it. */
  drips?: boolean;
}

/** Starts the listener. */
export async function listenForLogout({
  statuses = [],
  location,
  drips = false,
}: Behaviour = {}): Promise<LogoutListener> {
  const received: string[] = [];
  const drops: NodeJS.Timeout[] = [];
  const server = await serveLocally(async (request, response) => {
    const body = await text(request);
    received.push(new URLSearchParams(body).get('logout_token') ?? body);
    if (drips) {
      request.socket.write('HTTP/1.1 200 OK\r\n');
      drops.push(setInterval(() => request.socket.write('X-Drop: 1\r\n'), DRIP_MILLIS));
      request.socket.on('error', () => {});
      return;
    }
    response.writeHead(statuses.shift() ?? 200, location === undefined ? {} : { location }).end();
  });
  return {
    url: `${server.url}/logout`,
    received,
    tokens: async (count) => {
      for (const end = Date.now() + PATIENCE_MILLIS; Date.now() < end; await wait(POLL_MILLIS))
        if (received.length >= count) return received;
      throw new Error(`${received.length} logout tokens came, not ${count}`);
    },
    close: async () => {
      for (const drop of drops) clearInterval(drop);
      await server.close();
    },
  };
}

/** A host that drops packets: connections to it are neither accepted nor rejected. */
export async function dropPackets(): Promise<{ url: string; close(): void }> {
  const listens = `const s = require('node:net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port));`;
  const child = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(String(line));
  // It accepts nothing from now on; once its backlog is full, the system drops new connections.
  child.kill('SIGSTOP');
  const fillers = Array.from({ length: 8 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}));
  await once(fillers[0] as Socket, 'connect');
  return {
    url: `http://127.0.0.1:${port}/logout`,
    close: () => {
      for (const filler of fillers) filler.destroy();
      child.kill('SIGKILL');
    },
  };
}
