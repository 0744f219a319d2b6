/** What `cspell.json` finds: words outside the project's vocabulary, and never the vocabulary's own words. */
import { describe, expect, test } from 'vitest';
import cspell from '../../../cspell.json' with { type: 'json' };

const found = (text: string) =>
  cspell.patterns.flatMap(({ name, pattern }) => {
    const [, source = '', flags] = /^\/(.*)\/(\w+)$/.exec(pattern) ?? [];
    return new RegExp(source, flags).test(text) ? [name] : [];
  });

describe('words outside the vocabulary', () => {
  test.each([
    ['a hand-off of the link', 'cross-device sign-in'],
    ['handOffKey', 'cross-device sign-in'],
    ['The administrator withdraws the code.', 'revoke'],
    ['It was taken back.', 'revoke'],
    ['readAsker(row)', 'requester'],
    ['sends a mail', 'email'],
    ['an e-mail address', 'email'],
    ['refuses the token', 'reject or deny'],
    ['the person who requested it', 'user'],
    ['Whoever opens the link', 'user'],
    ['const standings = []', 'rate limit, limit status, reset'],
    ['{ "most": 5 }', 'min, max'],
    ['a realm that isn’t a Linkgate realm', 'stock realm'],
    ['in any other realm', 'stock realm'],
    ['what became of each', 'a plain sentence'],
  ])('%s', (text, use) => {
    expect(found(text)).toEqual([use]);
  });
});

describe('words of the vocabulary', () => {
  test.each([
    ['at most five emails'],
    ['the mail server, mail clients and mail programs'],
    ['MAIL FROM, mailbox, mailto:'],
    ['connection refused (ECONNREFUSED)'],
    ['cross-device sign-in'],
    ['demand for memory'],
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
