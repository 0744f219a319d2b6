/** The catalogue of errors. */
import { describe, expect, test } from 'vitest';
import { ADMIN_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/admin.ts';
import { ADMIN_REJECTIONS } from '../../../../provider-scripts/src/platform/errors/catalogue/admin-rejections.ts';
import { ERROR_CODES } from '../../../../provider-scripts/src/platform/errors/catalogue/codes.ts';
import type { CatalogueEntry } from '../../../../provider-scripts/src/platform/errors/catalogue/entry.ts';
import { CATALOGUE } from '../../../../provider-scripts/src/platform/errors/catalogue/index.ts';
import { LINK_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/links.ts';
import { OAUTH_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/oauth.ts';
import { REQUEST_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/requests.ts';

const ENTRIES: [string, CatalogueEntry][] = Object.entries(CATALOGUE);
const TABLES = [ERROR_CODES, REQUEST_ERRORS, OAUTH_ERRORS, LINK_ERRORS, ADMIN_ERRORS];

/** Reserved names of arguments beside the values: a text's placeholder with such a name could not be filled in. */
const RESERVED = ['code', 'identifier', 'parameter'];

describe('the catalogue', () => {
  test('has each name once', () => {
    const names = TABLES.flatMap((table) => Object.keys(table));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has each text once', () => {
    const texts = [...Object.values(ERROR_CODES), ...Object.values<CatalogueEntry>(CATALOGUE)].flatMap(
      ({ text }) => text?.toLowerCase() ?? [],
    );
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test.each(ENTRIES)('has a text for %s, one line of printable ASCII', (_, { text }) => {
    if (text !== undefined) expect(text).toMatch(/^[!-~][ -~]+[!-~]$/);
  });

  test.each(ENTRIES)('has no reserved value names for %s', (_, { text = '', id }) => {
    const names = (text.match(/\{\w+\}/g) ?? []).map((place) => place.slice(1, -1));
    const reported = id === undefined ? [] : ADMIN_REJECTIONS[id];
    expect([...names, ...reported].filter((name) => RESERVED.includes(name))).toEqual([]);
  });

  test('uses every id of the admin API', () => {
    const used = [
      'request',
      ...Object.values(ERROR_CODES).map((row) => ('id' in row ? row.id : undefined)),
      ...ENTRIES.map(([, { id }]) => id),
    ];
    expect(Object.keys(ADMIN_REJECTIONS).filter((id) => !used.some((one) => one === id))).toEqual([]);
  });
});
