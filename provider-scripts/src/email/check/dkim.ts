/** The key that a domain publishes for signatures of a selector (RFC 6376, section 3.6.1). */
import { bytesOfBase64 } from './base64.ts';
import { type Dns, tagsOf, textOfRecord } from './dns.ts';

export type DkimKey =
  | {
      readonly state: 'found';
      readonly kind: 'rsa' | 'ed25519';
      readonly bits: number;
      readonly isTest: boolean;
    }
  | { readonly state: 'revoked' | 'malformed' | 'missing' | 'failed' };

/** RFC 8463: the key itself. */
const ED25519_BYTES = 32;

export function findDkimKey(dns: Dns, selector: string, domain: string): DkimKey {
  const answer = dns(`${selector}._domainkey.${domain}`, 'TXT');
  if (answer.state !== 'found') return { state: answer.state === 'none' ? 'missing' : 'failed' };
  const [first] = answer.values.map(textOfRecord);
  return first === undefined ? { state: 'missing' } : readDkimKey(first);
}

/** Reads a key's record. */
export function readDkimKey(record: string): DkimKey {
  const malformed = { state: 'malformed' } as const;
  const tags = tagsOf(record);
  if (tags === null || (tags.v !== undefined && !/^v\s*=\s*DKIM1\s*(?:;|$)/.test(record))) return malformed;
  const { p: key, k: kind = 'rsa', t: flags = '' } = tags;
  if (key === undefined) return malformed;
  const text = key.replace(/\s/g, '');
  if (text === '') return { state: 'revoked' };
  const bytes = bytesOfBase64(text);
  const isTest = flags.split(':').some((flag) => flag.trim() === 'y');
  if (bytes === null) return malformed;
  if (kind === 'ed25519')
    return bytes.length === ED25519_BYTES
      ? { state: 'found', kind, bits: ED25519_BYTES * 8, isTest }
      : malformed;
  const bits = kind === 'rsa' ? bitsOfRsa(bytes) : null;
  return bits === null ? malformed : { state: 'found', kind: 'rsa', bits, isTest };
}

const SEQUENCE = 0x30;
const BIT_STRING = 0x03;
const INTEGER = 0x02;

/** How long the modulus of an RSA key is; null if it is none. Written as RFC 8017 has it, or in a SubjectPublicKeyInfo, as most are. */
function bitsOfRsa(bytes: readonly number[]): number | null {
  const outer = elementAt(bytes, 0, SEQUENCE);
  if (outer === null) return null;
  const modulus = elementAt(bytes, outer.start, INTEGER);
  if (modulus !== null) return bitsOf(bytes, modulus.start, modulus.end);
  const algorithm = elementAt(bytes, outer.start, SEQUENCE);
  const packed = algorithm === null ? null : elementAt(bytes, algorithm.end, BIT_STRING);
  // The first byte says how many bits of the last one don't count.
  const inner = packed === null ? null : elementAt(bytes, packed.start + 1, SEQUENCE);
  const number = inner === null ? null : elementAt(bytes, inner.start, INTEGER);
  return number === null ? null : bitsOf(bytes, number.start, number.end);
}

/** The content of an element of DER (X.690) of this kind; null if there is another one, or it ends early. */
function elementAt(
  bytes: readonly number[],
  at: number,
  kind: number,
): { readonly start: number; readonly end: number } | null {
  const first = bytes[at + 1];
  if (bytes[at] !== kind || first === undefined) return null;
  const long = first > 0x7f ? first - 0x80 : 0;
  if (long > 3) return null;
  let length = long === 0 ? first : 0;
  for (let index = 0; index < long; index++) length = length * 256 + (bytes[at + 2 + index] ?? 0);
  const start = at + 2 + long;
  return start + length <= bytes.length ? { start, end: start + length } : null;
}

function bitsOf(bytes: readonly number[], start: number, end: number): number {
  let from = start;
  while (from < end && bytes[from] === 0) from += 1;
  if (from === end) return 0;
  return (end - from - 1) * 8 + (bytes[from] ?? 0).toString(2).length;
}
