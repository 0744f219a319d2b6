/** The texts of the step's pages and emails, which Keycloak adds to every theme: complete in every language, each with one home. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { STEP_SOURCES } from '../../scripts/build/plugin.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { themeResources } from '../../scripts/build/theme-resources.ts';
import {
  DEFAULT_LANGUAGE,
  filesBelow,
  ownKeysIn,
  TAGS,
  TYPES,
  textsIn,
  textsOf,
} from '../support/messages.ts';

const OWN = path.join(ROOT, 'theme', 'theme-resources');
/** Keycloak computes these from the authenticator's id. */
const BY_ID = ['linkgate-email-display-name', 'linkgate-email-help-text'];

const own = (language: string) =>
  new Map(textsIn(path.join(OWN, 'messages', `messages_${language}.properties`)));
let packed: Record<string, string>;

beforeAll(async () => {
  packed = await themeResources(path.join(ROOT, 'theme'), STEP_SOURCES);
});

/** The keys that the JAR has in a language. */
function packedKeys(language: string): string[] {
  const text =
    packed[path.join('resources', 'theme-resources', 'messages', `messages_${language}.properties`)];
  return (text ?? '').split('\n').flatMap((line) => /^([^#=\s]+)=/.exec(line)?.[1] ?? []);
}

test('there is a file for each language', () => {
  expect(readdirSync(path.join(OWN, 'messages')).sort()).toEqual(
    TAGS.map((tag) => `messages_${tag}.properties`).sort(),
  );
});

describe.each(TAGS)('in %s', (language) => {
  test('each own text is there, with the same placeholders', () => {
    const placeholders = (texts: Map<string, string>) =>
      Object.fromEntries([...texts].map(([key, text]) => [key, text.match(/\{\d/g) ?? []]));
    expect(placeholders(own(language))).toEqual(placeholders(own(DEFAULT_LANGUAGE)));
  });

  test('own texts double their apostrophes, and repeat no text of the theme', () => {
    const others = TYPES.flatMap((type) => textsOf(type, language).map(([key]) => key));
    for (const [key, text] of own(language)) {
      expect(text.trim(), key).not.toBe('');
      expect(text.replaceAll("''", ''), key).not.toContain("'");
      expect(others).not.toContain(key);
    }
  });

  test('the JAR has every text that the templates and scripts name, once', () => {
    const named = [
      ...filesBelow(path.join(OWN, 'templates'), '.ftl'),
      ...filesBelow(path.join(ROOT, 'provider-scripts', 'src', 'step'), '.ts'),
    ].flatMap(ownKeysIn);
    const keys = packedKeys(language);
    const isThere = (name: string) =>
      keys.some((key) => (name.endsWith('.') ? key.startsWith(name) : key === name));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
    expect(keys).toEqual([...new Set(keys)]);
  });
});

test('no own text is unused', () => {
  const sources = filesBelow(path.join(OWN, 'templates'), '.ftl').join('\n');
  const isUsed = (key: string) => BY_ID.includes(key) || sources.includes(`"${key}"`);
  expect([...own(DEFAULT_LANGUAGE).keys()].filter((key) => !isUsed(key))).toEqual([]);
});

test('the plain text of the email is the theme’s own', () => {
  const [theme] = filesBelow(
    path.join(ROOT, 'theme', 'theme', 'linkgate', 'email', 'text'),
    'magic-link.ftl',
  );
  expect(
    packed[path.join('resources', 'theme-resources', 'templates', 'text', 'linkgate-step-link.ftl')],
  ).toBe(theme);
});
