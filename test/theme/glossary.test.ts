/** The translations keep to one word for one thing, also on the admin pages: those of `theme/glossary.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTING_TEXTS } from '../../admin-pages/src/texts/settings.ts';
import { TEXTS } from '../../admin-pages/src/texts/texts.ts';
import type { LanguageTag } from '../../provider-scripts/src/realm/language/languages.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { DEFAULT_LANGUAGE, TAGS, TYPES, textsIn, textsOf } from '../support/messages.ts';

/** A language's words for English terms, and words that a text must not have. */
interface Glossary {
  terms: Record<string, string[]>;
  avoid: string[];
}

const GLOSSARY = JSON.parse(readFileSync(path.join(ROOT, 'theme', 'glossary.json'), 'utf8')) as Record<
  string,
  Glossary
>;
const TRANSLATIONS = TAGS.filter((tag) => tag !== DEFAULT_LANGUAGE);

/** All texts of pages, emails, the step, the admin pages and the settings, by key. */
function texts(language: string): Map<string, string> {
  const step = path.join(ROOT, 'theme', 'theme-resources', 'messages', `messages_${language}.properties`);
  const admin = Object.entries(TEXTS[language as LanguageTag]).map(
    ([key, text]) => [`admin:${key}`, text] as const,
  );
  const settings = Object.entries(SETTING_TEXTS[language as LanguageTag]).flatMap(
    ([key, { label, text }]) => [[`setting:${key}`, label] as const, [`setting:${key}.text`, text] as const],
  );
  const pages = TYPES.flatMap((type) => textsOf(type, language));
  return new Map([...pages, ...textsIn(step), ...admin, ...settings]);
}

/** A text as users read it: without the syntax of plurals, placeholders, and what quotation marks contain: Keycloak's own labels. */
function readable(text: string): string {
  return text
    .replace(/\{\w+,(?:choice| plural),/g, '')
    .replace(/\{\w+\}/g, '')
    .replace(/(?<=[„«「].)[^“»」]*(?=.[“»」])/g, '');
}

/** An English text without quoted names, paths and what is filled in. */
function withoutNames(text: string): string {
  return text.replace(/“[^”]*”|\{[\w-]+\}|\/[\w-]+|linkgate\.[\w.-]+/g, '');
}

const english = texts(DEFAULT_LANGUAGE);

test('there is a glossary for each translation, with the same terms', () => {
  expect(Object.keys(GLOSSARY).sort()).toEqual([...TRANSLATIONS].sort());
  const terms = TRANSLATIONS.map((language) => Object.keys(GLOSSARY[language]?.terms ?? {}).sort());
  expect(new Set(terms.map(String)).size).toBe(1);
});

describe.each(TRANSLATIONS)('in %s', (language) => {
  const { terms, avoid } = GLOSSARY[language] ?? { terms: {}, avoid: [] };
  const translated = texts(language);

  test.each(Object.entries(terms))('“%s” has its word', (term, words) => {
    const named = [...english].filter(([, text]) =>
      new RegExp(`\\b${term}s?\\b`, 'i').test(withoutNames(text)),
    );
    expect(named.length).toBeGreaterThan(0);
    const others = named.filter(([key]) => {
      // A soft hyphen says where a long word may break.
      const text = (translated.get(key) ?? '').replaceAll('\u00ad', '').toLowerCase();
      return !words.some((word) => text.includes(word.toLowerCase()));
    });
    expect(others.map(([key]) => [key, translated.get(key)])).toEqual([]);
  });

  test('no text has a word that another one replaced', () => {
    const found = [...translated].flatMap(([key, text]) =>
      avoid.filter((word) => readable(text).includes(word)).map((word) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});
