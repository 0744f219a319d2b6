/** Converts domains to ASCII like current mail programs and browsers (UTS 46, non-transitional); Java only has IDNA 2003. */
import { decode, encode } from 'punycode/';

/** IDNA 2003 conversions of one or several labels; they throw for labels without such a form. */
export interface Idna2003 {
  toAscii(text: string): string;
  toUnicode(text: string): string;
}

/** Letters that IDNA 2003 replaces, which results in another domain's name: `ß` by `ss`, `ς` by `σ`. */
const DEVIATIONS = /[\u00df\u03c2]/;
/** Characters that it drops. UTS 46 allows joiners next to some letters of some scripts; such names can be given as punycode. */
const JOINERS = /[\u200c\u200d]/;
const DOTS = /[.\u3002\uff0e\uff61]/;

/**
 * Converts a domain to ASCII; returns an ASCII domain unchanged.
 *
 * @throws for a domain that has no ASCII form, or contains a joiner
 */
export function domainToAscii(domain: string, idna: Idna2003): string {
  if (JOINERS.test(domain)) throw new Error('a joiner');
  if (!DEVIATIONS.test(domain)) return idna.toAscii(domain);
  const labels = domain.split(DOTS);
  return labels
    .map((label) => (DEVIATIONS.test(label) ? labelWithDeviations(label, idna) : idna.toAscii(label)))
    .join('.');
}

/** Converts a label with such letters: preserves them and maps the text between them. */
function labelWithDeviations(label: string, idna: Idna2003): string {
  const mapped = label.replace(/[^\u00df\u03c2]+/g, (part) => mappedPart(part, idna));
  if (/^-|-$|^..--|\./.test(mapped)) throw new Error('not a label');
  return `xn--${encode(mapped)}`;
}

/** Maps a text as IDNA 2003 does, in Unicode: to lower case and normalised letters. */
function mappedPart(part: string, idna: Idna2003): string {
  return /[^ -~]/.test(part) ? idna.toUnicode(idna.toAscii(part)) : part.toLowerCase();
}

/** Converts a domain back from punycode for display. Labels of invalid punycode remain unchanged. */
export function domainToUnicode(domain: string): string {
  return domain.split('.').map(readableLabel).join('.');
}

function readableLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  try {
    return decode(label.slice('xn--'.length));
  } catch {
    return label;
  }
}
