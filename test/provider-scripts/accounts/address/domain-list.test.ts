/** Reads lists of disposable domains. */
import { describe, expect, test } from 'vitest';
import {
  type ReadEntry,
  readDomainList,
} from '../../../../provider-scripts/src/accounts/address/domain-list.ts';

const ADDRESS = 'https://lists.example/disposable.txt';

/** Reads a line as the server does, without punycode. */
function readLine(line: string): ReadEntry {
  const entry = line.replace(/^@|\.$/g, '').toLowerCase();
  return /^(?:[a-z0-9-]{1,63}\.)+[a-z]+$/.test(entry) ? { entry } : { wrong: 'entry_invalid' };
}

const read = (text: string) => readDomainList(text, ADDRESS, readLine);

/** So many domains, a line each. */
function lines(count: number): string {
  const found: string[] = [];
  for (let index = 0; index < count; index++) found.push(`d${index}.example`);
  return found.join('\n');
}

/** Why it is none. */
function wrong(text: string): string {
  const found = read(text);
  return 'wrong' in found ? `${found.wrong.id} ${found.wrong.values.line ?? ''}`.trim() : 'a list';
}

describe('a list', () => {
  test('has domains, sorted, folded and once; comments and empty lines don’t count', () => {
    const text = '# A list\r\n\r\nB.example\r\n  a.example  \n// another\n@b.example.';
    expect(read(text)).toEqual({ domains: ['a.example', 'b.example'] });
  });

  test('may have a slip in a hundred domains, which is left out', () => {
    const slip = 'no domain\n';
    expect(wrong(`${lines(100)}\n${slip}`)).toBe('a list');
    expect(wrong(`${lines(99)}\n${slip}`)).toBe('domain-list-malformed 100');
    const { domains } = read(`com\n*.x.example\n${lines(300)}\n`) as { domains: string[] };
    expect([domains.length, domains.includes('com')]).toEqual([300, false]);
  });

  test.each([
    ['an empty text', '', 'domain-list-empty'],
    ['comments alone', '# nothing\n\n', 'domain-list-empty'],
    ['a page', '<!doctype html>\n<title>Not found</title>\n', 'domain-list-malformed 1'],
    ['JSON', '{"domains":["a.example"]}', 'domain-list-malformed 1'],
    ['a line of 10 KB', `a.example\n${'x'.repeat(10_240)}.example`, 'domain-list-malformed 2'],
    ['an address', 'a.example\na@b.example', 'domain-list-malformed 2'],
  ])('is none: %s', (_, text, expected) => {
    expect(wrong(text)).toBe(expected);
  });

  test('isn’t read beyond its bounds', () => {
    expect(wrong('\n'.repeat(1_000_000))).toBe('domain-list-large');
    expect(wrong('x\n'.repeat(1_000_000))).toBe('domain-list-malformed 1');
  });
});
