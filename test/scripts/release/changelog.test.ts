/** The changelog's sections, and the names in its entries. */
import { describe, expect, test } from 'vitest';
import { isNamed, parseSections, readChangelog, withoutLinks } from '../../../scripts/release/changelog.ts';

describe('a changelog', () => {
  test('has sections by version, some with a date', () => {
    const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (2026-11-22)\n\n- Old.\n- Older.\n';
    expect(parseSections(text)).toEqual([
      { name: 'Unreleased', text: '- New.' },
      { name: '0.2.0', date: '2026-11-22', text: '- Old.\n- Older.' },
    ]);
  });

  test('of this project has sections with entries, each once', async () => {
    const sections = await readChangelog();
    const names = sections.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, text } of sections) {
      expect(name).toMatch(/^(Unreleased|\d+\.\d+\.\d+)$/);
      expect(text).toMatch(/^- /m);
    }
  });
});

test('for readers without the sources, links become the names of documents', () => {
  const text =
    'It [passes](docs/suite.md#plans); see [limits.md](docs/limits.md), [Keycloak](https://example.org).';
  expect(withoutLinks(text)).toBe(
    'It passes (docs/suite.md); see docs/limits.md, [Keycloak](https://example.org).',
  );
});

describe('an entry names', () => {
  test.each([
    ['linkgate.enabled', 'The attribute `linkgate.enabled` is new.', true],
    ['linkgate.enabled', 'The attribute linkgate.enabled is new.', false],
    ['linkgate.enabled', 'The attribute `linkgate.enabled-too` is new.', false],
    ['linkgateMagicLinkWays', 'Texts `linkgateMagicLink…` are new.', true],
    ['linkgateLinks', 'Texts `linkgateMagicLink…` are new.', false],
    ['linkgateMagicLinkWays', 'Texts `link…` are new.', false],
    ['GET /admin/x', 'The call `GET\n  /admin/x`.', true],
  ])('%s in "%s": %s', (item, entries, named) => {
    expect(isNamed(item, entries)).toBe(named);
  });
});
