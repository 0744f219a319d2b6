/** Reads an entry of a list of sign-up rules, as an administrator writes it: an address, a domain, or `*.` and a domain. */
import { MAX_LABELS } from '../../realm/sign-up-rules/candidates.ts';
import type { ReadEntry } from './domain-list.ts';
import { normaliseOnServer } from './idn.ts';
import { isPublicSuffix } from './public-suffix.ts';
import { isSuffixRule } from './suffix-list.ts';

/** Longer lines aren't looked at. */
const MAX_LINE_LENGTH = 1000;

const INVALID: ReadEntry = { wrong: 'entry_invalid' };

/** Reads a line of a list of disposable domains: a domain, which stands for its subdomains, too. */
export function readDisposableDomain(line: string): ReadEntry {
  const read = readEntry(line);
  return 'entry' in read && /[@*]/.test(read.entry) ? INVALID : read;
}

export function readEntry(line: string): ReadEntry {
  if (line.length > MAX_LINE_LENGTH) return INVALID;
  // As mail programs and zone files write domains.
  const text = line.trim().replace(/\.$/, '');
  if (text.indexOf('@') > 0) {
    const entry = normaliseOnServer(text);
    return entry === null ? INVALID : { entry };
  }
  const isWildcard = text.startsWith('*.');
  const domain = normaliseDomain(text.startsWith('@') ? text.slice(1) : isWildcard ? text.slice(2) : text);
  if (domain === null || domain.split('.').length > MAX_LABELS) return INVALID;
  if (isPublicSuffix(domain, isSuffixRule)) return { wrong: 'entry_public_suffix' };
  return domain.includes('.') ? { entry: isWildcard ? `*.${domain}` : domain } : INVALID;
}

/** A domain as addresses have it; null if it isn't one. Also of one label, as some public suffixes are. */
function normaliseDomain(text: string): string | null {
  const normalised = normaliseOnServer(`a@${text.includes('.') ? '' : 'a.'}${text}`);
  if (normalised === null || text.includes('@')) return null;
  return normalised.slice(text.includes('.') ? 'a@'.length : 'a@a.'.length);
}
