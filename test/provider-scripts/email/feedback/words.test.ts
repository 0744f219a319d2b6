/** What is kept of the words of services and mail servers. */
import { expect, test } from 'vitest';
import { reportedWords } from '../../../../provider-scripts/src/email/feedback/words.ts';

test.each([
  ['550 5.1.1 no such user', '550 5.1.1 no such user'],
  ['550 <ada@example.com>: unknown', '550 … unknown'],
  ['said: "ada@example.com"', 'said: …'],
  ['see https://mail.example/?a=ada%40example.com now', 'see … now'],
  ['bounces+1=ada=40example.com later', '… later'],
  ['two\r\n lines\tand\u202e more', 'two lines and\\u202e more'],
  ['', ''],
  ['x'.repeat(300), `${'x'.repeat(199)}…`],
])('%j is kept as %j', (text, kept) => {
  expect(reportedWords(text)).toBe(kept);
});

test('nothing is longer than its column, even if it is escaped', () => {
  expect(reportedWords('\u202e'.repeat(5000)).length).toBe(200);
});
