/** The texts of Linkgate's theme, and the keys that templates and scripts use. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '../../provider-scripts/src/realm/language/languages.ts';
import { ROOT } from '../../scripts/build/root.ts';

export const THEME = path.join(ROOT, 'theme', 'theme', 'linkgate');
export const TYPES = ['login', 'email'] as const;

/** What the key of a text ends with that speaks of a code, in place of the one without it. */
export const OF_CODE = /\.code$/;

export const TAGS: readonly string[] = LANGUAGES.map(({ tag }) => tag);
export const DEFAULT_LANGUAGE: string = LANGUAGES[0].tag;

/** A file's texts in order; the file has one per line. */
export function textsOf(type: string, language: string): [key: string, text: string][] {
  return textsIn(path.join(THEME, type, 'messages', `messages_${language}.properties`));
}

/** The same of any such file. */
export function textsIn(file: string): [key: string, text: string][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, key, text] = /^([^#=\s]+)=(.*)$/.exec(line) ?? [];
      return key === undefined || text === undefined ? [] : [[key, text]];
    });
}

/** The text of every file below a folder whose name has that ending. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
}

/** The literal keys in a source; those that end in a dot are prefixes of keys. */
export function ownKeysIn(source: string): string[] {
  return [...source.matchAll(/['"`](linkgate[A-Z]\w*(?:\.\w*)?)(?:['"`]|\$\{)/g)].map(([, key]) => key ?? '');
}
