/** Code, tests, commands and documents cite sections of the contract and the architecture: each of them exists. */
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../scripts/conformance/checks/index.ts';
import { reportText } from '../../scripts/conformance/report.ts';
import { headingsOf, readText, type TextFile, textFiles } from '../support/documents.ts';

/** The documents that are cited by their sections' numbers. */
const CITED = ['contract', 'architecture'] as const;

const NUMBER = String.raw`\d+(?:\.\d+)?`;
/** Such as `contract, sections 2.3 to 2.5 and 7`, and `contract 2.3, 4.4`. */
const CITATION = new RegExp(
  String.raw`\b(contract|architecture|design)\b(?:,|:|’s|'s)?(?: \(?(?:section|sections))? (${NUMBER}(?:(?:, and|,| and| to) ${NUMBER})*)`,
  'gi',
);
/** A section without a document, which is named right before it. */
const NAMELESS = /\bsections? \d/gi;
const NAMED =
  /\b(contract|architecture|RFC \w+|OpenID Connect [\w .-]+|OIDC Core|specification|draft-[\w-]+)\W{1,3}$/i;

/** Comments may span several lines. */
function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
}

/** Each section that a text cites, as `contract 2.1`. */
function citationsIn(text: string): string[] {
  return [...onOneLine(text).matchAll(CITATION)].flatMap(([, document = '', numbers = '']) =>
    numbers.split(/, and |, | and | to /).map((number) => `${document.toLowerCase()} ${number}`),
  );
}

function namelessIn(text: string): string[] {
  const line = onOneLine(text);
  return [...line.matchAll(NAMELESS)].flatMap(({ index }) => {
    const before = line.slice(Math.max(0, index - 60), index);
    return NAMED.test(before) ? [] : [line.slice(index - 30, index + 20)];
  });
}

const SECTIONS = new Set(
  CITED.flatMap((document) =>
    headingsOf(readText(`docs/${document}.md`)).flatMap((heading) => {
      const number = /^(\d+(?:\.\d+)?) /.exec(heading)?.[1];
      return number === undefined ? [] : [`${document} ${number}`];
    }),
  ),
);

// This file has examples of wrong ones.
const FILES: TextFile[] = textFiles().filter(({ name }) => name !== 'test/docs/citations.test.ts');

describe('a citation', () => {
  test('is found in each spelling', () => {
    expect(citationsIn('(contract, section 7.2)')).toEqual(['contract 7.2']);
    expect(citationsIn('(contract, sections 2.3 to 2.5 and 7)')).toEqual([
      'contract 2.3',
      'contract 2.5',
      'contract 7',
    ]);
    expect(citationsIn("proves: 'contract 2.3, 4.4'")).toEqual(['contract 2.3', 'contract 4.4']);
    expect(citationsIn('/** So (contract,\n * section 9.9). */')).toEqual(['contract 9.9']);
    expect(citationsIn('(design, section 3: claims)')).toEqual(['design 3']);
    expect(namelessIn('the fields (section 2.1)')).toHaveLength(1);
    expect(namelessIn('(RFC 6749, section 4.1.2; contract, section 5)')).toEqual([]);
  });

  test('leads to an existing section, in every file', () => {
    const cited = FILES.flatMap(({ name, text }) =>
      citationsIn(text).map((citation) => ({ name, citation })),
    );
    expect(cited.length).toBeGreaterThan(150);
    expect(cited.filter(({ citation }) => !SECTIONS.has(citation))).toEqual([]);
  });

  test('names its document', () => {
    const code = FILES.filter(({ name }) => !name.endsWith('.md'));
    expect(code.flatMap(({ name, text }) => namelessIn(text).map((found) => `${name}: ${found}`))).toEqual(
      [],
    );
  });
});

describe('a document that doesn’t exist', () => {
  test('is cited nowhere', () => {
    const word = /\bthe design(?:'s|’s)?\b|\(design\b/i;
    const found = FILES.filter(({ text }) => word.test(text)).map(({ name }) => name);
    expect(found).toEqual([]);
  });
});

describe('the sections of the contract', () => {
  test('are numbered in their order', () => {
    const numbers = [...SECTIONS].filter((section) => section.startsWith('contract'));
    const sorted = numbers.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    expect(numbers).toEqual(sorted);
    expect(numbers.length).toBeGreaterThan(40);
  });
});

describe('a command that mentions the contract', () => {
  const speaking = FILES.filter(
    ({ name, text }) =>
      /^scripts\/commands\/[\w-]+\.ts$/.test(name) && /^const HELP = `[^`]*\bcontract\b/m.test(text),
  );

  test.each(speaking)('links to it: $name', ({ text }) => {
    expect(/^const HELP = `([^`]*)`/m.exec(text)?.[1]).toContain('docs/contract.md');
  });
});

describe('the conformance command', () => {
  test('covers the contract’s guarantees', () => {
    const cited = CHECKS.flatMap(({ proves }) => citationsIn(proves));
    expect(cited.length).toBeGreaterThanOrEqual(CHECKS.length);
    expect(cited.filter((citation) => !SECTIONS.has(citation))).toEqual([]);
  });

  test('links to the sections', () => {
    const report = reportText({
      base_url: 'https://id.example.com',
      rules: 'linkgate',
      versions: {},
      findings: [],
    });
    expect(report).toContain('docs/contract.md');
    expect(readText('scripts/commands/conformance.ts')).toMatch(/--list .*docs\/contract\.md/);
  });
});
