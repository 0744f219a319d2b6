/** The texts of the administrators' pages: whole in every language, each of them used. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EN, type Texts } from '../../admin-pages/src/texts/en.ts';
import { TEXTS } from '../../admin-pages/src/texts/texts.ts';
import api from '../../docs/admin-api.json' with { type: 'json' };
import { FINDINGS } from '../../provider-scripts/src/errors/finding.ts';
import { REFUSALS } from '../../provider-scripts/src/errors/refusal.ts';
import { METERS } from '../../provider-scripts/src/metrics/meters.ts';
import { ROOT } from '../../scripts/build/root.ts';

const SOURCES = path.join(ROOT, 'admin-pages', 'src');

/** The names in braces, sorted. */
function places(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
}

describe.each(Object.entries(TEXTS))('%s', (_tag, texts) => {
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
  // `named('client-state', …)` and t(`failure.${…}`) take all that begin so; a title and its text go together.
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

/** What the server may name, by the prefix of its texts. */
const NAMED: readonly (readonly [prefix: string, names: readonly (string | null)[]])[] = [
  ['policy', METERS.limitHit.label.values],
  ['policy-explained', api.components.schemas.RatePolicy.properties.name.enum],
  ['policy', api.components.schemas.Standing.properties.policy.enum],
  ['refused', METERS.linkRefused.label.values],
  ['mail-failed', METERS.mailFailed.label.values],
  ['contrast', api.components.schemas.Contrast.properties.what.enum],
  ['client-state', api.components.schemas.Client.properties.state.enum],
  ['client-kind', api.components.schemas.Client.properties.kind.enum],
  ['link-state', api.components.schemas.PersonsLink.properties.state.enum],
  ['invitation-state', api.components.schemas.Invitation.properties.state.enum],
  ['batch-state', api.components.schemas.InvitationBatch.properties.state.enum],
  ['reason', api.components.schemas.Problem.properties.id.enum],
  ['reason-fix', api.components.schemas.Problem.properties.id.enum],
  ['reason', api.components.schemas.Reason.properties.id.enum],
  ['refusal', Object.keys(REFUSALS)],
  ['finding', Object.keys(FINDINGS)],
  ['batch-field', ['email', 'name', 'language', 'client_id']],
  ['brand-field', Object.keys(api.components.schemas.Brand.properties)],
];

test.each(NAMED)('what the server names has a text: %s', (prefix, names) => {
  const missing = names.filter((name) => name !== null && !Object.hasOwn(EN, `${prefix}.${name}`));
  expect(missing).toEqual([]);
});

test.each([
  ['refusal', REFUSALS, api.components.schemas.RefusalId.enum],
  ['finding', FINDINGS, api.components.schemas.Finding.properties.id.enum],
] as const)(
  'the server names what its document says, and each text has no other values than come with that: %s',
  (prefix, known, documented) => {
    expect(Object.keys(known).sort()).toEqual([...documented].sort());
    const wrong = Object.entries<readonly string[]>(known).filter(
      ([id, values]) => String(places(EN[`${prefix}.${id}` as keyof Texts])) !== String([...values].sort()),
    );
    expect(wrong.map(([id]) => id)).toEqual([]);
  },
);
