/** Which mailboxes emails for an address reach: Linkgate's, and Keycloak's if they are others. */
import { describe, expect, test } from 'vitest';
import type { Idna2003 } from '../../../../provider-scripts/src/accounts/address/domain.ts';
import { hasForms, mailboxesOf } from '../../../../provider-scripts/src/accounts/address/mailed.ts';

/** The IDNA 2003 forms of these tests' domains, in ASCII. */
const KNOWN: Record<string, string> = {
  'b\u00fccher.example': 'xn--bcher-kva.example',
  'gro\u00dfmail.example': 'grossmail.example',
  gro: 'gro',
  mail: 'mail',
  'throw\u200caway.example': 'throwaway.example',
  'throw\u00adaway.example': 'throwaway.example',
  '\uff54hrowaway.example': 'throwaway.example',
  'throwaway\u3002example': 'throwaway.example',
  'throwaway.example\u00a0': 'throwaway.example ',
};
const IDNA: Idna2003 = {
  toAscii: (text) => {
    const known = KNOWN[text];
    if (known === undefined && hasForms(text)) throw new Error('unassigned');
    return known ?? text;
  },
  toUnicode: (text) => text,
};

describe('an address', () => {
  test.each<[string, string, string[]]>([
    ['in ASCII', 'Ada@X.example', ['ada@x.example']],
    ['with spaces around it', ' ada@x.example ', ['ada@x.example']],
    ['with letters that both convert', 'ada@b\u00fccher.example', ['ada@xn--bcher-kva.example']],
    ['with a dropped hyphen', 'ada@throw\u00adaway.example', ['ada@throwaway.example']],
    ['in wide letters', 'ada@\uff54hrowaway.example', ['ada@throwaway.example']],
    ['with another dot', 'ada@throwaway\u3002example', ['ada@throwaway.example']],
    ['with letters before the @', 'j\u00f6rg@x.example', ['j\u00f6rg@x.example']],
  ])('%s has one mailbox', (_, typed, expected) => {
    expect(mailboxesOf(typed, IDNA)).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['with a sharp s', 'ada@gro\u00dfmail.example', ['ada@xn--gromail-2va.example', 'ada@grossmail.example']],
    [
      'with one in capitals, as Keycloak stores it',
      'ADA@GRO\u00dfMAIL.example',
      ['ada@xn--gromail-2va.example', 'ada@grossmail.example'],
    ],
    ['after a space that isn\u2019t ASCII', '\u00a0ada@x.example', ['ada@x.example', '\u00a0ada@x.example']],
    ['before one', 'ada@throwaway.example\u00a0', ['ada@throwaway.example', 'ada@throwaway.example ']],
  ])('%s has two', (_, typed, expected) => {
    expect(mailboxesOf(typed, IDNA)).toEqual(expected);
  });

  test.each([
    ['with a joiner', 'ada@throw\u200caway.example'],
    ['with a quoted name', '"ada"@x.example'],
    ['with a quoted name and wide letters', '"ada"@\uff54hrowaway.example'],
    ['with an IP address', 'ada@[198.51.100.7]'],
    ['that Java can\u2019t convert', 'ada@\u1e9e.example'],
    ['that is none', 'ada'],
  ])('%s has none', (_, typed) => {
    expect(mailboxesOf(typed, IDNA)).toEqual([]);
  });
});
