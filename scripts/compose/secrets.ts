/** A service of docker-compose.yml: makes the secrets of the installation at its first start, and puts those of other programs into files. */

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { composeSecrets, secretPath } from './installation.ts';

const PASSWORD_BYTES = 24;
/** PostgreSQL and Keycloak read their files as users of their own; nothing else has the volume. */
const ALL_READ = 0o444;

const { ADMIN_PASSWORD } = await composeSecrets();
await keep('admin-password', ADMIN_PASSWORD);
await keep('database-password', randomBytes(PASSWORD_BYTES).toString('hex'));

/** A file that is there stays as it is. */
async function keep(name: string, secret: string): Promise<void> {
  if (!existsSync(secretPath(name))) await writeFile(secretPath(name), secret, { mode: ALL_READ });
}
