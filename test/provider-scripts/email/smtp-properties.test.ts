/** Jakarta Mail properties from a realm's SMTP settings. */
import { describe, expect, test } from 'vitest';
import {
  authenticatorOf,
  canSendTo,
  ehloName,
  smtpProperties,
} from '../../../provider-scripts/src/email/smtp-properties.ts';

const PLAIN = { host: 'mail.example.com', from: 'links@example.com' };

describe('the connection', () => {
  test('is plain, on port 25, with time-outs, and checks names should it become encrypted', () => {
    expect(smtpProperties(PLAIN, null)).toEqual({
      'mail.smtp.host': 'mail.example.com',
      'mail.smtp.port': '25',
      'mail.smtp.connectiontimeout': '10000',
      'mail.smtp.timeout': '10000',
      'mail.smtp.writetimeout': '10000',
      'mail.smtp.socketFactory.fallback': 'false',
      'mail.smtp.usesocketchannels': 'true',
      'mail.from': 'links@example.com',
      'mail.smtp.ssl.checkserveridentity': 'true',
    });
  });

  test.each([
    ['port', { port: '587' }, 'mail.smtp.port', '587'],
    ['TLS', { ssl: 'true' }, 'mail.smtp.ssl.enable', 'true'],
    ['STARTTLS', { starttls: 'true' }, 'mail.smtp.starttls.enable', 'true'],
    ['sign-in', { auth: 'true' }, 'mail.smtp.auth', 'true'],
    ['sign-in by a token', { auth: 'true', authType: 'token' }, 'mail.smtp.auth.mechanisms', 'XOAUTH2'],
    ['envelope sender', { envelopeFrom: 'bounces@example.com' }, 'mail.smtp.from', 'bounces@example.com'],
    ['UTF-8 addresses', { allowutf8: 'true' }, 'mail.mime.allowutf8', 'true'],
  ])('has the realm’s %s', (_, settings, name, value) => {
    expect(smtpProperties({ ...PLAIN, ...settings }, null)[name]).toBe(value);
  });

  test.each([
    ['connectionTimeout', 'mail.smtp.connectiontimeout'],
    ['timeout', 'mail.smtp.timeout'],
    ['writeTimeout', 'mail.smtp.writetimeout'],
  ])('uses the realm’s %s, up to the deadline of a whole email', (setting, name) => {
    const millis = (given: string) => smtpProperties({ ...PLAIN, [setting]: given }, null)[name];
    expect(
      ['2500', ' 2500 ', '10000', '30000', '0', '', '-1', '2.5', '99999999999', 'soon'].map(millis),
    ).toEqual(['2500', '2500', ...Array<string>(8).fill('10000')]);
  });

  test('presents itself by the name of its public address, if it has one', () => {
    expect(smtpProperties(PLAIN, 'id.example.com')['mail.smtp.localhost']).toBe('id.example.com');
    expect('mail.smtp.localhost' in smtpProperties(PLAIN, null)).toBe(false);
  });

  test.each([
    ['https://id.example.com', 'id.example.com'],
    ['https://id.example.com:8443/auth', 'id.example.com'],
    ['http://id.example.com/', 'id.example.com'],
    ['id.example.com', 'id.example.com'],
    ['https://192.0.2.1:8443', '[192.0.2.1]'],
    ['https://[2001:db8::1]/auth', '[IPv6:2001:db8::1]'],
    ['https://b\u00fccher.example', null],
    ['id.example.com\r\nEMAIL', null],
    ['', null],
    [null, null],
  ])('the name of %s is %s', (address, host) => {
    expect(ehloName(address)).toBe(host);
  });
});

describe('signing in at the mail server', () => {
  test.each([
    ['isn’t done unless it is set', {}, 'NONE'],
    ['isn’t done when it is off', { auth: 'false', authType: 'token' }, 'NONE'],
    ['is done with a password', { auth: 'true' }, 'BASIC'],
    ['is done with a password where that is named', { auth: 'true', authType: 'basic' }, 'BASIC'],
    ['is done with a token', { auth: 'true', authType: 'token' }, 'TOKEN'],
  ])('%s', (_, settings, expected) => {
    expect(authenticatorOf(settings)).toBe(expected);
  });
});

describe('an address', () => {
  test('in ASCII is accepted', () => {
    expect(canSendTo(PLAIN, 'a.b+c@example.com')).toBe(true);
  });

  test('with other characters is accepted if the mail server supports them', () => {
    expect(canSendTo(PLAIN, 'jörg@example.com')).toBe(false);
    expect(canSendTo({ ...PLAIN, allowutf8: 'true' }, 'jörg@example.com')).toBe(true);
  });
});
