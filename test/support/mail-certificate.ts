/** The certificate of mail servers that speak TLS in tests; the installation's server trusts it. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { partPath } from './part.ts';

const PASSPHRASE = 'test-only';
const KEY_STORE = partPath('mail-server', 'key-store.p12');
const OTHER_NAME_KEY_STORE = partPath('mail-server', 'other-name.p12');
const NAMES = 'dns:localhost,ip:127.0.0.1';

/** The trusted certificates, as a file for a server's trust store. */
export const MAIL_CERTIFICATE_FILE = partPath('mail-server', 'certificate.pem');

/** Key and certificate, in Node's format. */
export interface MailCertificate {
  pfx: Buffer;
  passphrase: string;
}

/** Recreates it, and one for another name, with the JDK's own tool. */
export async function makeMailCertificate(): Promise<void> {
  const own = await makeCertificate(KEY_STORE, NAMES);
  const other = await makeCertificate(OTHER_NAME_KEY_STORE, 'dns:mail.example.com');
  await writeFile(MAIL_CERTIFICATE_FILE, own + other);
}

/** A new certificate, for the same names, that no server trusts. */
export async function untrustedCertificate(): Promise<MailCertificate> {
  const keyStore = partPath('mail-server', 'untrusted.p12');
  await makeCertificate(keyStore, NAMES);
  return await stored(keyStore);
}

/** Returns the certificate as PEM. */
async function makeCertificate(keyStore: string, names: string): Promise<string> {
  await mkdir(path.dirname(keyStore), { recursive: true });
  await rm(keyStore, { force: true });
  const keytool = async (...args: string[]) => {
    const common = ['-alias', 'email', '-keystore', keyStore, '-storepass', PASSPHRASE];
    return (await promisify(execFile)('keytool', [...args, ...common])).stdout;
  };
  const named = ['-dname', 'CN=mail', '-ext', `san=${names}`];
  await keytool('-genkeypair', '-keyalg', 'EC', '-storetype', 'PKCS12', '-validity', '2', ...named);
  return await keytool('-exportcert', '-rfc');
}

/** The existing certificate. */
export async function mailCertificate(): Promise<MailCertificate> {
  return await stored(KEY_STORE);
}

/** The existing certificate that the server trusts, but for `mail.example.com`. */
export async function otherNameCertificate(): Promise<MailCertificate> {
  return await stored(OTHER_NAME_KEY_STORE);
}

async function stored(keyStore: string): Promise<MailCertificate> {
  return { pfx: await readFile(keyStore), passphrase: PASSPHRASE };
}
