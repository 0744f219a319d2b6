/** A certificate with its RSA key, such as Amazon's that sign notifications: written by hand, since neither Node nor the JDK's tool gives both. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** SHA-256 with RSA (RFC 8017, appendix A.2.4), and a common name (RFC 4519, section 2.3). */
const ALGORITHM = '300d06092a864886f70d01010b0500';
const COMMON_NAME = '0603550403';

/** A value in DER (ITU-T X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), content]);
}

const [SEQUENCE, SET, INTEGER, BITS, TEXT, TIME, VERSION] = [
  0x30, 0x31, 0x02, 0x03, 0x0c, 0x17, 0xa0,
] as const;

function time(at: Date): Buffer {
  const [, digits = ''] = /^\d\d(\d{10}\d\d)/.exec(at.toISOString().replace(/[-T:]/g, '')) ?? [];
  return der(TIME, Buffer.from(`${digits}Z`));
}

/** A new one, valid from an hour before `at` to an hour after. */
export function newSigningCertificate(at = new Date()): { certificate: string; key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = Buffer.from(ALGORITHM, 'hex');
  const attribute = der(SEQUENCE, Buffer.from(COMMON_NAME, 'hex'), der(TEXT, Buffer.from('sns.example')));
  const name = der(SEQUENCE, der(SET, attribute));
  const hour = 3_600_000;
  const validity = [new Date(at.getTime() - hour), new Date(at.getTime() + hour)].map(time);
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, ...validity),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = der(SEQUENCE, body, algorithm, der(BITS, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const certificate = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return { certificate, key: privateKey };
}
