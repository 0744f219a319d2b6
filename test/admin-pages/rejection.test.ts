/** Texts of the server's rejections on the admin pages. */
import { afterEach, describe, expect, test } from 'vitest';
import { rejectionText } from '../../admin-pages/src/texts/rejection.ts';
import { setLanguage } from '../../admin-pages/src/texts/texts.ts';
import { readLimitsChange } from '../../provider-scripts/src/endpoints/admin/limits/body.ts';

/** An administrator's input, and the server's rejection of it. */
function rejectedPolicy() {
  const read = readLimitsChange({ limits: { 'link-email': { count: 5000, seconds: 60 } } });
  const [wrong] = 'details' in read ? read.details : [];
  if (wrong === undefined) throw new Error('nothing was rejected');
  return wrong;
}

describe('a rejection', () => {
  afterEach(() => setLanguage('en'));

  test.each([
    ['en', 'Use 1 to 1,000 requests, in 1 to 86,400 seconds.'],
    ['de', 'Verwenden Sie 1 bis 1.000 Anfragen in 1 bis 86.400 Sekunden.'],
    ['es', 'Use de 1 a 1000 solicitudes, en 1 a 86.400 segundos.'],
    ['ja', '1～1,000回、1～86,400秒の範囲で指定してください。'],
  ])('is shown in the page’s language, with numbers in its format: %s', (tag, text) => {
    setLanguage(tag);
    expect(rejectionText(rejectedPolicy())).toBe(text);
  });

  test('isolates the direction of user input', () => {
    setLanguage('ar');
    const text = rejectionText({ id: 'network', values: { given: '"10.0.0"' }, message: '' });
    expect(text).toContain('\u2068"10.0.0"\u2069');
  });

  test.each([['newer-than-these-pages'], [null]])('has no text if its id is %s', (id) => {
    expect(rejectionText({ id, values: {}, message: 'in English' })).toBeNull();
  });
});
