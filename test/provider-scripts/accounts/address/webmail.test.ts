/** The web page of a mailbox. */
import { expect, test } from 'vitest';
import { webmailOf } from '../../../../provider-scripts/src/accounts/address/webmail.ts';

test.each([
  ['ada@gmail.com', 'Gmail'],
  ['Ada@GoogleMail.com', 'Gmail'],
  ['ada@hotmail.fr', 'Outlook'],
  ['ada@web.de', 'WEB.DE'],
])('%s has a known one', (address, name) => {
  expect(webmailOf(address)?.name).toBe(name);
});

test.each(['ada@example.com', 'ada@gmail.com.example', 'gmail.com@example.com', 'constructor', ''])(
  '%s has none',
  (address) => {
    expect(webmailOf(address)).toBe(null);
  },
);
