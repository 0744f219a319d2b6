/**
 * Completes `theme-resources`, which Keycloak adds to every theme: the texts and the plain text of the email that the pages of a step share
 * with the theme, where they have their one home.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const OWN = 'theme-resources';
const THEME = path.join('theme', 'linkgate');
const EMAIL_TEXT = path.join('text', 'magic-link.ftl');
/** The same email under the name that other themes are asked for. */
const STEP_EMAIL_TEXT = path.join('text', 'linkgate-step-link.ftl');

/** A text's line: its key, and the rest. */
const LINE = /^([^#=\s]+)=.*$/;
/** A key that a source names; one that ends in a dot is the beginning of keys. */
const NAMED = /['"`](linkgate[A-Z]\w*(?:\.\w*)?)(?:['"`]|\$\{)/g;

/** The files of the JAR, by their paths below `generated/`. `sources`: those of the scripts that name texts of the step. */
export async function themeResources(
  themes: string,
  sources: readonly string[],
): Promise<Record<string, string>> {
  const emailText = await readFile(path.join(themes, THEME, 'email', EMAIL_TEXT), 'utf8');
  const templates = await textsBelow(path.join(themes, OWN, 'templates'));
  const isNamed = namedIn([...templates, emailText, ...(await Promise.all(sources.map(textsBelow))).flat()]);
  const files: Record<string, string> = {
    [path.join('resources', OWN, 'templates', STEP_EMAIL_TEXT)]: emailText,
  };
  for (const name of await readdir(path.join(themes, OWN, 'messages'))) {
    const shared = ['login', 'email'].map((type) => path.join(themes, THEME, type, 'messages', name));
    const lines = (await Promise.all(shared.map((file) => readFile(file, 'utf8')))).join('\n').split('\n');
    const own = await readFile(path.join(themes, OWN, 'messages', name), 'utf8');
    const used = lines.filter((line) => isNamed(LINE.exec(line)?.[1] ?? ''));
    files[path.join('resources', OWN, 'messages', name)] = `${own}\n${used.join('\n')}\n`;
  }
  return files;
}

function namedIn(texts: readonly string[]): (key: string) => boolean {
  const names = new Set(texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, key]) => key ?? '')));
  const beginnings = [...names].filter((name) => name.endsWith('.'));
  return (key) => names.has(key) || beginnings.some((beginning) => key.startsWith(beginning));
}

/** The texts of a file, or of all files below a folder. */
async function textsBelow(place: string): Promise<string[]> {
  if (path.extname(place) !== '') return [await readFile(place, 'utf8')];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')));
}
