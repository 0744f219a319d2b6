/** The texts of pages and mails: the same in every language. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REFUSALS } from '../../provider-scripts/src/magic-link/refusal.ts';
import { ERRORS, type ErrorCode } from '../../provider-scripts/src/protocol/errors.ts';
import { PROBLEM_KINDS, problemKind } from '../../provider-scripts/src/protocol/problem-page.ts';
import { ROOT } from '../../scripts/build/root.ts';

const THEME = path.join(ROOT, 'theme', 'theme', 'linkgate');
const REALM = JSON.parse(readFileSync(path.join(ROOT, 'realm-config', 'realm.json'), 'utf8')) as {
  supportedLocales: string[];
  defaultLocale: string;
};
const TYPES = ['login', 'email'] as const;
const TRANSLATIONS = TYPES.flatMap((type) =>
  REALM.supportedLocales
    .filter((language) => language !== REALM.defaultLocale)
    .map((language) => [type, language] as const),
);

/** The texts by key; the files have one text a line. */
function messages(type: string, language: string): Map<string, string> {
  const file = path.join(THEME, type, 'messages', `messages_${language}.properties`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const pairs = lines.flatMap((line) => {
    const [, key, text] = /^([^#=\s]+)=(.*)$/.exec(line) ?? [];
    return key === undefined || text === undefined ? [] : [[key, text] as const];
  });
  expect(pairs.map(([key]) => key)).toEqual([...new Set(pairs.map(([key]) => key))]);
  return new Map(pairs);
}

/** The placeholders of a text, such as `0` for `{0}` and `{0,choice,…}`. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\d+)/g)].map(([, number]) => number ?? ''))].sort();
}

const files = (folder: string) =>
  readdirSync(path.join(THEME, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ftl'))
    .map((file) => readFileSync(path.join(THEME, folder, file), 'utf8'));

describe.each(TYPES)('the %s theme', (type) => {
  test('has the languages that realms are seeded with, and no others', () => {
    const found = readdirSync(path.join(THEME, type, 'messages'));
    expect(found.sort()).toEqual(REALM.supportedLocales.map((tag) => `messages_${tag}.properties`).sort());
  });

  test('has every text of ours that its templates ask for', () => {
    const keys = messages(type, REALM.defaultLocale);
    const asked = files(type).flatMap((text) =>
      [...text.matchAll(/(?:msg\(|key=)"(linkgate\w+)"/g)].map(([, key]) => key ?? ''),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((key) => !keys.has(key))).toEqual([]);
  });
});

describe.each(TRANSLATIONS)('the %s theme in %s', (type, language) => {
  const original = messages(type, REALM.defaultLocale);
  const translated = messages(type, language);

  test('has the same texts, none missing and none too many', () => {
    expect([...translated.keys()].sort()).toEqual([...original.keys()].sort());
  });

  test('has the same placeholders in each', () => {
    const of = (texts: Map<string, string>) =>
      Object.fromEntries([...texts].map(([key, text]) => [key, placeholders(text)]));
    expect(of(translated)).toEqual(of(original));
  });
});

test.each(TYPES.flatMap((type) => REALM.supportedLocales.map((language) => [type, language] as const)))(
  'the %s theme in %s has no empty text, and doubles its apostrophes as MessageFormat wants it',
  (type, language) => {
    for (const [key, text] of messages(type, language)) {
      expect(text.trim(), key).not.toBe('');
      expect(text.replaceAll("''", ''), key).not.toContain("'");
    }
  },
);

describe('texts that the scripts name', () => {
  const keys = messages('login', 'en');

  test.each(PROBLEM_KINDS)('there are a title and a text for a problem of the kind %s', (kind) => {
    expect([keys.has(`linkgateProblemTitle.${kind}`), keys.has(`linkgateProblemText.${kind}`)]).toEqual([
      true,
      true,
    ]);
  });

  test('every error has a kind of page', () => {
    const kinds = (Object.keys(ERRORS) as ErrorCode[]).map(problemKind);
    expect([...new Set(kinds)].sort()).toEqual([...PROBLEM_KINDS].sort());
  });

  test.each([...REFUSALS, 'referral'])('there are a title and a text for a link refused as %s', (reason) => {
    expect(keys.has(`linkgateRefusedTitle.${reason}`)).toBe(true);
    expect(keys.has(`linkgateRefusedText.${reason}`)).toBe(true);
  });
});
