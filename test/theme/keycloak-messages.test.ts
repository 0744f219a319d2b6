/** Keycloak's own texts on Linkgate's pages exist in every supported language, from Keycloak or from Linkgate. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { obtainDistribution } from '../../scripts/server/distribution.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import { filesBelow, TAGS, THEME, textsOf } from '../support/messages.ts';

const run = promisify(execFile);
const MESSAGES = 'theme/base/login/messages';

let folder: string;

/** The keys that a page in this language has a text of its own for. */
async function keysIn(language: string): Promise<Set<string>> {
  const file = path.join(folder, MESSAGES, `messages_${language}.properties`);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const keycloakKeys = lines.map((line) => /^([^#!=:\s]+)\s*[=:]/.exec(line)?.[1] ?? '');
  return new Set([...keycloakKeys, ...textsOf('login', language).map(([key]) => key)]);
}

beforeAll(async () => {
  await mkdir(localPath(), { recursive: true });
  folder = await mkdtemp(localPath('keycloak-messages-'));
  const library = path.join(await obtainDistribution(() => {}), 'lib', 'lib', 'main');
  const jar =
    (await readdir(library)).find((name) => name.startsWith('org.keycloak.keycloak-themes-2')) ?? '';
  const files = TAGS.map((language) => `${MESSAGES}/messages_${language}.properties`);
  await run('jar', ['--extract', '--file', path.join(library, jar), ...files], { cwd: folder });
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true });
});

describe.each(TAGS)('in %s', (language) => {
  test('every Keycloak text that Linkgate’s templates use exists', async () => {
    const usedKeys = filesBelow(path.join(THEME, 'login'), '.ftl').flatMap((text) =>
      [...text.matchAll(/msg\(["'](\w+)["']/g)].map(([, key]) => key ?? ''),
    );
    expect(usedKeys).toContain('errorTitle');
    const keys = await keysIn(language);
    expect(usedKeys.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('every field of the user profile has a label', async () => {
    const file = path.join(ROOT, 'realm-config', 'user-profile.json');
    const { attributes } = JSON.parse(await readFile(file, 'utf8')) as {
      attributes: { name: string; displayName?: string }[];
    };
    const labels = attributes.flatMap(({ displayName }) => displayName ?? []);
    expect(labels.length).toBeGreaterThan(0);
    const keys = await keysIn(language);
    expect(labels.filter((label) => !keys.has(/^\$\{(.+)\}$/.exec(label)?.[1] ?? ''))).toEqual([]);
  });
});
