/** A server under load: started from scratch, with realms and people. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { connectAdmin } from '../../admin/connect.ts';
import type { Home } from '../../server/home.ts';
import { localPath } from '../../server/local-folder.ts';
import { type DatabaseAddress, type NodeOptions, type RunningNode, startNode } from '../../server/node.ts';
import { freePort } from '../../server/ports.ts';
import { loadSecrets } from '../../server/secrets.ts';
import { ADMIN_USERNAME } from '../../start/sample.ts';
import { Connections } from '../load/http.ts';
import { type Person, person } from '../load/people.ts';
import type { PlainRealm } from '../load/plain-realm.ts';
import { type LinkgateRealm, type RelyingParty, signIn } from '../load/sign-in.ts';
import type { MailServer } from './mail-server.ts';
import { javaProcess } from './process.ts';
import { importPeople, LINKGATE_REALM, makeLinkgateRealm, makePlainRealm, PLAIN_REALM } from './realms.ts';

/** People's own addresses are told by the proxy that the load pretends to be. */
const BEHIND_PROXY = ['--proxy-headers=xforwarded', '--proxy-trusted-addresses=127.0.0.1'];

/** A running server. */
export interface BenchServer {
  name: string;
  origin: string;
  pid: number;
  node: RunningNode;
  logFile: string;
  api: KeycloakAdminClient;
  connections: Connections;
  /** Of a server with the plugin. */
  linkgate: LinkgateRealm & { service: Omit<RelyingParty, 'redirect_uri'> };
  plain: PlainRealm;
  /** The person of that number, over and over, so that none comes near the limit of links per hour. */
  somebody(number: number): Person;
  stop(): Promise<void>;
}

/** What a server is made of. */
export interface ServerOptions {
  /** Names its log and its data. */
  name: string;
  home: Home;
  /** A new one, for a home on `postgres`. */
  database?: DatabaseAddress;
  mail: MailServer;
  smtpPort: number;
  /** How many accounts sign in. */
  people: number;
  /** Whether the plugin is in it. */
  plugin: boolean;
  extraArgs?: readonly string[];
}

/** Starts it on free ports. */
export async function startServer(options: ServerOptions): Promise<BenchServer> {
  const { name, home, database, mail, smtpPort, people, plugin, extraArgs = [] } = options;
  const secrets = await loadSecrets(localPath('bench', 'secrets.json'));
  const admin = { username: ADMIN_USERNAME, password: secrets.ADMIN_PASSWORD };
  const httpPort = await freePort();
  const origin = `http://localhost:${httpPort}`;
  const logFile = localPath('bench', `${name}.log`);
  const nodeOptions: NodeOptions = {
    home,
    httpPort,
    managementPort: await freePort(),
    hostname: origin,
    adminUsername: admin.username,
    adminPassword: admin.password,
    logFile,
    ...(database === undefined ? { dataDir: localPath('bench', `${name}-data`) } : { database }),
    extraArgs: [...BEHIND_PROXY, ...(database === undefined ? [] : ['--cache=local']), ...extraArgs],
  };
  const node = await startNode(nodeOptions);
  const api = await connectAdmin({ serverUrl: origin, ...admin });
  const connections = new Connections(origin);
  const plain = {
    connections,
    origin,
    path: `/realms/${PLAIN_REALM}`,
    client: await makePlainRealm(api),
  };
  const made = plugin
    ? await makeLinkgateRealm(origin, admin, secrets, smtpPort)
    : { client: plain.client, service: plain.client };
  const linkgate = { connections, origin, path: `/realms/${LINKGATE_REALM}`, mail, ...made };
  if (plugin) {
    await signIn(linkgate, person(0));
    // The token of the first connection may have ended by now.
    const { email } = person(0);
    await importPeople(await connectAdmin({ serverUrl: origin, ...admin }), {
      first: 1,
      last: people,
      like: email,
    });
  }
  return {
    name,
    origin,
    pid: await javaProcess(httpPort),
    node,
    logFile,
    api,
    connections,
    linkgate,
    plain,
    somebody: (number) => person(number % people),
    stop: async () => {
      connections.close();
      await node.stop();
    },
  };
}
