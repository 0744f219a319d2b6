/** The certificate of mail servers that speak TLS in tests; the installation's server trusts it. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { localPath } from '../../scripts/server/local-folder.ts';

const PASSPHRASE = 'test-only';
const KEY_STORE = localPath('test-data', 'mail-server.p12');

/** The certificate alone, as a file that a server can be told to trust. */
export const MAIL_CERTIFICATE_FILE = localPath('test-data', 'mail-server.pem');

/** Key and certificate, as Node takes them. */
export interface MailCertificate {
  pfx: Buffer;
  passphrase: string;
}

/** Makes it anew, with the JDK's own tool. */
export async function makeMailCertificate(): Promise<void> {
  await rm(KEY_STORE, { force: true });
  const keytool = (...args: string[]) =>
    promisify(execFile)('keytool', [
      ...args,
      '-alias',
      'mail',
      '-keystore',
      KEY_STORE,
      '-storepass',
      PASSPHRASE,
    ]);
  const names = ['-dname', 'CN=localhost', '-ext', 'san=dns:localhost,ip:127.0.0.1'];
  await keytool('-genkeypair', '-keyalg', 'EC', '-storetype', 'PKCS12', '-validity', '2', ...names);
  await keytool('-exportcert', '-rfc', '-file', MAIL_CERTIFICATE_FILE);
}

/** The one that was made. */
export async function mailCertificate(): Promise<MailCertificate> {
  return { pfx: await readFile(KEY_STORE), passphrase: PASSPHRASE };
}
