/** The headers that emails get: what may be set, and what may not. */
import { expect, test } from 'vitest';
import { findingsOf, readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';

const { emailHeaders } = REALM;
const ids = (text: string) => findingsOf(emailHeaders, text).map(({ id }) => id);

test.each([
  ['X-Product: shop', { 'X-Product': 'shop' }],
  ['X-Product:shop', { 'X-Product': 'shop' }],
  ['X-Product: shop | Feedback-ID: a:b:c', { 'X-Product': 'shop', 'Feedback-ID': 'a:b:c' }],
  ['', {}],
])('are read from %s', (text, headers) => {
  expect(ids(text)).toEqual([]);
  expect(readSetting(emailHeaders, text)).toEqual(headers);
});

test.each([
  ['no colon'],
  [': value'],
  ['X-A:'],
  ['X-A: b\r\nBcc: eve@evil.example'],
  ['X-A: b\nc'],
  ['X-A: ü'],
  ['X A: b'],
  ['X-A: a | '],
  [`X-A: ${'a'.repeat(201)}`],
  [`X-${'a'.repeat(50)}: a`],
])('are malformed: %s', (text) => {
  expect(ids(text)).toContain('header-malformed');
  expect(readSetting(emailHeaders, text)).toEqual({});
});

test.each([
  ['From'],
  ['to'],
  ['CC'],
  ['Bcc'],
  ['Subject'],
  ['Reply-To'],
  ['Sender'],
  ['Return-Path'],
  ['Date'],
  ['Message-ID'],
  ['MIME-Version'],
  ['Content-Type'],
  ['Content-Transfer-Encoding'],
  ['Received'],
  ['DKIM-Signature'],
  ['ARC-Seal'],
  ['Resent-To'],
  ['List-Unsubscribe'],
  ['Auto-Submitted'],
  ['X-SMTPAPI'],
  ['X-PM-Bcc'],
  ['X-MC-BccAddress'],
  ['X-MSYS-API'],
  ['X-MJ-TemplateID'],
  ['X-Mailjet-TrackClick'],
  ['X-Mailin-Tag'],
  ['X-Sib-Sandbox'],
  ['Disposition-Notification-To'],
  ['Return-Receipt-To'],
  ['Errors-To'],
])('can’t be %s', (name) => {
  expect(ids(`${name}: a`)).toEqual(['header-forbidden']);
  expect(readSetting(emailHeaders, `X-A: a | ${name}: a`)).toEqual({});
});

test('are there once, and up to ten', () => {
  expect(ids('X-A: a | x-a: b')).toEqual(['header-forbidden']);
  const some = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}a: a`).join(' | ');
  expect(ids(some(10))).toEqual([]);
  expect(ids(some(11))).toEqual(['headers-number']);
});
