/** What Java reads from a written `.properties` file. */
import { expect, test } from 'vitest';
import { javaProperties } from '../../../scripts/build/java-properties.ts';

test('escapes what Java would read otherwise', () => {
  const text = javaProperties({ plain: '{"error": "x"}', odd: ' a\\b\nü', empty: '' });
  expect(text).toBe('plain={"error": "x"}\nodd=\\ a\\\\b\\n\\u00fc\nempty=\n');
});
