/** A certificate for a mail server on this machine, which a server can be configured to trust. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { javaTool } from '../load/process.ts';

const run = promisify(execFile);
const ALIAS = 'email';
const VALID_DAYS = '2';

/** Key and certificate for a TLS server, and the file that its clients trust. */
export interface Certificate {
  pfx: Buffer;
  passphrase: string;
  /** Absolute path, PEM. */
  trustedFile: string;
}

/** Creates a certificate with the JDK's keytool, which is available wherever Keycloak runs. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keytool = javaTool('keytool');
  const store = path.join(folder, 'email.p12');
  const trustedFile = path.join(folder, 'email.pem');
  const passphrase = randomBytes(16).toString('hex');
  const common = ['-alias', ALIAS, '-keystore', store, '-storepass', passphrase, '-storetype', 'PKCS12'];
  const names = ['-dname', 'CN=localhost', '-ext', 'SAN=dns:localhost,ip:127.0.0.1', '-ext', 'BC=ca:true'];
  const key = ['-keyalg', 'RSA', '-keysize', '2048', '-validity', VALID_DAYS];
  await run(keytool, ['-genkeypair', ...common, ...names, ...key]);
  await run(keytool, ['-exportcert', '-rfc', ...common, '-file', trustedFile]);
  return { pfx: await readFile(store), passphrase, trustedFile };
}
