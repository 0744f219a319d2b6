/** A server under load: started from scratch, with realms and users, and restarted on request. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { connectAdmin } from '../../admin/connect.ts';
import type { Home } from '../../server/home.ts';
import { localPath } from '../../server/local-folder.ts';
import { type DatabaseAddress, type NodeOptions, type RunningNode, startNode } from '../../server/node.ts';
import { freePort } from '../../server/ports.ts';
import { loadSecrets } from '../../server/secrets.ts';
import { ADMIN_USERNAME } from '../../start/sample.ts';
import { Connections } from '../load/http.ts';
import type { MailServer } from '../load/mail-server.ts';
import { javaProcess } from '../load/process.ts';
import { type LinkgateRealm, type RelyingParty, signIn } from '../load/sign-in.ts';
import type { StockRealm } from '../load/stock-realm.ts';
import { type User, user } from '../load/users.ts';
import { untilReady } from './ready.ts';
import { importUsers, LINKGATE_REALM, makeLinkgateRealm, makeStockRealm, STOCK_REALM } from './realms.ts';

/** The load acts as a proxy that forwards the users' IP addresses. */
const BEHIND_PROXY = ['--proxy-headers=xforwarded', '--proxy-trusted-addresses=127.0.0.1'];

/** The sample realm with its clients. */
type FullRealm = LinkgateRealm & { service: Omit<RelyingParty, 'redirect_uri'> };

/** A server's configuration. */
export interface ServerOptions {
  /** Used in the names of its log and its data. */
  name: string;
  home: Home;
  /** Required for a home with `postgres`. */
  database?: DatabaseAddress;
  /** The process of that database's server. */
  databasePid: number | undefined;
  /** Set for a node of a cluster. */
  clusterPort?: number;
  /** The public origin; the server's own by default. */
  publicOrigin?: string;
  email: { server: MailServer; port: number };
  extraArgs: readonly string[];
  /** Further environment, such as `JAVA_OPTS_APPEND`. */
  env?: NodeOptions['env'];
}

/** A server, running unless it was stopped. */
export class BenchServer {
  readonly name: string;
  /** Such as `http://localhost:8080`. */
  readonly origin: string;
  readonly connections: Connections;
  readonly databasePid: number | undefined;
  readonly #options: NodeOptions;
  readonly #email: ServerOptions['email'];
  #node: RunningNode | undefined;
  #pid = 0;
  #users = 1;
  #signIns = 0;
  #stockRealm: StockRealm | undefined;
  #linkgate: FullRealm | undefined;

  private constructor(
    options: NodeOptions,
    { name, databasePid, email }: Pick<ServerOptions, 'name' | 'databasePid' | 'email'>,
  ) {
    this.name = name;
    this.databasePid = databasePid;
    this.#options = options;
    this.#email = email;
    this.origin = `http://localhost:${options.httpPort}`;
    this.connections = new Connections([this.origin]);
  }

  /** Starts it on free ports; the caller provides the contents of its database. */
  static async start(options: ServerOptions): Promise<BenchServer> {
    const { name, home, database, clusterPort, publicOrigin, extraArgs, env } = options;
    const secrets = await loadSecrets(localPath('bench', 'secrets.json'));
    const httpPort = await freePort();
    const isAlone = database !== undefined && clusterPort === undefined;
    const nodeOptions: NodeOptions = {
      home,
      httpPort,
      managementPort: await freePort(),
      hostname: publicOrigin ?? `http://localhost:${httpPort}`,
      adminUsername: ADMIN_USERNAME,
      adminPassword: secrets.ADMIN_PASSWORD,
      logFile: localPath('bench', `${name}.log`),
      ...(database === undefined ? { dataDir: localPath('bench', `${name}-data`) } : { database }),
      ...(clusterPort === undefined ? {} : { clusterPort }),
      ...(env && { env }),
      extraArgs: [...BEHIND_PROXY, ...(isAlone ? ['--cache=local'] : []), ...extraArgs],
    };
    const server = new BenchServer(nodeOptions, options);
    await server.restart();
    return server;
  }

  /** The mail server, and its port: for realms that a script makes. */
  get email(): ServerOptions['email'] {
    return this.#email;
  }

  /** The Java process. */
  get pid(): number {
    return this.#pid;
  }

  /** The stock realm; must exist. */
  get stockRealm(): StockRealm {
    if (this.#stockRealm === undefined) throw new Error(`${this.name}: has no stock realm`);
    return this.#stockRealm;
  }

  /** The sample realm; must exist. */
  get linkgate(): FullRealm {
    if (this.#linkgate === undefined) throw new Error(`${this.name}: has no Linkgate realm`);
    return this.#linkgate;
  }

  /** Creates the stock realm; see `makeStockRealm` in `realms.ts`. */
  async makeStockRealm(options?: Parameters<typeof makeStockRealm>[1]): Promise<void> {
    const client = await makeStockRealm(await this.admin(), options);
    const { connections, origin } = this;
    this.#stockRealm = { connections, origin, path: `/realms/${STOCK_REALM}`, client };
  }

  /** Creates the sample realm with this many users, all of whom have signed in before. */
  async makeLinkgateRealm(users: number): Promise<void> {
    const { connections, origin } = this;
    const { adminUsername: username, adminPassword: password } = this.#options;
    const secrets = await loadSecrets(localPath('bench', 'secrets.json'));
    const clients = await makeLinkgateRealm(origin, { username, password }, secrets, this.#email.port);
    const path = `/realms/${LINKGATE_REALM}`;
    this.#linkgate = { connections, origin, path, email: this.#email.server, ...clients };
    await signIn(this.#linkgate, user(0));
    await importUsers(await this.admin(), { first: 1, last: users, like: user(0).email });
    this.#users = users;
  }

  /** Makes a realm send its email through another mail server. Returns a function that restores the previous one. */
  async useMailServer(
    realm: string,
    email: MailServer,
    fields: Record<string, string>,
  ): Promise<() => Promise<void>> {
    const api = await this.admin();
    const { smtpServer } = (await api.realms.findOne({ realm })) ?? {};
    const before = this.linkgate;
    await api.realms.update({ realm }, { smtpServer: { ...smtpServer, ...fields } });
    this.#linkgate = { ...before, email };
    return async () => {
      await (await this.admin()).realms.update({ realm }, { smtpServer: smtpServer ?? {} });
      this.#linkgate = before;
    };
  }

  /** The next user to sign in. All users take turns, so that none approaches the limit of links per hour. */
  nextUser(): User {
    this.#signIns += 1;
    return user(this.#signIns % this.#users);
  }

  /** A new admin API client; its token expires soon. */
  async admin(): Promise<KeycloakAdminClient> {
    const { adminUsername: username, adminPassword: password } = this.#options;
    return await connectAdmin({ serverUrl: this.origin, username, password });
  }

  /** Restarts it on the same ports. Returns how long it took to be ready. */
  async restart(): Promise<number> {
    const ready = untilReady(`http://127.0.0.1:${this.#options.managementPort}`);
    try {
      this.#node = await startNode(this.#options);
    } catch (failure) {
      ready.stop();
      throw failure;
    }
    this.#pid = await javaProcess(this.#options.httpPort);
    return await ready.millis;
  }

  async stop(): Promise<void> {
    this.connections.close();
    await this.#node?.stop();
  }
}
