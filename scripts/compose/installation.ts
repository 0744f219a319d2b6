/** Shared by the services of docker-compose.yml that run these scripts: the installation as a browser sees it, and its secrets. */

import { join } from 'node:path';
import type { RunFile } from '../run-file.ts';
import { loadSecrets, type Secrets } from '../server/secrets.ts';
import { describeRun } from '../start/run-json.ts';
import { ADMIN_USERNAME } from '../start/sample.ts';
import { type Ports, readPorts, SAMPLE_EMAIL } from '../start/settings.ts';

/** The volume that the services share. */
const SECRETS_FOLDER = '/run/linkgate';

/** The inbox inside of the network of containers. */
export const COMPOSE_EMAIL: RunFile['email'] = { host: 'maildev', port: 1025, from: SAMPLE_EMAIL.from };

/** The path of a file in the shared volume. */
export function secretPath(name: string): string {
  return join(SECRETS_FOLDER, name);
}

/** Reads the secrets, or generates them. */
export async function composeSecrets(): Promise<Secrets> {
  return await loadSecrets(secretPath('secrets.json'));
}

/** The ports are those that docker-compose.yml publishes, by the variables of `npm start`. */
export async function composeInstallation(): Promise<{ run: RunFile; secrets: Secrets; ports: Ports }> {
  const ports = readPorts(process.env);
  const secrets = await composeSecrets();
  const admin = { username: ADMIN_USERNAME, password: secrets.ADMIN_PASSWORD };
  return { run: { ...describeRun({ ports, secrets, admin }), email: COMPOSE_EMAIL }, secrets, ports };
}
