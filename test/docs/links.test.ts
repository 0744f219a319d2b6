/** Links and paths in the project's Markdown lead to existing targets. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { anchorOf, codeIn, headingsOf, proseOf, readText, textFiles } from '../support/documents.ts';

const DOCUMENTS = textFiles().filter(({ name }) => name.endsWith('.md'));

/** The URLs of links and pictures. */
function linksIn(markdown: string): string[] {
  const prose = proseOf(markdown).replace(/`[^`]*`/g, (code) => (code.includes('](') ? '' : code));
  return [...prose.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
}

/** Why a relative link is broken; null if it isn't, and for URLs of the web. */
function brokenness(from: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
  if (target.startsWith('..') || !existsSync(path.join(ROOT, target))) return `${from}: no ${link}`;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  return headingsOf(readText(target)).map(anchorOf).includes(anchor) ? null : `${from}: no heading ${link}`;
}

/** A path of the project in prose: of an existing folder, without placeholders. */
const PATH = /^(deploy|docs|provider-scripts|realm-config|scripts|skills|test|theme)\/[\w./-]*\w\/?$/;
/** Files that only a build, or a reader following the text, creates. */
const MADE =
  /(^|\/)target\/|^theme\/linkgate|^realm-config\/realms\/(acme|shop)\.json$|^docs\/performance\.json$/;

describe('in Markdown', () => {
  test('a broken link is detected', () => {
    expect(linksIn('[a](b.md#c) <img src="d.png">')).toEqual(['b.md#c', 'd.png']);
    expect(brokenness('README.md', 'docs/no-such.md')).not.toBeNull();
    expect(brokenness('docs/contract.md', '#no-such-heading')).not.toBeNull();
    expect(brokenness('docs/contract.md', '../README.md')).toBeNull();
  });

  test('relative links and pictures lead to a file, and to a heading in it', () => {
    const links = DOCUMENTS.flatMap(({ name, text }) => linksIn(text).map((link) => ({ name, link })));
    expect(links.length).toBeGreaterThan(50);
    expect(links.flatMap(({ name, link }) => brokenness(name, link) ?? [])).toEqual([]);
  });

  test('paths of the project exist', () => {
    const paths = DOCUMENTS.flatMap(({ name, text }) =>
      codeIn(proseOf(text))
        .filter((code) => PATH.test(code) && !MADE.test(code))
        .map((code) => ({ name, code })),
    );
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(({ code }) => !existsSync(path.join(ROOT, code)))).toEqual([]);
  });
});
