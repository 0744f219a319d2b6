/** The JSON bodies for a client's branding. */

import { describe, expect, test } from 'vitest';
import {
  readBrandingInput,
  readPreviewInput,
} from '../../../../../provider-scripts/src/endpoints/admin/branding/body.ts';
import { ALL_BRANDING_ATTRIBUTES } from '../../../../../provider-scripts/src/realm/settings/table.ts';

const fieldsOf = (read: object) =>
  'details' in read ? (read.details as { field: string }[]).map(({ field }) => field) : [];

describe('a branding', () => {
  test('is complete: omitted fields are removed', () => {
    const read = readBrandingInput({ primary_color: '#123456', text: null });
    const empty = Object.fromEntries(ALL_BRANDING_ATTRIBUTES.map((name) => [name, '']));
    expect(read).toEqual({
      input: {
        attributes: { ...empty, 'primary-color': '#123456' },
        branding: { primaryColor: '#123456', onPrimaryColor: '#ffffff' },
      },
    });
  });

  test('has texts by language', () => {
    const read = readBrandingInput({ translations: { de: { text: 'Hallo', subject: null } } });
    expect(read).toMatchObject({
      input: { attributes: { 'text.de': 'Hallo' }, branding: { translations: { de: { text: 'Hallo' } } } },
    });
  });

  test.each([
    ['translations', { translations: [] }],
    ['translations', { translations: { xx: {} } }],
    ['translations.de', { translations: { de: 'Hallo' } }],
    ['translations.de.text', { translations: { de: { text: 7 } } }],
    ['translations.ar.subject', { translations: { ar: { subject: 'a\nb' } } }],
  ])('is rejected by %s', (field, body) => {
    expect(fieldsOf(readBrandingInput(body))).toEqual([field]);
  });

  test('names every field that isn’t sufficient', () => {
    const read = readBrandingInput({ logo: 'x', primary_color: 7, sender_name: 'a\nb' });
    expect(fieldsOf(read).slice().sort()).toEqual(['logo', 'primary_color', 'sender_name']);
    const problems = 'details' in read ? read.details : [];
    expect(problems.map(({ id, values }) => [id, values])).toEqual([
      ['wrong-type', {}],
      ['https-url', { max: 2000 }],
      ['one-line', { max: 100 }],
    ]);
  });
});

describe('a preview request', () => {
  test('may omit branding and language', () => {
    expect(readPreviewInput({})).toEqual({ input: { branding: null, locale: null } });
    expect(readPreviewInput({ branding: {}, locale: 'pt-BR' })).toEqual({
      input: { branding: {}, locale: 'pt-BR' },
    });
  });

  test.each([
    ['locale', { locale: '../x' }],
    ['branding', { branding: 'red' }],
    ['branding.subject', { branding: { subject: '\n' } }],
  ])('is rejected by %s', (field, body) => {
    expect(fieldsOf(readPreviewInput(body))).toEqual([field]);
  });
});
