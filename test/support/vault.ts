/** Keycloak's vault of an installation: a folder with a file for each secret, named after its realm. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';

/** With it Keycloak is built. */
export const WITH_VAULT = ['--vault=file'];

/** The folder of the server with this log. */
export function vaultBeside(logFile: string): string {
  return path.join(path.dirname(logFile), 'vault');
}

/** Puts a secret of a realm into the vault; the returned function removes it. */
export async function storeSecret(realm: string, name: string, secret: string): Promise<() => Promise<void>> {
  const doubled = (text: string) => text.replaceAll('_', '__');
  const file = path.join(vaultBeside(inject('site').logFile), `${doubled(realm)}_${doubled(name)}`);
  await writeFile(file, secret);
  return async () => await rm(file, { force: true });
}
