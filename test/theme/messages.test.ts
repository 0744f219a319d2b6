/** The texts of pages and emails: the same in every language. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  kindOfCode,
  PROBLEM_KINDS,
  problemKind,
} from '../../provider-scripts/src/http/pages/problem-page.ts';
import { ERROR_CODES, type ErrorCode } from '../../provider-scripts/src/platform/errors/catalogue/codes.ts';
import { LINK_REJECTIONS } from '../../provider-scripts/src/platform/errors/catalogue/link-rejections.ts';
import { problem } from '../../provider-scripts/src/platform/errors/problem.ts';
import { ROOT } from '../../scripts/build/root.ts';
import {
  DEFAULT_LANGUAGE,
  filesBelow,
  OF_CODE,
  ownKeysIn,
  TAGS,
  THEME,
  TYPES,
  textsIn,
  textsOf,
} from '../support/messages.ts';
import { movedWords } from '../support/right-to-left.ts';

const TRANSLATIONS = TYPES.flatMap((type) =>
  TAGS.filter((language) => language !== DEFAULT_LANGUAGE).map((language) => [type, language] as const),
);

/** What the keys of texts about minutes, hours and days end with. */
const AGES = ['', '.hours', '.days'];

/** The texts by key; each key is unique. */
function messages(type: string, language: string): Map<string, string> {
  const texts = textsOf(type, language);
  const keys = texts.map(([key]) => key);
  expect(keys).toEqual([...new Set(keys)]);
  return new Map(texts);
}

/** The placeholders of a text, such as `0` for `{0}` and `{0,choice,…}`. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\d+)/g)].map(([, number]) => number ?? ''))].sort();
}

describe.each(TYPES)('the %s theme', (type) => {
  test('has the languages that realms are seeded with, and no others', () => {
    const found = readdirSync(path.join(THEME, type, 'messages'));
    expect(found.sort()).toEqual(TAGS.map((tag) => `messages_${tag}.properties`).sort());
  });
});

describe.each(TRANSLATIONS)('the %s theme in %s', (type, language) => {
  const original = messages(type, DEFAULT_LANGUAGE);
  const translated = messages(type, language);

  test('has the same keys, none missing and none extra', () => {
    expect([...translated.keys()].sort()).toEqual([...original.keys()].sort());
  });

  test('has the same placeholders in each', () => {
    const of = (texts: Map<string, string>) =>
      Object.fromEntries([...texts].map(([key, text]) => [key, placeholders(text)]));
    expect(of(translated)).toEqual(of(original));
  });
});

test.each(TYPES.flatMap((type) => TAGS.map((language) => [type, language] as const)))(
  'the %s theme in %s has no empty text, and doubles its apostrophes for MessageFormat',
  (type, language) => {
    for (const [key, text] of messages(type, language)) {
      expect(text.trim(), key).not.toBe('');
      expect(text.replaceAll("''", ''), key).not.toContain("'");
    }
  },
);

/** The end of a key of a text with a duration, except one of minutes. */
const UNIT = /\.(seconds|hours|days)$/;

/** All units of each text with a lifetime; a user waits for minutes at least. */
const WITH_DURATIONS = [
  ['email', 'linkgateMagicLinkExpiry', ['', '.seconds', '.hours', '.days']],
  ['email', 'linkgateMagicLinkExpiryCode', ['', '.seconds', '.hours', '.days']],
  ['login', 'linkgateCheckEmailLifetime', ['', '.seconds', '.hours', '.days']],
  ['login', 'linkgateProblemWait', ['', '.hours', '.days']],
  ['login', 'linkgateError.too_many_requests', ['', '.hours', '.days']],
] as const;

test.each(WITH_DURATIONS)('the %s theme has %s in each unit', (type, key, suffixes) => {
  const keys = [...messages(type, DEFAULT_LANGUAGE).keys()];
  expect(keys.filter((one) => one.replace(UNIT, '') === key)).toEqual(suffixes.map((one) => key + one));
});

