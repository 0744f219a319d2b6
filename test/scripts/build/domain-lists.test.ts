/** The lists of domains in the JAR. */
import { isDisposableEmailDomain } from 'disposable-email-domains-js';
import { getPublicSuffix } from 'tldts';
import { expect, test } from 'vitest';
import { domainListParts, domainLists } from '../../../scripts/build/domain-lists.ts';

function linesOf(name: string): string[] {
  const [, text = ''] = Object.entries(domainLists()).find(([file]) => file.endsWith(name)) ?? [];
  return text.trimEnd().split('\n');
}

test('are sorted by code units, in lower case and punycode, as the host searches them', () => {
  for (const name of ['disposable.txt', 'public-suffixes.txt']) {
    const lines = linesOf(name);
    expect(lines.length).toBeGreaterThan(5000);
    expect(lines).toEqual([...new Set(lines)].sort());
    expect(lines.filter((line) => !/^(\*\.|!)?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(line))).toEqual([]);
  }
});

test('have each public suffix of the package’s list', () => {
  const lines = linesOf('public-suffixes.txt');
  const exceptions = lines.filter((line) => line.startsWith('!'));
  for (const line of lines) {
    if (line.startsWith('!')) expect(getPublicSuffix(line.slice(1))).not.toBe(line.slice(1));
    else {
      const domain = line.replace('*', 'any');
      expect(getPublicSuffix(domain), line).toBe(domain);
    }
  }
  expect(exceptions).toContain('!www.ck');
  for (const suffix of ['com', 'co.uk', '*.ck', 'xn--p1ai']) expect(lines).toContain(suffix);
  // Its private part: domains below which others have theirs, but whose email is their own.
  expect(lines).not.toContain('github.io');
});

test('have the package’s disposable domains', () => {
  const lines = linesOf('disposable.txt');
  expect(lines).toContain('mailinator.com');
  expect(lines.filter((line) => !isDisposableEmailDomain(line))).toEqual([]);
});

test('name the packages that they come from, with their licences', async () => {
  const parts = await domainListParts();
  expect(parts.map(({ name, licence }) => [name, licence])).toEqual([
    ['disposable-email-domains-js', 'CC0-1.0'],
    ['tldts', 'MIT'],
  ]);
  for (const { text } of parts) expect(text.length).toBeGreaterThan(200);
});
