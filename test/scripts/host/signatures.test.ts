/** The host's verification of signatures, of what Node's cryptography has signed. */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { runProbe } from '../../support/host-probe.ts';
import { newSigningCertificate } from '../../support/signing-certificate.ts';

const TEXT = 'naïve ✓ text';
const KEY = 'c2VjcmV0';
const hmac = (encoding: 'base64' | 'hex', key: string | Buffer = Buffer.from(KEY, 'base64')) =>
  createHmac('sha256', key).update(TEXT).digest(encoding);
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const EC = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const ECDSA = createSign('sha256').update(TEXT).sign(privateKey, 'base64');
const RSA = newSigningCertificate();
const EXPIRED = newSigningCertificate(new Date(Date.now() - 86_400_000));
const rsa = (hash: string, { key } = RSA) => createSign(`RSA-${hash}`).update(TEXT).sign(key, 'base64');

/** What is verified, and whether it is signed. */
const CASES: readonly (readonly [title: string, signed: boolean, what: string, ...given: string[]])[] = [
  ['a key in Base64', true, 'hmac', 'base64', KEY, TEXT, 'base64', hmac('base64')],
  ['a key that is a text', true, 'hmac', 'text', 'secret', TEXT, 'hex', hmac('hex', 'secret')],
  ['another text', false, 'hmac', 'base64', KEY, `${TEXT} `, 'base64', hmac('base64')],
  ['another key', false, 'hmac', 'text', 'other', TEXT, 'hex', hmac('hex', 'secret')],
  ['part of a signature', false, 'hmac', 'text', 'secret', TEXT, 'hex', hmac('hex', 'secret').slice(2)],
  ['no signature', false, 'hmac', 'text', 'secret', TEXT, 'hex', ''],
  ['a signature that is none', false, 'hmac', 'text', 'secret', TEXT, 'hex', 'xyz'],
  ['a key that is none', false, 'hmac', 'base64', '***', TEXT, 'base64', hmac('base64')],
  ['an empty key', false, 'hmac', 'base64', '', TEXT, 'base64', hmac('base64')],
  ['an elliptic curve', true, 'ecdsa', EC, TEXT, ECDSA],
  ['another text', false, 'ecdsa', EC, `${TEXT}.`, ECDSA],
  ['a signature that is none', false, 'ecdsa', EC, TEXT, 'AAAA'],
  ['a key that is none', false, 'ecdsa', 'AAAA', TEXT, ECDSA],
  ['a certificate with SHA-1', true, 'rsa', RSA.certificate, TEXT, rsa('SHA1'), 'SHA1'],
  ['a certificate with SHA-256', true, 'rsa', RSA.certificate, TEXT, rsa('SHA256'), 'SHA256'],
  ['another hash', false, 'rsa', RSA.certificate, TEXT, rsa('SHA1'), 'SHA256'],
  ['an expired certificate', false, 'rsa', EXPIRED.certificate, TEXT, rsa('SHA256', EXPIRED), 'SHA256'],
  ['another certificate', false, 'rsa', newSigningCertificate().certificate, TEXT, rsa('SHA256'), 'SHA256'],
  ['a certificate that is none', false, 'rsa', 'none', TEXT, rsa('SHA256'), 'SHA256'],
  ['the same credentials', true, 'login', Buffer.from(TEXT).toString('base64'), TEXT],
  ['other credentials', false, 'login', Buffer.from(`${TEXT}x`).toString('base64'), TEXT],
  ['credentials that are none', false, 'login', '*', TEXT],
];

/** The build may come first. */
const MAX_MILLIS = 1_800_000;
let results: boolean[];

beforeAll(async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const lines = CASES.map(([, , what, ...given]) => [what, ...given.map(encoded)].join(' '));
  results = await runProbe<boolean[]>('SignaturesProbe', [`-Dcases=${encoded(lines.join('\n'))}`]);
}, MAX_MILLIS);

test.each(CASES.map(([title, signed, what], index) => ({ title: `${what}: ${title}`, signed, index })))(
  '$title',
  ({ signed, index }) => {
    expect(results[index]).toBe(signed);
  },
);
