/** The admin pages' texts: complete in every language, and all in use. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EN, type Texts } from '../../admin-pages/src/texts/en.ts';
import { pluralsIn, withoutPlurals } from '../../admin-pages/src/texts/plural.ts';
import { TEXTS } from '../../admin-pages/src/texts/texts.ts';
import api from '../../docs/admin-api.json' with { type: 'json' };
import { METERS } from '../../provider-scripts/src/observability/metrics/meters.ts';
import { ADMIN_REJECTIONS } from '../../provider-scripts/src/platform/errors/catalogue/admin-rejections.ts';
import { EMAIL_CHECK_TEXTS } from '../../provider-scripts/src/platform/errors/catalogue/email-check.ts';
import { FINDINGS } from '../../provider-scripts/src/platform/errors/catalogue/findings.ts';
import { AR } from '../../provider-scripts/src/realm/settings/texts/ar.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { movedWords } from '../support/right-to-left.ts';

const SOURCES = path.join(ROOT, 'admin-pages', 'src');

/** The names in braces, sorted. */
function places(text: string): string[] {
  return [...withoutPlurals(text).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
}

/** The categories that a language has for numbers that occur; French and Spanish have another one for millions. */
function categoriesOf(tag: string): string[] {
  const rules = new Intl.PluralRules(tag);
  return [...new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))].sort();
}

describe.each(Object.entries(TEXTS))('%s', (tag, texts) => {
  test('has every plural form, at least where English has several', () => {
    const wanted = categoriesOf(tag);
    const wrong = Object.entries(EN).filter(([key, text]) => {
      const found = pluralsIn(texts[key as keyof Texts]);
      const names = found.map(({ name }) => name);
      const needed = wanted.length > 1 ? pluralsIn(text).map(({ name }) => name) : [];
      const lacks = found.some(({ categories }) => String(categories.toSorted()) !== String(wanted));
      return lacks || needed.some((name) => !names.includes(name));
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test('has every text', () => {
    const missing = Object.keys(EN).filter((key) => !texts[key as keyof Texts]?.trim());
    expect(missing).toEqual([]);
    expect(Object.keys(texts)).toHaveLength(Object.keys(EN).length);
  });

  test('has the same values in its texts', () => {
    const wrong = Object.entries(EN).filter(
      ([key, text]) => String(places(text)) !== String(places(texts[key as keyof Texts])),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test('no text is left in English', () => {
    const same = Object.entries(EN).filter(
      ([key, text]) =>
        /[a-z]+ [a-z]+/i.test(text.replace(/\{\w+\}/g, '')) && text === texts[key as keyof Texts],
    );
    expect(same.map(([key]) => key)).toEqual(texts === EN ? expect.anything() : []);
  });
});

test('every text is used', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^texts\/\w\w\.ts$/.test(file))
    .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'))
    .join('\n');
  // `named('client-state', …)` and t(`failure.${…}`) use all keys with that prefix; a title and its text belong together.
  const prefixes = [...sources.matchAll(/(?:(?:named|textOf)\('([\w-]+)'|t\(`([\w.-]+)\.\$)/g)].map(
    ([, name = '', template = '']) => `${name || template}.`,
  );
  const unused = Object.keys(EN).filter(
    (key) =>
      !sources.includes(`'${key}'`) &&
      !prefixes.some((prefix) => key.startsWith(prefix)) &&
      !(key.startsWith('plain.') && key.endsWith('.text')),
  );
  expect(unused).toEqual([]);
});

/** Names that the server sends, by the prefix of their texts. */
const NAMED: readonly (readonly [prefix: string, names: readonly (string | null)[]])[] = [
  ['limit', METERS.limitHit.label.values],
  ['limit-explained', api.components.schemas.Limit.properties.name.enum],
  ['limit', api.components.schemas.LimitStatus.properties.limit.enum],
  ['rejected', METERS.linkRejected.label.values],
  ['contrast', api.components.schemas.Contrast.properties.what.enum],
  ['client-state', api.components.schemas.Client.properties.state.enum],
  ['client-kind', api.components.schemas.Client.properties.kind.enum],
  ['link-state', api.components.schemas.UserLink.properties.state.enum],
  ['link-state', api.components.schemas.OpenLink.properties.state.enum],
  ['link-delivery', api.components.schemas.OpenLink.properties.delivery.enum],
  ['link-failure', api.components.schemas.OpenLink.properties.failure.enum],
  ['invitation-state', api.components.schemas.Invitation.properties.state.enum],
  ['batch-state', api.components.schemas.InvitationBatch.properties.state.enum],
  ['batch-state', api.components.schemas.LinkBatch.properties.state.enum],
  ['route-state', api.components.schemas.EmailRoute.properties.state.enum],
  ['email-check', api.components.schemas.EmailCheckId.enum],
  ['check', api.components.schemas.EmailCheckResult.properties.check.enum],
  ['check-state', api.components.schemas.EmailCheckResult.properties.state.enum],
  ['reason', api.components.schemas.Problem.properties.id.enum],
  ['reason-fix', api.components.schemas.Problem.properties.id.enum],
  ['reason', api.components.schemas.Reason.properties.id.enum],
  ['rejection', Object.keys(ADMIN_REJECTIONS)],
  ['finding', Object.keys(FINDINGS)],
  ['batch-field', ['email', 'name', 'first_name', 'last_name', 'language', 'client_id']],
  ['branding-field', Object.keys(api.components.schemas.Branding.properties)],
];

test.each(NAMED)('every name that the server sends has a text: %s', (prefix, names) => {
  const missing = names.filter((name) => name !== null && !Object.hasOwn(EN, `${prefix}.${name}`));
  expect(missing).toEqual([]);
});

/** The names of each finding's values, which are all in its text. */
const FINDING_VALUES = Object.fromEntries(
  Object.entries(FINDINGS).map(([id, text]) => [id, places(text)] as const),
);

const EMAIL_CHECK_VALUES = Object.fromEntries(
  Object.entries(EMAIL_CHECK_TEXTS).map(([id, text]) => [id, places(text)] as const),
);

test.each([
  ['rejection', ADMIN_REJECTIONS, api.components.schemas.RejectionId.enum],
  ['finding', FINDING_VALUES, api.components.schemas.Finding.properties.id.enum],
  ['email-check', EMAIL_CHECK_VALUES, api.components.schemas.EmailCheckId.enum],
] as const)(
  'the server sends the documented names, and each text uses only the values sent with them: %s',
  (prefix, known, documented) => {
    expect(Object.keys(known).sort()).toEqual([...documented].sort());
    const wrong = Object.entries<readonly string[]>(known).filter(
      ([id, values]) => String(places(EN[`${prefix}.${id}` as keyof Texts])) !== String([...values].sort()),
    );
    expect(wrong.map(([id]) => id)).toEqual([]);
  },
);

test.each([
  ['https:// أو http://.', ['https://', 'http://']],
  ['https://\u200e أو http://\u200e.', []],
  ['مثل #1a2b3c أو --apply، ثم a.da@…', ['#1a2b3c', '--apply', 'a.da@…']],
  ['`--apply` {given, plural, other {# حرف}} example.com:', []],
])('in Arabic signs move unless they are marked: %s', (text, moved) => {
  expect(movedWords(text)).toEqual(moved);
});

test('no sign of a Latin word moves in Arabic', () => {
  const texts = [
    ...Object.values(TEXTS.ar),
    ...Object.values(AR).flatMap((one) => Object.values(one).map(String)),
  ];
  expect(texts.flatMap(movedWords)).toEqual([]);
});
