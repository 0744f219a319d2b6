/** A connection that sends any bytes, including a request that never ends. */
import { connect, type Socket } from 'node:net';
import { vi } from 'vitest';
import { PATIENT } from './patience.ts';

/** A TCP connection and the bytes received on it. */
export interface RawConnection {
  send(text: string): void;
  /** Waits until this many responses have started, and returns the statuses of all, including `100 Continue`. */
  statuses(count?: number): Promise<number[]>;
  /** Waits until the server has closed the connection, and returns everything that it sent. */
  closed(): Promise<string>;
  /** The bytes received so far. */
  received(): string;
  abort(): void;
}

/** Connects to the server of a URL. */
export async function connectTo(url: string): Promise<RawConnection> {
  const { port } = new URL(url);
  const socket: Socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
  let text = '';
  let ended = false;
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  socket.on('end', () => {
    ended = true;
  });
  socket.on('close', () => {
    ended = true;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  // A reset by the server counts as closed.
  socket.on('error', () => socket.destroy());
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const until = async (met: () => boolean) => {
    await vi.waitUntil(met, { ...PATIENT, interval: 20 });
  };
  return {
    send: (part) => {
      socket.write(part, 'latin1');
    },
    statuses: async (count = 1) => {
      await until(() => statuses().length >= count);
      return statuses();
    },
    closed: async () => {
      await until(() => ended);
      socket.destroy();
      return text;
    },
    received: () => text,
    abort: () => socket.destroy(),
  };
}

/** The head of a POST request, including the empty line at its end. */
export function postHead(url: string, headers: Readonly<Record<string, string | number>>): string {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ Host: host, 'Content-Type': FORM, ...headers });
  return `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

const FORM = 'application/x-www-form-urlencoded';

/** A chunk of a chunked body; the last one without text. */
export function chunk(text = ''): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
