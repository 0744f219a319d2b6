/** The words of an email service or a mail server, as they are stored and shown: cut, in one line, and without anybody's address or link. */
import { inOneLine } from '../../platform/engine/one-line.ts';

const MAX_WORDS_LENGTH = 200;

/** Nothing longer is looked through. */
const MAX_READ_LENGTH = 2000;

/** Stands for an address or a URL. */
const OMITTED = '…';

/** The words without what names a mailbox, or leads anywhere. */
export function reportedWords(text: string): string {
  const line = inOneLine(text.slice(0, MAX_READ_LENGTH).replace(/\s+/g, ' '))
    .split(' ')
    .map((word) => (/@|%40|=40|:\/\//.test(word) ? OMITTED : word))
    .join(' ')
    .trim();
  return line.length > MAX_WORDS_LENGTH ? `${line.slice(0, MAX_WORDS_LENGTH - 1)}${OMITTED}` : line;
}
