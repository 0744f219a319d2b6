/** The certificate of mail servers that speak TLS in tests; the installation's server trusts it. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { partPath } from './part.ts';

const PASSPHRASE = 'test-only';
const KEY_STORE = partPath('mail-server', 'key-store.p12');

/** The certificate alone, as a file for a server's trust store. */
export const MAIL_CERTIFICATE_FILE = partPath('mail-server', 'certificate.pem');

/** Key and certificate, in Node's format. */
export interface MailCertificate {
  pfx: Buffer;
  passphrase: string;
}

/** Recreates it with the JDK's own tool. */
export async function makeMailCertificate(): Promise<void> {
  await makeCertificate(KEY_STORE, MAIL_CERTIFICATE_FILE);
}

/** A new certificate, for the same names, that no server trusts. */
export async function untrustedCertificate(): Promise<MailCertificate> {
  const keyStore = partPath('mail-server', 'untrusted.p12');
  await makeCertificate(keyStore, partPath('mail-server', 'untrusted.pem'));
  return { pfx: await readFile(keyStore), passphrase: PASSPHRASE };
}

async function makeCertificate(keyStore: string, certificate: string): Promise<void> {
  await mkdir(path.dirname(keyStore), { recursive: true });
  await rm(keyStore, { force: true });
  const keytool = (...args: string[]) =>
    promisify(execFile)('keytool', [
      ...args,
      '-alias',
      'email',
      '-keystore',
      keyStore,
      '-storepass',
      PASSPHRASE,
    ]);
  const names = ['-dname', 'CN=localhost', '-ext', 'san=dns:localhost,ip:127.0.0.1'];
  await keytool('-genkeypair', '-keyalg', 'EC', '-storetype', 'PKCS12', '-validity', '2', ...names);
  await keytool('-exportcert', '-rfc', '-file', certificate);
}

/** The existing certificate. */
export async function mailCertificate(): Promise<MailCertificate> {
  return { pfx: await readFile(KEY_STORE), passphrase: PASSPHRASE };
}
