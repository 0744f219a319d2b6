/** Documents can be read without scrolling sideways, and say a thing once. */
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { codeIn, proseOf, readText, sectionOf, textFiles } from '../support/documents.ts';

const MAX_LINE = 120;
/** What `npm run bench`, `npm run bounds` and `npm run oidf` write, what is made of it, and the table of threats, are as wide as their figures. */
const WIDE = [
  'docs/performance.md',
  'docs/limits.md',
  'docs/sizing.md',
  'docs/openid-conformance.md',
  'docs/operate.md',
  'SECURITY.md',
  'CHANGELOG.md',
];

const DOCUMENTS = textFiles().filter(({ name }) => name.endsWith('.md') && !name.startsWith('test/'));

/** Lines that stand more than once in a text; those of tables and blocks of code may. */
function repeated(text: string): string[] {
  const lines = proseOf(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('|'));
  return lines.filter((line, index) => lines.indexOf(line) !== index);
}

const NARROW = DOCUMENTS.filter(({ name }) => !WIDE.includes(name));
const BY_HAND = DOCUMENTS.filter(({ name }) => name !== 'docs/performance.md');

test.each(NARROW)(`$name has no line of more than ${MAX_LINE} characters`, ({ name, text }) => {
  // The first page is read as it is, with its commands.
  const read = name === 'README.md' ? text : proseOf(text);
  expect(read.split('\n').filter((line) => line.length > MAX_LINE)).toEqual([]);
});

test.each(BY_HAND)('$name has no line twice', ({ text }) => {
  expect(repeated(text)).toEqual([]);
});

describe('a line that stands twice', () => {
  test('is noticed', () => {
    expect(repeated('one\n\ntwo\n\none\n')).toEqual(['one']);
  });
});

describe('README.md', () => {
  test('has what it is, the commands, what one sees and the pictures on its first screen', () => {
    const opening = readText('README.md').slice(0, readText('README.md').indexOf('\n## '));
    expect(opening.split('\n').length).toBeLessThanOrEqual(40);
    expect(opening).toMatch(/^# Linkgate\n\nLinkgate is a plugin for Keycloak/);
    expect(/```sh\n([\s\S]*?)\n```/.exec(opening)?.[1]?.split('\n')).toHaveLength(3);
    expect(opening).toContain('Linkgate is running:');
    expect(opening.match(/docs\/pictures\/\w[\w-]*\.png/g)).toHaveLength(3);
  });
});

describe('CONTRIBUTING.md', () => {
  const commands = codeIn(sectionOf(readText('CONTRIBUTING.md'), 'Commands'));

  test.each(Object.keys(manifest.scripts))('names the command %s', (name) => {
    const typed = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
    expect(commands.some((command) => command === typed || command.startsWith(`${typed} `))).toBe(true);
  });
});
