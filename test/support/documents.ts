/** The project's own text files and its Markdown: headings and the anchors that lead to them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/build/root.ts';

/** Generated and downloaded files. */
const EXCLUDED = /(^|\/)(node_modules|target|\.local|\.git|generated|__pycache__)(\/|$)|^package-lock\.json$/;
const TEXT = /\.(ts|mjs|js|java|json|md|ftl|css|properties|xml|ya?ml|tf|sh|py)$|^\.ci\/run$|^Dockerfile$/;

/** A file with its path from the project's folder. */
export interface TextFile {
  name: string;
  text: string;
}

/** Every text file of the project. */
export function textFiles(folder = ''): TextFile[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (EXCLUDED.test(name)) return [];
    if (entry.isDirectory()) return textFiles(name);
    return TEXT.test(name) ? [{ name, text: readText(name) }] : [];
  });
}

/** The text of a file of the project. */
export function readText(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8');
}

/** A Markdown text without code blocks. */
export function proseOf(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

/** The headings of a Markdown text, without their `#`. */
export function headingsOf(markdown: string): string[] {
  return [...proseOf(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '');
}

/** The anchor that GitHub assigns to a heading, if no other heading is the same. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');
}

/** The text of the section with a heading, up to the next one of any level. */
export function sectionOf(markdown: string, heading: string): string {
  const lines = markdown.split('\n');
  const begin = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (begin < 0) throw new Error(`no heading "${heading}"`);
  const length = lines.slice(begin + 1).findIndex((line) => /^#+ /.test(line));
  return lines.slice(begin + 1, length < 0 ? undefined : begin + 1 + length).join('\n');
}

/** The cells of a section's table, trimmed, without the header. */
export function tableOf(section: string): string[][] {
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Returns the text in backticks on one line. */
export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));
}

/** Which of these tests, below `test/integration` or named by their whole path, don't exist. */
export function missingTests(files: readonly string[]): string[] {
  return files.filter(
    (file) =>
      ![file, path.join('test', 'integration', file)].some((name) => existsSync(path.join(ROOT, name))),
  );
}

/** The tests that a paragraph names after `Test:` or `Tests:`. */
export function testsNamedIn(paragraph: string): string[] {
  return [...(/Tests?:\s(.*)/s.exec(paragraph)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
    ([, file = '']) => file,
  );
}
