/** The web page of a mailbox. */
import { expect, test } from 'vitest';
import { webmailOf } from '../../../../provider-scripts/src/accounts/address/webmail.ts';

test.each([
  ['ada@gmail.com', 'Gmail'],
  ['Ada@GoogleMail.com', 'Gmail'],
  ['ada@hotmail.fr', 'Outlook'],
  ['ada@web.de', 'WEB.DE'],
])('%s has a known one', (address, name) => {
  expect(webmailOf(address, '')?.name).toBe(name);
});

test.each(['ada@example.com', 'ada@gmail.com.example', 'gmail.com@example.com', 'constructor', ''])(
  '%s has none',
  (address) => {
    expect(webmailOf(address, 'sign-in@demo.test')).toBe(null);
  },
);

test.each([
  [
    'Ada+1@gmail.com',
    'https://mail.google.com/mail/?authuser=Ada%2B1%40gmail.com#search/from%3Asign-in%40demo.test+in%3Aanywhere',
  ],
  ['ada@yahoo.fr', 'https://mail.yahoo.com/d/search/keyword=from%253Asign-in%2540demo.test'],
  ['ada@pm.me', 'https://mail.proton.me/u/0/all-mail#from=sign-in%40demo.test'],
  ['ada@web.de', 'https://web.de/'],
])('the page of %s shows the sender’s emails where it can', (address, url) => {
  expect(webmailOf(address, 'sign-in@demo.test')?.url).toBe(url);
});

test('without a sender the page is the mailbox', () => {
  expect(webmailOf('ada@gmail.com', '')?.url).toBe('https://mail.google.com/');
});
