/** The realm file of docs/features/whole-realm.md, loaded with the variables that the page exports. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { loadDesiredRealms } from '../../scripts/seed/desired-realms.ts';

let folder: string;
afterEach(async () => await rm(folder, { recursive: true, force: true }));

test('the page’s realm file is complete', async () => {
  const page = await readFile(path.join(ROOT, 'docs', 'features', 'whole-realm.md'), 'utf8');
  const [, name = '', file = ''] =
    /`realm-config\/realms\/(\S+)\.json`:\n\n```json\n([\s\S]*?)```/.exec(page) ?? [];
  const exported = [...page.matchAll(/^export (.*)$/gm)].flatMap(([, words = '']) => words.split(' '));
  const variables = new Map(exported.map((word) => word.split('=', 2) as [string, string]));
  folder = await mkdtemp(path.join(tmpdir(), 'realm-file-'));
  await cp(path.join(ROOT, 'realm-config'), folder, { recursive: true });
  await writeFile(path.join(folder, 'realms', `${name}.json`), file);
  const [realm] = await loadDesiredRealms((variable) => variables.get(variable), {
    names: [name],
    folder: pathToFileURL(`${folder}/`),
  });
  expect([realm?.realm, realm?.clients.clients.map(({ clientId }) => clientId)]).toEqual([
    'acme',
    ['shop', 'linkgate-admin'],
  ]);
});
