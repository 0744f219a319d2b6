/**
 * Text in a script that is written from right to left: signs at an end of a word in Latin letters move to its other end (`https://` is shown as
 * `//:https`), unless a left-to-right mark or an isolate stands there.
 */

const MARKS = '\u200e\u2066-\u2069';
const WORD = new RegExp(`[\\x21-\\x7e\u2026${MARKS}]+`, 'g');
/** The signs of sentences, which have no place of their own. */
const AROUND = /^[.,:;!?()[\]"']+|[.,:;!?()[\]"']+$/g;
const SIGN_FIRST = /^[*/@:#+_~&%$<>=-]/;
const SIGN_LAST = /[*/@:#+_~&$<>=\u2026-]$/;

/** The words whose signs would move. Code in backticks has its own direction; values are isolated where they are filled in. */
export function movedWords(text: string): string[] {
  const plain = withoutBraces(text.replace(/`[^`]*`|<[^>]*>/g, ' '));
  return [...plain.matchAll(WORD)]
    .map(([word]) => word.replace(AROUND, ''))
    .filter((word) => /[A-Za-z0-9]/.test(word) && (SIGN_FIRST.test(word) || SIGN_LAST.test(word)));
}

function withoutBraces(text: string): string {
  const less = text.replace(/\{[^{}]*\}/g, '');
  return less === text ? text : withoutBraces(less);
}
