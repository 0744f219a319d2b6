/** Assertions about the clients of relying parties. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { expectNone } from './fault.ts';

/** @throws Fault that names each client with the problems that `problemsOf` returns */
export function expectOfClients(
  clients: readonly ClientRepresentation[],
  problemsOf: (client: ClientRepresentation) => readonly string[],
): void {
  expectNone(
    clients.flatMap((client) => problemsOf(client).map((problem) => `client ${client.clientId}: ${problem}`)),
  );
}

/** An attribute of a client, or undefined. */
export function attributeOf({ attributes }: ClientRepresentation, name: string): string | undefined {
  const value: unknown = attributes?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
