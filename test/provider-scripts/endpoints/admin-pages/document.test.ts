/** The documents of the admin pages contain URLs and names, and no code. */
import { expect, test } from 'vitest';
import { documentText } from '../../../../provider-scripts/src/endpoints/admin-pages/document.ts';

test('the script’s configuration is escaped', () => {
  const text = documentText({ script: '/app.js', config: { realm: `"><script>alert(1)</script>&'` } });
  expect(text).toContain(`data-realm="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;'"`);
});

test('a script is referenced by its address, without inline content', () => {
  const text = documentText({ script: '/app.js', style: '/app.css', icon: '/icon.svg' });
  expect(text).toContain('<script defer src="/app.js"></script>');
  expect(text).toContain('<link rel="stylesheet" href="/app.css">');
  expect(text.split('<script').length).toBe(2);
});

test('one without a script has none, and no text about scripts', () => {
  const text = documentText({});
  expect(text).not.toContain('script');
});
