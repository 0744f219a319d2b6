/** The ready-made realm files in their places: written by the build, compared by a test. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';
import { loadDesiredRealms } from '../seed/desired-realms.ts';
import { deployedRealm } from './deployed.ts';
import { realmImport } from './realm-import.ts';
import { realmRepresentation } from './representation.ts';

/** The realm that the files create. */
const REALM = 'linkgate';
/** The sample realm, below the project's folder. Keycloak's import takes files of this form of name from a folder. */
export const REALM_FILE = `realm-config/import/${REALM}-realm.json`;
/** The sample realm for keycloak-config-cli, whose placeholders have another form. */
export const CONFIG_CLI_FILE = `deploy/config-cli/${REALM}.json`;
/** The realm of a new installation: for Keycloak's import in a pod, and for its Operator. */
export const DEPLOYED_FILE = `deploy/kubernetes/base/${REALM}-realm.json`;
const OPERATOR_FILE = 'deploy/kubernetes/operator/realm-import.json';

/** Keycloak fills them from its environment when it imports. Texts of Keycloak's own begin in lower case. */
const PLACEHOLDER = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/**
 * Writes them.
 * @returns their names
 */
export async function writeRealmFiles(): Promise<string[]> {
  const files = await realmFiles();
  for (const [name, text] of files) {
    const file = path.join(ROOT, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return files.map(([name]) => name);
}

/** The names of the files that differ from the declarations. */
export async function differingRealmFiles(): Promise<string[]> {
  const differing: string[] = [];
  for (const [name, text] of await realmFiles())
    if ((await readFile(path.join(ROOT, name), 'utf8').catch(() => '')) !== text) differing.push(name);
  return differing;
}

async function realmFiles(): Promise<[name: string, text: string][]> {
  const [desired] = await loadDesiredRealms((name) => `\${${name}}`, { names: [REALM] });
  if (!desired) throw new Error(`realm ${REALM} isn't declared`);
  const sample = textOf(realmRepresentation(desired));
  const deployed = realmRepresentation(deployedRealm(desired));
  const placeholders = new Set(
    [...textOf(deployed).matchAll(PLACEHOLDER)].map(([, placeholder = '']) => placeholder),
  );
  return [
    [REALM_FILE, sample],
    [CONFIG_CLI_FILE, sample.replace(PLACEHOLDER, '$(env:$1)')],
    [DEPLOYED_FILE, textOf(deployed)],
    [OPERATOR_FILE, textOf(realmImport(deployed, placeholders))],
  ];
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
