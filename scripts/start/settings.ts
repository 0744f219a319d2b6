/** The settings of `npm start`, from environment variables. */

import { Failure } from '../failure.ts';
import type { WantedPort } from '../server/ports.ts';

const MAX_PORT = 65_535;

/** Each port's environment variable, default and server. */
const PORTS = {
  keycloak: { variable: 'KEYCLOAK_PORT', port: 8080, name: 'Keycloak' },
  management: { variable: 'KEYCLOAK_MANAGEMENT_PORT', port: 9000, name: "Keycloak's health and metrics" },
  smtp: { variable: 'SMTP_PORT', port: 1025, name: "the inbox's mail server" },
  inbox: { variable: 'INBOX_PORT', port: 1080, name: "the inbox's page" },
  demo: { variable: 'DEMO_PORT', port: 3000, name: 'the demo' },
} as const satisfies Record<string, WantedPort>;

/** A sample installation's mail settings, except for the port. */
export const SAMPLE_EMAIL = { host: '127.0.0.1', from: 'linkgate@example.com' } as const;

export type Ports = Record<keyof typeof PORTS, number>;

/**
 * Reads the ports from the environment.
 * @throws Failure that names a variable whose value isn't a port
 */
export function readPorts(environment: Readonly<Record<string, string | undefined>>): Ports {
  const entries = Object.entries(PORTS).map(([use, { variable, port }]) => [
    use,
    readPort(variable, environment[variable], port),
  ]);
  return Object.fromEntries(entries) as Ports;
}

/** The ports with their variables and servers, for messages. */
export function describePorts(ports: Ports): WantedPort[] {
  return Object.entries(PORTS).map(([use, wanted]) => ({ ...wanted, port: ports[use as keyof Ports] }));
}

function readPort(variable: string, value: string | undefined, defaultPort: number): number {
  if (value === undefined || value === '') return defaultPort;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > MAX_PORT)
    throw new Failure(`${variable}: "${value}" isn't a port (1 to ${MAX_PORT}).`);
  return port;
}
