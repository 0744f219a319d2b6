/** What Keycloak adds to every theme: Linkgate's pages and emails, with texts that are complete in every language, each with one home. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { STEP_IDS } from '../../provider-scripts/src/realm/flow/step-ids.ts';
import { librariesOf } from '../../scripts/build/java-types.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { themeResources } from '../../scripts/build/theme-resources.ts';
import { obtainDistribution } from '../../scripts/server/distribution.ts';
import {
  DEFAULT_LANGUAGE,
  filesBelow,
  OF_CODE,
  ownKeysIn,
  TAGS,
  TYPES,
  textsIn,
  textsOf,
} from '../support/messages.ts';

const run = promisify(execFile);
const OWN = path.join(ROOT, 'theme', 'theme-resources');
/** Keycloak computes these from the authenticators' ids. */
const BY_ID = STEP_IDS.flatMap((id) => [`${id}-display-name`, `${id}-help-text`]);

const own = (language: string) =>
  new Map(textsIn(path.join(OWN, 'messages', `messages_${language}.properties`)));
let packed: Record<string, string>;

beforeAll(async () => {
  packed = await themeResources(path.join(ROOT, 'theme'));
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
      Object.fromEntries(
        [...texts].map(([key, text]) => [key, [...new Set(text.match(/\{\d/g) ?? [])].sort()]),
      );
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
      ...Object.entries(packed).flatMap(([file, text]) => (file.endsWith('.ftl') ? [text] : [])),
      ...filesBelow(path.join(ROOT, 'provider-scripts', 'src'), '.ts'),
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
  const isUsed = (key: string) => BY_ID.includes(key) || sources.includes(`"${key.replace(OF_CODE, '')}"`);
  expect([...own(DEFAULT_LANGUAGE).keys()].filter((key) => !isUsed(key))).toEqual([]);
});

test('a text on a page and in an email is the same in both', () => {
  for (const language of TAGS) {
    const [login, email] = TYPES.map((type) => new Map(textsOf(type, language)));
    const shared = [...(login?.keys() ?? [])].filter((key) => email?.has(key));
    expect(shared.map((key) => login?.get(key))).toEqual(shared.map((key) => email?.get(key)));
  }
});

test('each script of the pages finds what it imports: Keycloak’s scripts are in the folder above', () => {
  const folder = path.join('resources', 'theme-resources', 'resources', 'js', 'linkgate');
  const theirs: string[] = [];
  for (const [file, text] of Object.entries(packed).filter(([name]) => name.startsWith(folder)))
    for (const [, target = ''] of text.matchAll(/^import .*'([^']+)';$/gm)) {
      const found = path.join(path.dirname(file), target);
      if (path.dirname(found) === folder) expect(packed).toHaveProperty([found]);
      else theirs.push(target);
    }
  expect([...new Set(theirs)].sort()).toEqual([
    '../passkeysConditionalAuth.js',
    '../webauthnAuthenticate.js',
    '../webauthnRegister.js',
  ]);
});

test('every page that the scripts show is there, and what it imports', () => {
  const templates = path.join('resources', 'theme-resources', 'templates');
  const isThere = (name: string) =>
    path.join(templates, name) in packed || existsSync(path.join(OWN, 'templates', name));
  const shown = filesBelow(path.join(ROOT, 'provider-scripts', 'src'), '.ts').flatMap((source) =>
    [...source.matchAll(/'(linkgate-[a-z-]+\.ftl)'/g)].map(([, name]) => name ?? ''),
  );
  const imported = Object.values(packed).flatMap((text) =>
    [...text.matchAll(/<#import "\/?(linkgate-[a-z-]+\.ftl)"/g)].map(([, name]) => name ?? ''),
  );
  expect(shown.length).toBeGreaterThan(0);
  expect([...shown, ...imported].filter((name) => !isThere(name))).toEqual([]);
});

test.each(['linkgate-step-email.ftl', 'linkgate-step-check-email.ftl', 'any-page.ftl'])(
  '%s shows no message that has no text, as Keycloak may give to one of two requests in a tab',
  async (page) => {
    const classPath = librariesOf(await obtainDistribution(console.log)).join(path.delimiter);
    const probe = path.join(ROOT, 'test', 'host', 'TemplateProbe.java');
    const folders = [path.join(OWN, 'templates'), path.join(ROOT, 'theme', 'theme', 'linkgate', 'login')];
    const { stdout } = await run('java', ['-cp', classPath, probe, page, ...folders]);
    expect(stdout.trim().split('\n')).toEqual(['none', 'none', 'shown']);
  },
);
