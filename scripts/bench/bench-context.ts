/** Everything that the parts of a run share: server homes, databases, mail servers, and a warm server. */
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
import { credentialsLoad, signInLoad } from './servers/loads.ts';
import { BenchServer, type ServerOptions } from './servers/server.ts';

/** Sign-ins per user: half of the hourly limit of links per address; the rest is reserved for later parts. */
const SIGN_INS_PER_USER = 10;
const MIN_USERS = 64;
const MILLIS_PER_MINUTE = 60_000;

/** What a server runs: this checkout's plugin, another JAR, or Keycloak alone. */
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
  #warm: Promise<BenchServer> | undefined;
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
    const home = await this.#home(plugin);
    await rm(localPath('bench', `${name}-data`), { recursive: true, force: true });
    this.log(`${name}: starting…`);
    const server = await BenchServer.start({
      ...others,
      name,
      home,
      ...(database && { database }),
      email: await this.email(),
      extraArgs: [`--truststore-paths=${(await this.certificate()).trustedFile}`],
    });
    this.#running.add(server);
    return server;
  }

  /** The warmed-up server that several parts measure. */
  warm(): Promise<BenchServer> {
    this.#warm ??= this.#startWarm().catch((failure: unknown) => {
      this.#warm = undefined;
      throw failure;
    });
    return this.#warm;
  }

  /** Runs as many sign-ins and client-credentials requests as the options require. */
  async warmUp(server: BenchServer): Promise<void> {
    const { warmUp: count, clients } = this.options;
    this.log(`${server.name}: ${count} sign-ins to warm up…`);
    await runLoad(signInLoad(server, count, clients));
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

  /** Stops all servers except the warm one. */
  async stopPartServers(): Promise<void> {
    const warm = await this.#warm?.catch(() => undefined);
    const others = [...this.#running].filter((server) => server !== warm);
    for (const server of others) this.#running.delete(server);
    await Promise.all(others.map((server) => server.stop()));
  }

  async close(): Promise<void> {
    await (await this.#email)?.server.close();
  }

  async #startWarm(): Promise<BenchServer> {
    const { warmUp, rounds, signIns } = this.options;
    const server = await this.start('warm');
    await server.makePlainRealm();
    await server.makeLinkgateRealm(this.users(warmUp + 3 * rounds * signIns));
    await this.warmUp(server);
    return server;
  }

  async #home(plugin: Plugin): Promise<Home> {
    const { log } = this;
    const database = this.options.database === 'postgres' ? 'postgres' : 'dev-file';
    if (plugin === 'none') return await prepareHome({ name: 'bench-plain', jar: undefined, database, log });
    if (plugin === 'own')
      return await prepareHome({ name: 'bench-own', jar: await buildPlugin({ log }), database, log });
    return await prepareHome({ name: 'bench-against', ...plugin, database, log });
  }
}
