/** The ready-made realm files: the repository has one, which a test compares; those of `deploy` are made when they are needed. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';
import { loadDesiredRealms } from '../seed/desired-realms.ts';
import { writeAtomically } from '../server/atomic-write.ts';
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
export const OPERATOR_FILE = 'deploy/kubernetes/operator/realm-import.json';
/** Those that git ignores. */
export const UNTRACKED_FILES = [CONFIG_CLI_FILE, DEPLOYED_FILE, OPERATOR_FILE] as const;
/** Not secret. */
const FILE_MODE = 0o644;

/** Keycloak fills them from its environment when it imports. Texts of Keycloak's own begin in lower case. */
const PLACEHOLDER = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/**
 * Writes them.
 * @param names all by default
 * @returns their names
 */
export async function writeRealmFiles(names?: readonly string[]): Promise<string[]> {
  const files = [...(await realmFiles())].filter(([name]) => names === undefined || names.includes(name));
  for (const [name, text] of files) writeAtomically(path.join(ROOT, name), text, FILE_MODE);
  return files.map(([name]) => name);
}

/** Whether the repository's file differs from the declarations. */
export async function differsFromDeclarations(): Promise<boolean> {
  const text = await readFile(path.join(ROOT, REALM_FILE), 'utf8').catch(() => '');
  return (await realmFiles()).get(REALM_FILE) !== text;
}

/** The texts of all, by name. */
export async function realmFiles(): Promise<Map<string, string>> {
  const [desired] = await loadDesiredRealms((name) => `\${${name}}`, { names: [REALM] });
  if (!desired) throw new Error(`realm ${REALM} isn't declared`);
  const sample = textOf(realmRepresentation(desired));
  const deployed = realmRepresentation(deployedRealm(desired));
  const placeholders = new Set(
    [...textOf(deployed).matchAll(PLACEHOLDER)].map(([, placeholder = '']) => placeholder),
  );
  return new Map([
    [REALM_FILE, sample],
    [CONFIG_CLI_FILE, sample.replace(PLACEHOLDER, '$(env:$1)')],
    [DEPLOYED_FILE, textOf(deployed)],
    [OPERATOR_FILE, textOf(realmImport(deployed, placeholders))],
  ]);
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
