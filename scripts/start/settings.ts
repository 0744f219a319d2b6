/** The settings of `npm start`, from environment variables. */

import { Failure } from '../failure.ts';
import type { WantedPort } from '../server/ports.ts';

const HIGHEST_PORT = 65_535;

/** Each port's variable, its default, and what listens there. */
const PORTS = {
  keycloak: { variable: 'KEYCLOAK_PORT', port: 8080, name: 'Keycloak' },
  management: { variable: 'KEYCLOAK_MANAGEMENT_PORT', port: 9000, name: "Keycloak's health and metrics" },
  smtp: { variable: 'SMTP_PORT', port: 1025, name: "the inbox's mail server" },
  inbox: { variable: 'INBOX_PORT', port: 1080, name: "the inbox's page" },
  demo: { variable: 'DEMO_PORT', port: 3000, name: 'the demo' },
} as const satisfies Record<string, WantedPort>;

/** How a sample installation sends its email, besides the port. */
export const SAMPLE_EMAIL = { host: '127.0.0.1', from: 'linkgate@example.com' } as const;

export type Ports = Record<keyof typeof PORTS, number>;

/**
 * The ports by use.
 * @throws Failure that names a variable whose value is no port
 */
export function readPorts(environment: Readonly<Record<string, string | undefined>>): Ports {
  const entries = Object.entries(PORTS).map(([use, { variable, port }]) => [
    use,
    readPort(variable, environment[variable], port),
  ]);
  return Object.fromEntries(entries) as Ports;
}

/** The same ports with what users need to know about each. */
export function describePorts(ports: Ports): WantedPort[] {
  return Object.entries(PORTS).map(([use, wanted]) => ({ ...wanted, port: ports[use as keyof Ports] }));
}

function readPort(variable: string, value: string | undefined, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > HIGHEST_PORT)
    throw new Failure(`${variable}: "${value}" isn't a port (1 to ${HIGHEST_PORT}).`);
  return port;
}
