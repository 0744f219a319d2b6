/** A mail server that misbehaves where a test wants it to. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The points of a conversation: the greeting, the commands, and the end of the message. */
type Point = 'CONNECT' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'MESSAGE' | 'QUIT';

/** What is said there: a line, or nothing and the connection is cut. */
type Reply = string | 'cut' | (() => Promise<string>);

const GOOD: Record<Point, Reply> = {
  CONNECT: '220 stub',
  EHLO: '250 stub',
  AUTH: '235 ok',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  MESSAGE: '250 ok',
  QUIT: '221 bye',
};

/** A running server. */
export interface SmtpStub {
  port: number;
  /** The messages that it took, whole, as they are on the wire. */
  messages: string[];
  /** How clients signed in: what `AUTH PLAIN` carries (RFC 4616), decoded. */
  logins: string[];
  close(): void;
}

/** Starts it; `instead` replaces what a well-behaved server says, `take` gets the messages instead of the list. */
export async function startSmtpStub(
  instead: Partial<Record<Point, Reply>> = {},
  take?: (message: string) => void,
): Promise<SmtpStub> {
  const messages: string[] = [];
  const logins: string[] = [];
  const keep = take ?? ((message: string) => messages.push(message));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const say = async (point: Point) => {
      const reply = { ...GOOD, ...instead }[point];
      if (reply === 'cut') socket.destroy();
      else if (!socket.destroyed) socket.write(`${typeof reply === 'string' ? reply : await reply()}\r\n`);
    };
    let pending = '';
    let inMessage = false;
    socket.on('data', async (data) => {
      pending += data.toString('latin1');
      for (;;) {
        const end = inMessage ? '\r\n.\r\n' : '\r\n';
        const index = pending.indexOf(end);
        if (index < 0) return;
        const text = pending.slice(0, index);
        pending = pending.slice(index + end.length);
        const point = inMessage ? 'MESSAGE' : (text.slice(0, 4).toUpperCase() as Point);
        if (inMessage) keep(text);
        if (point === 'AUTH') logins.push(Buffer.from(text.split(' ')[2] ?? '', 'base64').toString('utf8'));
        inMessage = point === 'DATA';
        await say(point in GOOD ? point : 'EHLO');
      }
    });
    void say('CONNECT');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    logins,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
