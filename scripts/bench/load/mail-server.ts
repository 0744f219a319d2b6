/** The benchmark's mail server. It stores no email, and passes links to the sign-ins that wait for them. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Failure } from '../../failure.ts';
import { linkOnWire } from '../../server/link-on-wire.ts';

const ARRIVAL_MILLIS = 30_000;

/** A logger that reports each command that the server receives. */
function commandLogger(received: () => void): NonNullable<SMTPServerOptions['logger']> {
  const ignore = () => {};
  const debug = (entry: { tnx?: string }) => {
    if (entry.tnx === 'command') received();
  };
  return { debug, level: ignore, trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
}

/** A server that responds immediately. */
export class MailServer {
  readonly #waiting = new Map<string, (link: string) => void>();
  readonly #server: SMTPServer;
  /** Number of connections opened so far. */
  connections = 0;
  /** Number of commands received so far, an email's content not counted. */
  commands = 0;

  /** `options` are added to those of a server without encryption and authentication. */
  constructor(options: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] }) {
    this.#server = new SMTPServer({
      disableReverseLookup: true,
      logger: commandLogger(() => {
        this.commands += 1;
      }),
      ...options,
      onConnect: (_, done) => {
        this.connections += 1;
        done();
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const link = linkOnWire(Buffer.concat(parts).toString('latin1'));
          for (const { address } of session.envelope.rcptTo) this.#waiting.get(address)?.(link);
          done();
        });
      },
    });
    this.#server.on('error', () => {});
  }

  /** Listens on a free local port and returns it. */
  async listen(): Promise<number> {
    const { server } = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return (server.address() as AddressInfo).port;
  }

  /**
   * The next link sent to an address; call this before it is sent.
   * @throws Failure if none arrives within 30 seconds
   */
  next(address: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(address);
        reject(new Failure(`no email arrived within ${ARRIVAL_MILLIS / 1000} s`));
      }, ARRIVAL_MILLIS);
      this.#waiting.set(address, (link) => {
        clearTimeout(timer);
        this.#waiting.delete(address);
        resolve(link);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
