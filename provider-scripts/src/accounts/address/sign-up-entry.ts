/** Reads an entry of a list of sign-up rules, as an administrator writes it: an address, a domain, or `*.` and a domain. */
import { MAX_LABELS } from '../../realm/sign-up-rules/candidates.ts';
import { normaliseOnServer } from './idn.ts';
import { isPublicSuffix } from './public-suffix.ts';
import { isSuffixRule } from './suffix-list.ts';

/** Longer lines aren't looked at. */
const MAX_LINE_LENGTH = 1000;

/** A normalised entry, or why there is none. */
type ReadEntry = { entry: string } | { wrong: 'entry_invalid' | 'entry_public_suffix' };

const INVALID: ReadEntry = { wrong: 'entry_invalid' };

export function readEntry(line: string): ReadEntry {
  if (line.length > MAX_LINE_LENGTH) return INVALID;
  // As mail programs and zone files write domains.
  const text = line.trim().replace(/\.$/, '');
  if (text.indexOf('@') > 0) {
    const entry = normaliseOnServer(text);
    return entry === null || labelsOf(entry) > MAX_LABELS ? INVALID : { entry };
  }
  const isWildcard = text.startsWith('*.');
  const domain = normaliseDomain(text.startsWith('@') ? text.slice(1) : isWildcard ? text.slice(2) : text);
  if (domain === null || labelsOf(domain) > MAX_LABELS) return INVALID;
  if (isPublicSuffix(domain, isSuffixRule)) return { wrong: 'entry_public_suffix' };
  return domain.includes('.') ? { entry: isWildcard ? `*.${domain}` : domain } : INVALID;
}

/** A domain as addresses have it; null if it isn't one. Also of one label, as some public suffixes are. */
function normaliseDomain(text: string): string | null {
  const normalised = normaliseOnServer(`a@${text.includes('.') ? '' : 'a.'}${text}`);
  if (normalised === null || text.includes('@')) return null;
  return normalised.slice(text.includes('.') ? 'a@'.length : 'a@a.'.length);
}

function labelsOf(entry: string): number {
  return entry.split('.').length;
}
