/** Everything that the parts of a run share: server homes, databases, mail servers, and two warm servers. */
import { rm } from 'node:fs/promises';
import { buildPlugin } from '../build/plugin.ts';
import { type Home, prepareHome } from '../server/home.ts';
import { localPath } from '../server/local-folder.ts';
import type { DatabaseAddress } from '../server/node.ts';
import { createDatabase, type Postgres, startPostgres } from '../server/postgres.ts';
import { runLoad } from './load/closed-loop.ts';
import { MailServer } from './load/mail-server.ts';
import type { BenchOptions } from './options.ts';
import { type Certificate, makeCertificate } from './servers/certificate.ts';
import { credentialsLoad, passwordLoad, signInLoad } from './servers/loads.ts';
import { BenchServer, type ServerOptions } from './servers/server.ts';

/** Sign-ins per user: half of the hourly limit of links per address; the rest is reserved for later parts. */
const SIGN_INS_PER_USER = 10;
const MIN_USERS = 64;
const MILLIS_PER_MINUTE = 60_000;

/** What a server runs: this checkout's plugin, another JAR, or Keycloak alone: a stock server. */
export type Plugin = 'own' | 'none' | { jar: string; others?: readonly string[] };

/** By default a server runs this checkout's plugin, alone on an empty database. */
interface StartOptions extends Pick<ServerOptions, 'clusterPort' | 'publicOrigin' | 'env'> {
  plugin?: Plugin;
  database?: DatabaseAddress | undefined;
}

/** Starts servers, and creates shared resources on demand. */
export class BenchContext {
  readonly options: BenchOptions;
  readonly log: (line: string) => void;
  /** When no further part starts and the longest load stops, in Unix milliseconds. */
  readonly deadline: number;
  #postgres: Promise<Postgres> | undefined;
  #email: Promise<ServerOptions['email']> | undefined;
  #certificate: Promise<Certificate> | undefined;
  readonly #warm: { own?: Promise<BenchServer>; stock?: Promise<BenchServer> } = {};
  #databases = 0;
  readonly #running = new Set<BenchServer>();

  constructor(options: BenchOptions, log: (line: string) => void) {
    this.options = options;
    this.log = log;
    this.deadline = Date.now() + options.minutes * MILLIS_PER_MINUTE;
  }

  /** Starts a server without realms. */
  async start(name: string, options: StartOptions = {}): Promise<BenchServer> {
    const { plugin = 'own', database = await this.newDatabase(), ...others } = options;
    const home = await this.home(plugin);
    await rm(localPath('bench', `${name}-data`), { recursive: true, force: true });
    this.log(`${name}: starting…`);
    const server = await BenchServer.start({
      ...others,
      name,
      home,
      ...(database && { database }),
      databasePid: database && (await (await this.postgres()).pid()),
      email: await this.email(),
      extraArgs: [`--truststore-paths=${(await this.certificate()).trustedFile}`],
    });
    this.#running.add(server);
    return server;
  }

  /** The warm server with a Linkgate realm and a plain one, which several parts measure. */
  warm(): Promise<BenchServer> {
    return this.#warmServer('own', async () => {
      const { warmUp, rounds, signIns } = this.options;
      const server = await this.start('warm');
      await server.makeStockRealm();
      await server.makeLinkgateRealm(this.users(warmUp + 4 * rounds * signIns));
      await this.warmUp(server, signInLoad);
      return server;
    });
  }

  /** The stock server with a stock realm that they are compared with, as warm. */
  stock(): Promise<BenchServer> {
    return this.#warmServer('stock', async () => {
      const server = await this.start('stock', { plugin: 'none' });
      await server.makeStockRealm();
      await this.warmUp(server, passwordLoad);
      return server;
    });
  }

  /** Runs as many sign-ins, and client-credentials requests in the stock realm, as the options require. */
  async warmUp(server: BenchServer, signIns: typeof signInLoad): Promise<void> {
    const { warmUp: count, clients } = this.options;
    this.log(`${server.name}: ${count} sign-ins to warm up…`);
    await runLoad(signIns(server, count, clients));
    await runLoad(credentialsLoad(server, count, clients));
  }

  /** The number of accounts needed for this many sign-ins within an hour. */
  users(signIns: number): number {
    return Math.max(MIN_USERS, Math.ceil(signIns / SIGN_INS_PER_USER));
  }

  /** The database server of the whole run. */
  postgres(): Promise<Postgres> {
    this.#postgres ??= startPostgres(localPath('bench-postgres'));
    return this.#postgres;
  }

  /** Creates an empty database; returns undefined if servers have embedded ones. */
  async newDatabase(): Promise<DatabaseAddress | undefined> {
    if (this.options.database !== 'postgres') return undefined;
    const { address } = await this.postgres();
    this.#databases += 1;
    const name = `bench${this.#databases}`;
    await createDatabase(address, name);
    return { ...address, name };
  }

  /** The mail server that responds immediately. */
  email(): Promise<ServerOptions['email']> {
    const start = async () => {
      const server = new MailServer();
      return { server, port: await server.listen() };
    };
    this.#email ??= start();
    return this.#email;
  }

  /** The certificate of mail servers that require TLS. */
  certificate(): Promise<Certificate> {
    this.#certificate ??= makeCertificate(localPath('bench', 'certificate'));
    return this.#certificate;
  }

  /** Stops all servers except the warm ones. */
  async stopPartServers(): Promise<void> {
    const warm = await Promise.all(Object.values(this.#warm).map((server) => server.catch(() => undefined)));
    const others = [...this.#running].filter((server) => !warm.includes(server));
    for (const server of others) this.#running.delete(server);
    await Promise.all(others.map((server) => server.stop()));
  }

  async close(): Promise<void> {
    await (await this.#email)?.server.close();
  }

  /** Starts a warm server once; again only if that failed. */
  #warmServer(which: 'own' | 'stock', start: () => Promise<BenchServer>): Promise<BenchServer> {
    this.#warm[which] ??= start().catch((failure: unknown) => {
      delete this.#warm[which];
      throw failure;
    });
    return this.#warm[which];
  }

  /** The installation that a server runs, built if it isn't yet. */
  async home(plugin: Plugin): Promise<Home> {
    const { log } = this;
    const database = this.options.database === 'postgres' ? 'postgres' : 'dev-file';
    if (plugin === 'none') return await prepareHome({ name: 'bench-stock', jar: undefined, database, log });
    if (plugin === 'own')
      return await prepareHome({ name: 'bench-own', jar: await buildPlugin({ log }), database, log });
    return await prepareHome({ name: 'bench-against', ...plugin, database, log });
  }
}
