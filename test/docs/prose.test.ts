/** Documents need no horizontal scrolling, and name every command. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../../scripts/build/root.ts';
import { SUBCOMMANDS } from '../support/command.ts';
import { codeIn, proseOf, readText, sectionOf, textFiles } from '../support/documents.ts';

const MAX_LINE = 120;

/** Commands that maintainers run by file: neither an npm script, nor a subcommand, nor a part of another command. */
const FILES = readdirSync(path.join(ROOT, 'scripts', 'commands')).filter(
  (file) =>
    !['command.ts', 'test-part.ts', 'test-version.ts'].includes(file) &&
    !SUBCOMMANDS.includes(path.basename(file, '.ts')) &&
    !Object.values(manifest.scripts).some((line) => line.endsWith(` ${file}`)),
);
/** Files that commands write, and documents generated from them, are as wide as their figures. */
const WIDE = [
  'docs/performance.md',
  'docs/reference.md',
  'docs/proof.md',
  'docs/moving-in.md',
  'docs/threat-model.md',
];

const DOCUMENTS = textFiles().filter(({ name }) => name.endsWith('.md') && !name.startsWith('test/'));

const NARROW = DOCUMENTS.filter(({ name }) => !WIDE.includes(name));

test.each(NARROW)(`$name has no line of more than ${MAX_LINE} characters`, ({ name, text }) => {
  // The first page is read with its commands.
  const read = name === 'README.md' ? text : proseOf(text);
  expect(read.split('\n').filter((line) => line.length > MAX_LINE)).toEqual([]);
});

test.each(DOCUMENTS)('$name has no table aligned by spaces', ({ text }) => {
  const padded = proseOf(text)
    .split('\n')
    .filter((line) => line.startsWith('|') && / {2}|-{4}/.test(line));
  expect(padded).toEqual([]);
});

describe('The documents for contributors', () => {
  const commands = codeIn(sectionOf(readText('CONTRIBUTING.md'), 'Commands'));
  const maintainers = codeIn(sectionOf(readText('docs/testing.md'), 'Maintainers’ commands'));

  test.each(Object.keys(manifest.scripts))('names the command %s', (name) => {
    const typed = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
    expect(commands.some((command) => command === typed || command.startsWith(`${typed} `))).toBe(true);
  });

  test.each(FILES)('names the file %s', (file) => {
    expect(maintainers).toContain(file);
  });
});
