/** Blocks of a page that commands write, between comments; the rest of the page is written by hand. */
import { Failure } from '../failure.ts';

const END = '<!-- Until here. -->';

/** Where a block begins and ends. */
function placeOf(page: string, by: string): [begin: number, end: number] {
  const comment = `<!-- Made by ${by}. -->`;
  const at = page.indexOf(comment);
  const end = page.indexOf(END, at);
  if (at < 0 || end < 0) throw new Failure(`no block ${comment} … ${END}`);
  return [at + comment.length, end];
}

/**
 * The text of a block, such as the one made by "`npm run test:all`".
 * @throws Failure if the page has no such block
 */
export function blockOf(page: string, by: string): string {
  return page.slice(...placeOf(page, by)).trim();
}

/**
 * Replaces what stands in a block, and nothing else.
 * @throws Failure if the page has no such block
 */
export function withBlock(page: string, by: string, text: string): string {
  const [begin, end] = placeOf(page, by);
  return `${page.slice(0, begin)}\n\n${text}\n\n${page.slice(end)}`;
}
