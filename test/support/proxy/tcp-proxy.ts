/** A TCP proxy between a server and its clients, which a test can cut, slow down and break. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CommitWatch } from './commit-watch.ts';

/** How a commit is lost: the server never receives it, or its acknowledgement is dropped. */
export type Break = 'before' | 'after';

/** One connection through it. */
interface Line {
  client: Socket;
  server: Socket;
  commits: CommitWatch;
  /** Drops the server's next response and closes the connection. */
  doomed: boolean;
}

/** A host and port. */
interface Place {
  host: string;
  port: number;
}

const LOCAL = '127.0.0.1';

/** Forwards every connection to another port on this machine, until changed. */
export class TcpProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  #target: Place;
  #isCut = false;
  readonly #rejected = new Set<string>();
  #delayMillis = 0;
  #breaks: { how: Break; every: number; seen: number } | null = null;

  private constructor(server: Server, target: Place) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (client) => this.#accept(client));
  }

  /** Opens it, at a given host and port or at any port. */
  static async to(port: number, { host = LOCAL, port: own = 0 }: Partial<Place> = {}): Promise<TcpProxy> {
    const server = createServer();
    server.listen(own, host);
    await once(server, 'listening');
    return new TcpProxy(server, { host, port });
  }

  /** Forwards to another port from now on; closes the existing connections. */
  turnTo(port: number): void {
    this.#target = { ...this.#target, port };
    this.#hangUp();
  }

  /** Closes all connections, and every new one immediately. */
  cut(): void {
    this.#isCut = true;
    this.#hangUp();
  }

  /** Closes all connections from an address, and every new one immediately. */
  reject(address: string): void {
    this.#rejected.add(address);
    for (const line of this.#lines) if (line.client.remoteAddress === address) end(line);
  }

  /** Delays everything by this many milliseconds, in both directions. */
  slow(millis: number): void {
    this.#delayMillis = millis;
  }

  /** Breaks the connection at every nth commit of a PostgreSQL transaction. */
  breakCommits(how: Break, every: number): void {
    this.#breaks = { how, every, seen: 0 };
  }

  /** Forwards everything again; closed connections stay closed. */
  heal(): void {
    this.#isCut = false;
    this.#rejected.clear();
    this.#delayMillis = 0;
    this.#breaks = null;
  }

  /** Closes it and its connections. */
  close(): void {
    this.#server.close();
    this.#hangUp();
  }

  #hangUp(): void {
    for (const line of this.#lines) end(line);
  }

  #accept(client: Socket): void {
    client.on('error', () => {});
    if (this.#isCut || this.#rejected.has(client.remoteAddress ?? '')) {
      client.destroy();
      return;
    }
    const server = connect(this.#target).on('error', () => {});
    for (const socket of [client, server]) socket.setNoDelay(true);
    const line: Line = { client, server, commits: new CommitWatch(), doomed: false };
    this.#lines.add(line);
    client.on('close', () => this.#lines.delete(line));
    void this.#carry(line, client, server, (chunk) => this.#sends(line, chunk));
    void this.#carry(line, server, client, () => !line.doomed);
  }

  async #carry(line: Line, from: Socket, to: Socket, may: (chunk: Buffer) => boolean): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (this.#delayMillis > 0) await wait(this.#delayMillis);
        if (!may(chunk)) break;
        if (!to.write(chunk)) await once(to, 'drain');
      }
    } catch {
      // If one side closes, so does the other.
    }
    end(line);
  }

  /** Whether a client's bytes are forwarded to the server. */
  #sends(line: Line, chunk: Buffer): boolean {
    const commits = line.commits.sees(chunk);
    const breaks = this.#breaks;
    if (!commits || breaks === null) return true;
    breaks.seen += 1;
    if (breaks.seen % breaks.every !== 0) return true;
    line.doomed = breaks.how === 'after';
    return line.doomed;
  }
}

function end({ client, server }: Line): void {
  client.destroy();
  server.destroy();
}
