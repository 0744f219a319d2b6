/** What all ways to report have in common: what is signed, how that is checked, and what is read. */
import type { EmailEvent } from './event.ts';

/** A request to report, as it arrived. */
export interface Report {
  /** A header's value; empty without it. */
  header(name: string): string;
  readonly body: string;
  /** The time, in Unix milliseconds. */
  readonly now: number;
}

/** The cryptography that signatures need; each is false for anything malformed. */
export interface Checks {
  /** HMAC with SHA-256. The key is a text, or Base64 of bytes; the signature is in hexadecimal, or Base64. */
  hmac(key: Encoded, text: string, signature: Encoded): boolean;
  /** ECDSA with SHA-256: a public key and a signature, both DER in Base64. */
  ecdsa(publicKey: string, text: string, signature: string): boolean;
  /** RSA (PKCS #1, version 1.5) with the key of a certificate that is valid now (PEM); the signature in Base64. */
  rsa(certificate: string, text: string, signature: string, hash: 'SHA1' | 'SHA256'): boolean;
  /** Whether credentials, `user:password` in Base64 (RFC 7617), are these, in a time that doesn't depend on them. */
  login(credentials: string, wanted: string): boolean;
}

/** Bytes as a text. */
export interface Encoded {
  readonly as: 'text' | 'hex' | 'base64';
  readonly text: string;
}

/** What identifies a batch beside its content, once its signature is verified; the whole body if empty. Null: not verified. */
type Once = string | null;

/** A service that signs with a secret, or a key, that the realm has. */
export interface FeedbackService {
  /** Whether the request is the service's, and still counts. */
  verify(report: Report, secret: string, checks: Checks): Once;
  /** The events about emails; others are left out. */
  read(body: string): readonly (EmailEvent | null)[];
}

/** Clocks may differ by this much. */
const SKEW_MILLIS = 300_000;

/** Whether a service's timestamp, in Unix milliseconds, is of now, or no older than a service repeats a request. */
export function isCurrent(at: number | null, now: number, oldMillis = SKEW_MILLIS): boolean {
  return at !== null && at <= now + SKEW_MILLIS && at >= now - oldMillis;
}
