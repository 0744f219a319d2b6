/** Plural forms on the admin pages, in each language. */
import { afterAll, expect, test } from 'vitest';
import { formatPlural } from '../../admin-pages/src/texts/plural.ts';
import { setLanguage, t } from '../../admin-pages/src/texts/texts.ts';

afterAll(() => setLanguage('en'));

test.each([
  ['en', 0, 'Send 0 invitations'],
  ['en', 1, 'Send 1 invitation'],
  ['en', 1200, 'Send 1,200 invitations'],
  ['de', 1, '1 Einladung senden'],
  ['de', 1200, '1.200 Einladungen senden'],
  ['fr', 0, 'Envoyer 0 invitation'],
  ['fr', 2, 'Envoyer 2 invitations'],
  ['es', 1, 'Enviar 1 invitación'],
  ['es', 2, 'Enviar 2 invitaciones'],
  ['ja', 1, '1件の招待を送信'],
  ['ar', 1, 'إرسال دعوة واحدة'],
  ['ar', 2, 'إرسال دعوتين'],
])('%s says %i by %s', (tag, count, text) => {
  setLanguage(tag);
  expect(t('batches.start', { count })).toBe(text);
});

test.each([
  ['de', 1, '1 wartet auf Freigabe'],
  ['de', 2, '2 warten auf Freigabe'],
  ['es', 1, '1 pendiente de aprobación'],
])('%s has plural forms where English has none: %i', (tag, count, text) => {
  setLanguage(tag);
  expect(t('clients.pending', { count })).toBe(text);
});

test.each([
  [1, 'حرف واحد'],
  [2, 'حرفين'],
  [3, '3 أحرف'],
  [11, '11 حرفًا'],
  [100, '100 حرف'],
])('Arabic has a form for a limit of %i characters', (max, text) => {
  setLanguage('ar');
  expect(t('rejection.too-long', { max })).toBe(`أطول من ${text}.`);
});

test('a missing category falls back to "other", and text without a number stays unchanged', () => {
  const text = '{n, plural, one {# line} other {# lines}} of {n}';
  expect(formatPlural(text, 'en', { n: 3 })).toBe('3 lines of {n}');
  expect(formatPlural('{n, plural, other {# lines}}', 'en', { n: 1 })).toBe('1 lines');
  expect(formatPlural(text, 'en', {})).toBe(text);
});