describe('a text of Linkgate’s', () => {
  const templates = (type: string) => filesBelow(path.join(THEME, type), '.ftl').flatMap(ownKeysIn);
  const shared = filesBelow(path.join(ROOT, 'theme', 'theme-resources'), '.ftl').flatMap(ownKeysIn);
  const scripts = filesBelow(path.join(ROOT, 'provider-scripts', 'src'), '.ts').flatMap(ownKeysIn);
  const realms = filesBelow(path.join(ROOT, 'realm-config'), '.json').flatMap((text) =>
    [...text.matchAll(/"\$\{(linkgate\w+)\}"/g)].map(([, key]) => key ?? ''),
  );
  const keys = (type: string) => [...messages(type, DEFAULT_LANGUAGE).keys()];
  const covers = (named: string) => (key: string) =>
    named.endsWith('.') ? key.startsWith(named) : key.replace(UNIT, '') === named;

  test.each(TYPES)('exists for every key in the templates of the %s theme', (type) => {
    const named = templates(type);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !keys(type).some(covers(name)))).toEqual([]);
  });

  test('exists for every key in the scripts or the realms', () => {
    expect(scripts.length).toBeGreaterThan(0);
    expect(realms.length).toBeGreaterThan(0);
    const all = TYPES.flatMap(keys);
    expect([...scripts, ...realms].filter((name) => !all.some(covers(name)))).toEqual([]);
  });

  test.each(TYPES)('is used: the %s theme has no unused text', (type) => {
    const named = [...templates(type), ...shared, ...scripts, ...realms];
    const own = keys(type).filter((key) => key.startsWith('linkgate'));
    const base = (key: string) => key.replace(OF_CODE, '');
    expect(own.filter((key) => !named.some((name) => covers(name)(base(key)) || name === key))).toEqual([]);
  });
});

describe('texts that the scripts name', () => {
  const keys = messages('login', 'en');

  test.each(PROBLEM_KINDS)('a problem of the kind %s has a title and a text', (kind) => {
    expect([keys.has(`linkgateProblemTitle.${kind}`), keys.has(`linkgateProblemText.${kind}`)]).toEqual([
      true,
      true,
    ]);
  });

  test('every error has a page kind', () => {
    const ofCodes = (Object.keys(ERROR_CODES) as ErrorCode[]).map(kindOfCode);
    const kinds = [...ofCodes, problemKind(problem('sign_up_rejected'))];
    expect([...new Set(kinds)].sort()).toEqual([...PROBLEM_KINDS].sort());
  });

  test.each([...LINK_REJECTIONS, 'referral'])('a link rejected as %s has a title and a text', (reason) => {
    expect(keys.has(`linkgateRejectedTitle.${reason}`)).toBe(true);
    expect(keys.has(`linkgateRejectedText.${reason}`)).toBe(true);
  });
});

test('each time that pages and emails say has a text for every unit, and each time ago for all but seconds', () => {
  const sources = [THEME, path.join(ROOT, 'theme', 'theme-resources')].flatMap((folder) =>
    filesBelow(folder, '.ftl'),
  );
  const said = sources.flatMap((source) =>
    [...source.matchAll(/msg\(([^\n]*?) ?\+ (lifetime|age)\.suffix/g)].flatMap(([, keys = '', of]) =>
      ownKeysIn(keys).map((key) => ({ key, units: of === 'age' ? AGES : [...AGES, '.seconds'] })),
    ),
  );
  expect(new Set(said.map(({ key }) => key)).size).toBe(4);
  const texts = new Set(TYPES.flatMap((type) => textsOf(type, DEFAULT_LANGUAGE)).map(([key]) => key));
  const missing = said.flatMap(({ key, units }) =>
    units.map((unit) => key + unit).filter((one) => !texts.has(one)),
  );
  expect(missing).toEqual([]);
});

test.each([
  ...TYPES.map((type) => path.join(THEME, type, 'messages')),
  path.join(ROOT, 'theme', 'theme-resources', 'messages'),
])('no sign of a Latin word moves in Arabic: %s', (folder) => {
  const texts = textsIn(path.join(folder, 'messages_ar.properties'));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.flatMap(([, text]) => movedWords(text))).toEqual([]);
});
