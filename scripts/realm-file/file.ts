/** The ready-made realm file in its place: written by the build, compared by a test. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';
import { loadDesiredRealms } from '../seed/desired-realms.ts';
import { realmRepresentation } from './representation.ts';

/** The realm that the file makes. */
const REALM = 'linkgate';
/** Below the project's folder. Keycloak's import takes files of this form of name from a folder. */
export const REALM_FILE = `realm-config/import/${REALM}-realm.json`;

/** Writes it. */
export async function writeRealmFile(): Promise<void> {
  const file = path.join(ROOT, REALM_FILE);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await realmFileText());
}

/** Whether the file isn't what the declarations make. */
export async function realmFileDiffers(): Promise<boolean> {
  const text = await readFile(path.join(ROOT, REALM_FILE), 'utf8').catch(() => '');
  return text !== (await realmFileText());
}

/** Placeholders stay: Keycloak fills them from its environment when it imports. */
async function realmFileText(): Promise<string> {
  const [desired] = await loadDesiredRealms((name) => `\${${name}}`, { names: [REALM] });
  if (!desired) throw new Error(`realm ${REALM} isn't declared`);
  return `${JSON.stringify(realmRepresentation(desired), null, 2)}\n`;
}
