/** Lists of users in files, as the command reads them. */
import { expect, test } from 'vitest';
import { usersIn } from '../../../scripts/links/lists.ts';

test('names the columns by its heading; others are values of the template', () => {
  const text = '\ufeffE-Mail;user_id;ui_locales;number\r\nada@example.com;;de;"4;711"\r\n\r\n;17;;\r\n';
  expect(usersIn('users.csv', text)).toEqual({
    users: [{ email: 'ada@example.com', ui_locales: 'de', values: { number: '4;711' } }, { user_id: '17' }],
    lines: [2, 4],
  });
});

test.each([
  ['name,number\nAda,1', 'users.csv: its first line names no column email, username, user_id'],
  ['', 'users.csv: its first line names no column email, username, user_id'],
  ['email\n"ada', 'users.csv: line 2: a quote is never closed'],
])('rejects %j', (text, message) => {
  expect(() => usersIn('users.csv', text)).toThrow(message);
});
