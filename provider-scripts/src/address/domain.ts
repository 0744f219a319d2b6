/** Domains in ASCII as today's mail programs and browsers write them (UTS 46, not transitional), where Java has only IDNA 2003. */
import { decode, encode } from 'punycode/';

/** IDNA 2003 of one or several labels; each function throws for what has no such form. */
export interface Idna2003 {
  toAscii(text: string): string;
  toUnicode(text: string): string;
}

/** The letters that IDNA 2003 replaces by others, which gives the name of another domain: `ß` by `ss`, `ς` by `σ`. */
const KEPT = /[\u00df\u03c2]/;
/** What it leaves out. UTS 46 has joiners in the names of some scripts, beside some letters; those names can be given as punycode. */
const JOINERS = /[\u200c\u200d]/;
const DOTS = /[.\u3002\uff0e\uff61]/;

/**
 * The domain in ASCII; one that is in ASCII already stays as it is.
 *
 * @throws for a domain that has none, or has a joiner
 */
export function domainToAscii(domain: string, idna: Idna2003): string {
  if (JOINERS.test(domain)) throw new Error('a joiner');
  if (!KEPT.test(domain)) return idna.toAscii(domain);
  const labels = domain.split(DOTS);
  return labels.map((label) => (KEPT.test(label) ? keptLabel(label, idna) : idna.toAscii(label))).join('.');
}

/** Such a label: its letters are kept, and everything between them is mapped as always. */
function keptLabel(label: string, idna: Idna2003): string {
  const mapped = label.replace(/[^\u00df\u03c2]+/g, (part) => mappedPart(part, idna));
  if (/^-|-$|^..--|\./.test(mapped)) throw new Error('not a label');
  return `xn--${encode(mapped)}`;
}

/** What IDNA 2003 takes a text for, in Unicode: lower case, and one spelling of each letter. */
function mappedPart(part: string, idna: Idna2003): string {
  return /[^ -~]/.test(part) ? idna.toUnicode(idna.toAscii(part)) : part.toLowerCase();
}

/** The domain as users read it: what `domainToAscii` has written as punycode. A label that is no valid punycode stays as it is. */
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
