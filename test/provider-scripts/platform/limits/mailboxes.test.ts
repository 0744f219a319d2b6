/** Which addresses count as one mailbox. */
import { expect, test } from 'vitest';
import { mailboxOf } from '../../../../provider-scripts/src/platform/limits/mailboxes.ts';

const OFF = { subAddresses: false, dotlessDomains: [] };
const ON = { subAddresses: true, dotlessDomains: ['dotless.example'] };

test.each([
  ['ada+1@example.com', 'ada@example.com'],
  ['ada+1+2@example.com', 'ada@example.com'],
  ['ada+@example.com', 'ada@example.com'],
  ['ada@example.com', 'ada@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['a.da+x@dotless.example', 'ada@dotless.example'],
  ['a.da@sub.dotless.example', 'a.da@sub.dotless.example'],
  ['..@dotless.example', '..@dotless.example'],
  ['ada', 'ada'],
  ['@example.com', '@example.com'],
  ['2001:db8::/64', '2001:db8::/64'],
  ['', ''],
])('%s counts as %s', (address, mailbox) => {
  expect(mailboxOf(address, ON)).toBe(mailbox);
  expect(mailboxOf(mailbox, ON)).toBe(mailbox);
});

test('without rules each address counts by itself', () => {
  for (const address of ['ada+1@example.com', 'a.da@dotless.example'])
    expect(mailboxOf(address, OFF)).toBe(address);
});

test('dots and what follows the plus sign are rules of their own', () => {
  expect(mailboxOf('a.da+1@dotless.example', { ...ON, subAddresses: false })).toBe('ada+1@dotless.example');
  expect(mailboxOf('a.da+1@dotless.example', { ...ON, dotlessDomains: [] })).toBe('a.da@dotless.example');
});
