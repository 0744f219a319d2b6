/** A mail server that records what it receives, and misbehaves on request. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { MailCertificate } from './mail-certificate.ts';

/** The points of a conversation: the greeting, the commands and the end of the message. */
export type Point =
  | 'CONNECT'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'MESSAGE'
  | 'NOOP'
  | 'RSET'
  | 'QUIT';

/** The reply at each point: a line, or none and the connection is closed; a function gets the command. */
type Reply = string | 'cut' | ((line: string) => Promise<string>);

const GOOD: Record<Point, Reply> = {
  CONNECT: '220 stub',
  EHLO: '250 stub',
  STARTTLS: '220 go on',
  AUTH: '235 ok',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  MESSAGE: '250 ok',
  NOOP: '250 ok',
  RSET: '250 ok',
  QUIT: '221 bye',
};

/** A running server. */
export interface SmtpStub {
  port: number;
  /** The accepted messages, as received. */
  messages: string[];
  /** Clients' credentials: the content of `AUTH` (RFC 4954), decoded. */
  logins: string[];
  /** The names that clients sent in `EHLO`. */
  names: string[];
  /** The commands of each connection, in the order in which connections were opened. */
  connections: Point[][];
  /** The number of open connections. */
  open(): number;
  /** Closes the open connections. */
  hangUp(): void;
  close(): void;
}

/** How a server differs from a well-behaved one without TLS. */
export interface StubOptions {
  /** Receives the messages instead of the list. */
  receive?: (message: string) => void;
  /** Speaks TLS: from the first byte on, or after `STARTTLS`, which `EHLO` must then offer. */
  tls?: { certificate: MailCertificate; begins: 'at once' | 'with STARTTLS' };
}

/** Starts the server. `instead` overrides a well-behaved server's replies, and may be changed while it runs. */
export async function startSmtpStub(
  instead: Partial<Record<Point, Reply>> = {},
  { receive, tls }: StubOptions = {},
): Promise<SmtpStub> {
  const messages: string[] = [];
  const logins: string[] = [];
  const names: string[] = [];
  const connections: Point[][] = [];
  const accept = receive ?? ((message: string) => messages.push(message));
  const sockets = new Set<Socket>();
  const secureContext = tls && createSecureContext(tls.certificate);

  const converse = (socket: Socket, commands: Point[], greets: boolean) => {
    let pending = '';
    let inMessage = false;
    const replyTo = async (point: Point, line = ''): Promise<string> => {
      commands.push(point);
      const chosen = { ...GOOD, ...instead }[point];
      const reply = typeof chosen === 'string' ? chosen : await chosen(line);
      if (reply === 'cut') socket.destroy();
      else if (!socket.destroyed) socket.write(`${reply}\r\n`);
      return reply;
    };
    const onData = async (data: Buffer) => {
      pending += data.toString('latin1');
      for (;;) {
        const end = inMessage ? '\r\n.\r\n' : '\r\n';
        const index = pending.indexOf(end);
        if (index < 0) return;
        const text = pending.slice(0, index);
        pending = pending.slice(index + end.length);
        const command = text.split(' ')[0]?.toUpperCase() as Point;
        const point = inMessage ? 'MESSAGE' : command in GOOD ? command : 'EHLO';
        if (inMessage) accept(text);
        if (command === 'EHLO') names.push(text.slice('EHLO '.length));
        if (point === 'AUTH') logins.push(Buffer.from(text.split(' ')[2] ?? '', 'base64').toString('utf8'));
        const reply = await replyTo(point, text);
        inMessage = point === 'DATA' && reply.startsWith('354');
        if (point === 'STARTTLS') {
          socket.removeAllListeners('data');
          converse(secured(socket, secureContext), commands, false);
          return;
        }
        if (point === 'QUIT') socket.end();
      }
    };
    socket.on('error', () => {}).on('data', onData);
    if (greets) void replyTo('CONNECT');
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const commands: Point[] = [];
    connections.push(commands);
    converse(tls?.begins === 'at once' ? secured(socket, secureContext) : socket, commands, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    logins,
    names,
    connections,
    open: () => sockets.size,
    hangUp,
    close: () => {
      server.close();
      hangUp();
    },
  };
}

function secured(socket: Socket, secureContext: SecureContext | undefined): TLSSocket {
  if (secureContext === undefined) throw new Error('the stub has no certificate');
  return new TLSSocket(socket, { isServer: true, secureContext });
}
