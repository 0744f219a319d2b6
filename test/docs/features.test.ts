/** The pages of features: each has the same parts, links to promises, and names settings and values that exist; README and llms.txt lead to each. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { codeIn, headingsOf, proseOf, readText, sectionOf } from '../support/documents.ts';

const FOLDER = 'docs/features';
const PAGES = readdirSync(path.join(ROOT, FOLDER)).map((file) => ({
  file,
  text: readText(`${FOLDER}/${file}`),
}));
const PARTS = ['Switch on', 'What users see', 'What it promises', 'Bounds'];
/** An identity provider's own setting. */
const OF_PROVIDERS = 'linkgate.absent-email-verified';
const ALL = [...SETTINGS.step, ...SETTINGS.realm, ...SETTINGS.client];

/** The settings that a page's commands and files set, with their values. */
function setIn(text: string): [name: string, value: string][] {
  const commands = [...text.matchAll(/settings set ([\w.-]+) ('[^']*'|\S+)/g)];
  const files = [...text.matchAll(/"(linkgate\.[\w.-]+|emailContains|confirm|shield|signUp)": "([^"]*)"/g)];
  return [...commands, ...files].map(([, name = '', value = '']) => [name, value.replace(/^'|'$/g, '')]);
}

describe.each(PAGES)('$file', ({ text }) => {
  test('says how to switch it on, what users see, what it promises, and its bounds', () => {
    const second = headingsOf(text).filter((heading) => text.includes(`\n## ${heading}\n`));
    expect(second).toEqual(PARTS);
  });

  test('leads to its promises', () => {
    expect(sectionOf(text, 'What it promises')).toContain('](../contract.md');
  });

  test('names settings that exist, with values that they have', () => {
    for (const [name, value] of setIn(text)) {
      if (name === OF_PROVIDERS || name.startsWith('linkgate.limit.')) continue;
      const setting = ALL.find((one) => one.name === name);
      expect(setting?.kind.read(value), `${name} ${value}`).toBeDefined();
    }
    const named = codeIn(proseOf(text)).filter((code) => /^linkgate(\.[a-z-]+)+$/.test(code));
    const known = [...ALL.map(({ name }) => name), 'linkgate.enabled', 'linkgate.invitations', OF_PROVIDERS];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

test('the pages’ commands set something', () => {
  expect(PAGES.flatMap(({ text }) => setIn(text)).length).toBeGreaterThan(10);
});

describe('README', () => {
  const lines = sectionOf(readText('README.md'), 'What it does')
    .split('\n')
    .filter((line) => line.startsWith('- '));

  test('has twelve lines of what it does, each with its page', () => {
    expect(lines).toHaveLength(12);
    const linked = lines.map((line) => /^- \[[^\]]+\]\(docs\/features\/([\w-]+\.md)\): /.exec(line)?.[1]);
    expect([...linked, 'whole-realm.md'].toSorted()).toEqual(PAGES.map(({ file }) => file).toSorted());
  });
});

describe('llms.txt', () => {
  const links = [...readText('llms.txt').matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = '']) => link);

  test('leads to files that exist', () => {
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !existsSync(path.join(ROOT, link)))).toEqual([]);
  });

  test('leads to the skill and to each page', () => {
    const pages = PAGES.map(({ file }) => `${FOLDER}/${file}`);
    expect(links).toEqual(expect.arrayContaining(['skills/linkgate/SKILL.md', ...pages]));
  });
});
