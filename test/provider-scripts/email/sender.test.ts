/** Whom an email comes from: the realm's sender, or a client's whose domain the realm lists. */
import { describe, expect, test } from 'vitest';
import { senderFor } from '../../../provider-scripts/src/email/sender.ts';

const SMTP = { from: 'id@acme.example', fromDisplayName: 'Acme', host: 'mail.acme.example' };
const NONE = { from: '', replyTo: '', headers: {} };
const REALM = { domains: ['shop.example'], headers: { 'X-Realm': 'acme' } };

describe('the sender', () => {
  test('is the realm’s, with the branding’s name if there is one', () => {
    const from = { email: 'id@acme.example', name: 'Acme' };
    expect(senderFor(SMTP, undefined, NONE, REALM)).toEqual({ from, replyTo: from, headers: REALM.headers });
    expect(senderFor(SMTP, 'Shop', NONE, REALM).from).toEqual({ ...from, name: 'Shop' });
    expect(senderFor({}, undefined, NONE, REALM).from).toEqual({ email: '', name: '' });
  });

  test.each([
    ['id@shop.example', 'id@shop.example'],
    ['id@SHOP.example', 'id@SHOP.example'],
    ['id@mail.shop.example', SMTP.from],
    ['id@notshop.example', SMTP.from],
    ['id@shop.example.evil.example', SMTP.from],
    ['shop.example', 'shop.example'],
    ['', SMTP.from],
  ])('of a client that sets %s is %s', (own, expected) => {
    expect(senderFor(SMTP, undefined, { ...NONE, from: own }, REALM).from.email).toBe(expected);
  });

  test('gets replies where the realm says, or the client', () => {
    const smtp = { ...SMTP, replyTo: 'help@acme.example', replyToDisplayName: 'Help' };
    const replyTo = (own: string) => senderFor(smtp, undefined, { ...NONE, replyTo: own }, REALM).replyTo;
    expect(replyTo('')).toEqual({ email: 'help@acme.example', name: 'Help' });
    expect(replyTo('shop@shop.example')).toEqual({ email: 'shop@shop.example', name: '' });
    expect(senderFor(SMTP, undefined, { ...NONE, from: 'id@shop.example' }, REALM).replyTo.email).toBe(
      'id@shop.example',
    );
  });

  test('of a client with headers has these instead of the realm’s', () => {
    expect(senderFor(SMTP, undefined, { ...NONE, headers: { 'X-Client': 'a' } }, REALM).headers).toEqual({
      'X-Client': 'a',
    });
  });
});
