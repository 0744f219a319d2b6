/** All that the parts of a run share: the server homes, the databases, the mail server. */
import { rm } from 'node:fs/promises';
import { buildPlugin } from '../../build/plugin.ts';
import { type Home, prepareHome } from '../../server/home.ts';
import { localPath } from '../../server/local-folder.ts';
import type { DatabaseAddress } from '../../server/node.ts';
import { type Postgres, startPostgres, withClient } from '../../server/postgres.ts';
import type { BenchOptions } from '../options.ts';
import { MailServer } from './mail-server.ts';
import { type BenchServer, type ServerOptions, startServer } from './server.ts';

/** Which JAR a server runs: this checkout's, another, or none. */
type Jar = { own: true } | { file: string } | undefined;

/** Starts servers and remembers what it made for them. */
export class Installation {
  readonly options: BenchOptions;
  readonly #log: (line: string) => void;
  #postgres: Promise<Postgres> | undefined;
  #mail: { server: MailServer; port: number } | undefined;
  #databases = 0;

  constructor(options: BenchOptions, log: (line: string) => void) {
    this.options = options;
    this.#log = log;
  }

  /** A server with an empty database, which then has the realms and so many people. */
  async start(
    name: string,
    {
      jar = { own: true },
      people,
      extraArgs,
    }: { jar?: Jar; people: number } & Pick<ServerOptions, 'extraArgs'>,
  ): Promise<BenchServer> {
    const home = await this.home(jar);
    const mail = await this.mail();
    await rm(localPath('bench', `${name}-data`), { recursive: true, force: true });
    const database = await this.newDatabase();
    this.#log(`${name}: starting…`);
    return await startServer({
      name,
      home,
      ...(database && { database }),
      mail: mail.server,
      smtpPort: mail.port,
      people,
      plugin: true,
      ...(extraArgs && { extraArgs }),
    });
  }

  /** The home of a JAR, built where it must be. */
  async home(jar: Jar): Promise<Home> {
    const log = this.#log;
    const database = this.options.database === 'postgres' ? 'postgres' : 'dev-file';
    if (jar === undefined) return await prepareHome({ name: 'bench-plain', jar, database, log });
    const name = 'own' in jar ? 'bench-own' : 'bench-against';
    const file = 'own' in jar ? await buildPlugin({ log }) : jar.file;
    return await prepareHome({ name, jar: file, database, log });
  }

  /** An empty database; undefined where servers have an embedded one. */
  async newDatabase(): Promise<DatabaseAddress | undefined> {
    if (this.options.database !== 'postgres') return undefined;
    const { address } = await this.postgres();
    this.#databases += 1;
    const name = `bench${this.#databases}`;
    await withClient({ ...address, name: 'postgres' }, (client) => client.query(`CREATE DATABASE ${name}`));
    return { ...address, name };
  }

  /** The database server of the whole run. */
  postgres(): Promise<Postgres> {
    this.#postgres ??= startPostgres('bench-postgres');
    return this.#postgres;
  }

  /** The mail server that answers at once. */
  async mail(): Promise<{ server: MailServer; port: number }> {
    if (this.#mail === undefined) {
      const server = new MailServer();
      this.#mail = { server, port: await server.listen() };
    }
    return this.#mail;
  }

  async close(): Promise<void> {
    await this.#mail?.server.close();
  }
}
