/**
 * A service of docker-compose.yml: generates the secrets of the installation on its first start, and writes other programs'
 * secrets to files.
 */

import { randomSecret, writeSecretFile } from '../server/secrets.ts';
import { composeSecrets, secretPath } from './installation.ts';

/** PostgreSQL and Keycloak read their files as different users; nothing else mounts the volume. */
const ALL_READ = 0o444;

const { ADMIN_PASSWORD } = await composeSecrets();
writeSecretFile(secretPath('admin-password'), ADMIN_PASSWORD, ALL_READ);
writeSecretFile(secretPath('database-password'), randomSecret(), ALL_READ);
