/** Finds the server, its administrator and the values of the placeholders for `npm run seed`. */

import { readFile } from 'node:fs/promises';
import type { RunClient, RunFile } from '../run-file.ts';
import { Failure } from '../server/failure.ts';
import { readPorts } from '../start/settings.ts';

/** What `seed` needs to know of an installation. */
interface Installation {
  serverUrl: string;
  admin: { username: string; password: string };
  variables: Record<string, string | undefined>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** As `npm start` has them. */
const DEFAULT_MAIL = { SMTP_HOST: '127.0.0.1', MAIL_FROM: 'linkgate@example.com' };

/** Any server: the administrator and the client secrets come from the environment. */
export function installationAt(serverUrl: string, environment: Environment): Installation {
  return {
    serverUrl,
    admin: {
      username: required('KEYCLOAK_ADMIN_USERNAME', environment),
      password: required('KEYCLOAK_ADMIN_PASSWORD', environment),
    },
    variables: { ...defaultVariables(environment), ...setVariables(environment) },
  };
}

/**
 * The installation that `npm start` made, by its `.local/run.json`; the environment goes before the file.
 * @throws Failure when there is no such file
 */
export async function runningInstallation(runFile: URL, environment: Environment): Promise<Installation> {
  const text = await readFile(runFile, 'utf8').catch(() => {
    throw new Failure('.local/run.json: not there; run npm start first, or name a server with --server');
  });
  const run = JSON.parse(text) as RunFile;
  return {
    serverUrl: run.server_url,
    admin: {
      username: environment.KEYCLOAK_ADMIN_USERNAME ?? run.admin.username,
      password: environment.KEYCLOAK_ADMIN_PASSWORD ?? run.admin.password,
    },
    variables: { ...defaultVariables(environment), ...runVariables(run), ...setVariables(environment) },
  };
}

function defaultVariables(environment: Environment): Record<string, string> {
  const { demo, smtp } = readPorts(environment);
  return { ...DEFAULT_MAIL, DEMO_PORT: String(demo), SMTP_PORT: String(smtp) };
}

/** An empty variable counts as one that isn't set. */
function setVariables(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
}

function runVariables({ clients, beta, demo_url }: RunFile): Record<string, string | undefined> {
  const secret = (client: RunClient): string | undefined => client.client_secret;
  return {
    DEMO_PORT: new URL(demo_url).port,
    DEMO_WEB_SECRET: secret(clients.web),
    DEMO_SHOP_SECRET: secret(clients.shop),
    DEMO_SERVICE_SECRET: secret(clients.service),
    DEMO_PENDING_SECRET: secret(clients.pending),
    BETA_WEB_SECRET: secret(beta.clients.web),
  };
}

function required(name: string, environment: Environment): string {
  const value = environment[name];
  if (!value) throw new Failure(`${name}: must be set in the environment when --server is given`);
  return value;
}
