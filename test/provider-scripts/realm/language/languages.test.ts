/** The list of languages: a row's direction applies wherever the language is shown. */
import { describe, expect, test } from 'vitest';
import { withoutScripts } from '../../../../admin-pages/src/texts/without-scripts.ts';
import {
  directionOf,
  LANGUAGES,
  type LanguageRow,
} from '../../../../provider-scripts/src/realm/language/languages.ts';

const HEBREW: LanguageRow = { tag: 'he', name: 'עברית', direction: 'rtl' };
const WITH_HEBREW: readonly LanguageRow[] = [...LANGUAGES, HEBREW];
const BY_NAME = WITH_HEBREW.map((row) => [row.name, row] as const);

/** As Keycloak decides it for sign-in pages: by the first letter of the language's name. */
const keycloaks = ({ name }: LanguageRow) =>
  /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(name) ? 'rtl' : 'ltr';

describe('a language', () => {
  test.each(BY_NAME)('has the direction that Keycloak’s pages give it: %s', (_, row) => {
    expect(row.direction).toBe(keycloaks(row));
  });

  test.each(BY_NAME)('has the direction of its row, also with a region: %s', (_, { tag, direction }) => {
    expect([tag, `${tag}-XX`].map((one) => directionOf(one, WITH_HEBREW))).toEqual([direction, direction]);
  });

  test('has a row of its own', () => {
    const tags = LANGUAGES.map(({ tag }) => tag) as string[];
    expect(tags.filter((tag, index) => tags.indexOf(tag) !== index)).toEqual([]);
  });
});

test('a language that a realm’s own theme adds has its direction, too', () => {
  expect(['he', 'fa-IR', 'ur', 'it', 'arn'].map((tag) => directionOf(tag))).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ]);
});

test('the placeholder text of the admin pages has the direction of its language', () => {
  const texts = Object.fromEntries(WITH_HEBREW.map(({ tag }) => [tag, { 'no-scripts': `a < b & ${tag}` }]));
  const html = withoutScripts(WITH_HEBREW, texts);
  expect(html).toContain('<p lang="en" dir="ltr">a &lt; b &amp; en</p>');
  for (const tag of ['ar', 'he'])
    expect(html).toContain(`<p lang="${tag}" dir="rtl">a &lt; b &amp; ${tag}</p>`);
});
